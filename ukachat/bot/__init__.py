"""Telegram: a thin transport of the conversation."""

import os

# Otherwise the library warns at each refusal that names a time, and gives it as a bare number.
os.environ.setdefault("PTB_TIMEDELTA", "1")
