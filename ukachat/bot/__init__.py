"""Telegram: a thin transport of the conversation."""
