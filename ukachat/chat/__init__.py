"""The conversation, free of any transport: a message in, messages out."""
