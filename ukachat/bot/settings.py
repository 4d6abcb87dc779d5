"""What the host sets: by variables, by a file ``.env``, by options of the command.

Each setting has one reader below, which takes the text that was given and either returns a value or
raises the sentence that the host reads. So all sentences come at once, however many there are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, NoReturn, cast
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, ValidationInfo
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

from ukachat.bot.errors import SettingsError
from ukachat.bot.scrubbing import Scrubber
from ukachat.chat.store.paths import default_path
from ukachat.yamlio import nearest

PREFIX: Final = "UKACHAT_"
ENV_FILE: Final = ".env"
TELEGRAM: Final = "https://api.telegram.org"
LEVELS: Final = ("debug", "info", "warning", "error")
FORMATS: Final = ("console", "json")
OPTIONS: Final = {
    "db": "--db",
    "api_url": "--api-url",
    "webhook_url": "--webhook-url",
    "webhook_listen": "--listen",
    "webhook_port": "--port",
    "log_level": "--log-level",
    "log_format": "--log-format",
    "rulesets": "--rulesets",
}
"""The options of ``ukachat bot`` that set the same. What is secret has none: options are seen by
everybody who lists the processes of the machine."""

_TOKEN: Final = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{30,64}")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,256}")
_USER_ID: Final = re.compile(r"[1-9][0-9]{0,15}")
_ADDRESS: Final = re.compile(r"[A-Za-z0-9._:-]+")
# Where Telegram's own server is willing to deliver.
_TELEGRAMS_PORTS: Final = (None, 443, 80, 88, 8443)
_LONGEST_QUOTE: Final = 60
# Variables of ours that are no settings of the bot.
_OTHER_VARIABLES: Final = frozenset({"PLAIN"})


class Webhook(NamedTuple):
    """Where updates are delivered, if the bot does not fetch them.

    Attributes:
        url: The public address, https, that Telegram is told.
        listen: The address of this machine at which the bot listens.
        port: The port at which it listens.
        secret: What Telegram sends along, so that nobody else can deliver.
    """

    url: str
    listen: str
    port: int
    secret: SecretStr


# --- readers: a text in, a value or the rest of a sentence out ---


def _wrong(expected: str, got: str, remedy: str) -> NoReturn:
    raise ValueError(f": expected {expected}, got {got}; {remedy}.")


def _text(value: object) -> str:
    """What was given, as text without blanks around it."""
    return (value.get_secret_value() if isinstance(value, SecretStr) else str(value)).strip()


def _quoted(text: str) -> str:
    shown = text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}..."
    return f'"{shown}"'


def _items(value: object, separators: str) -> list[str]:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_text(each) for each in cast("Iterable[object]", value)]
    return [each for each in re.split(separators, _text(value)) if each.strip()]


def _token(value: object) -> SecretStr:
    text = _text(value)
    if not text:
        raise ValueError(
            " is missing: expected the token that BotFather gave you, such as 123456:AbC...;"
            f" set the variable, or write it into the file {ENV_FILE} of this folder."
        )
    if not _TOKEN.fullmatch(text):
        _wrong(
            "a token such as 123456:AbC... (digits, a colon and about 35 of A-Z a-z 0-9 _ -)",
            f"{len(text)} characters that are none",
            "copy it again from BotFather, without quotes",
        )
    return SecretStr(text)


def _database(value: object) -> str | Path:
    """A path or the URL of a database; whether it can be used, the store says."""
    return value if isinstance(value, Path) else _text(value)


def _url(value: object, schemes: tuple[str, ...], example: str) -> str:
    """The address of a server.

    Raises:
        ValueError: It is none, or holds what does not belong there.
    """
    text = _text(value)
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no port, or no address in brackets
        is_address = False
    else:
        is_address = is_address and not re.search(r"[\s?#]", text)
        if "@" in parts.netloc:  # a password may stand there
            _wrong(f"an address such as {example}", "one with a name before the @", "leave it out")
    if not is_address:
        kinds = " or ".join(f"{scheme}://" for scheme in schemes)
        _wrong(f"an address with {kinds}", _quoted(text), f"write one such as {example}")
    if Scrubber(()).finds(text):
        _wrong("an address without the token", "one that has it", f"write one such as {example}")
    return text.rstrip("/")


def _api_url(value: object) -> str:
    return _url(value, ("https", "http"), "http://127.0.0.1:8081")


def _webhook_url(value: object, info: ValidationInfo) -> str:
    if not _text(value):
        return ""
    url = _url(value, ("https",), "https://uka.example.org/telegram")
    port = urlsplit(url).port
    if info.data.get("api_url") == TELEGRAM and port not in _TELEGRAMS_PORTS:
        _wrong(
            "one of the ports to which Telegram delivers, 443, 80, 88 or 8443",
            f"port {port}",
            "let a proxy take one of these and hand on to the bot",
        )
    return url


def _listen(value: object) -> str:
    text = _text(value)
    if not _ADDRESS.fullmatch(text):
        _wrong("an address of this machine", _quoted(text), "write one such as 127.0.0.1")
    return text


def _needs_webhook(info: ValidationInfo) -> None:
    """Refuse part of a webhook without its URL; a wrong URL has a sentence of its own."""
    if not info.data.get("webhook_url", "wrong"):
        raise ValueError(
            f" is set, but {PREFIX}WEBHOOK_URL is not: set both for a webhook, or neither to fetch"
            " updates by long polling."
        )


def _is_unset(text: str, info: ValidationInfo, expected: str, remedy: str) -> bool:
    """Whether part of a webhook is left out, as it may be without a webhook.

    Raises:
        ValueError: There is a webhook, or the part of one alone.
    """
    if text:
        _needs_webhook(info)
        return False
    if info.data.get("webhook_url", "wrong"):
        raise ValueError(f" is missing: a webhook needs {expected}; {remedy}.")
    return True


def _port(value: object, info: ValidationInfo) -> int:
    text = "" if value == 0 else _text(value)
    expected = "a port from 1 to 65535 at which the bot listens"
    remedy = "choose a free one, such as 8080"
    if _is_unset(text, info, expected, remedy):
        return 0
    if not re.fullmatch("[1-9][0-9]{0,4}", text) or int(text) > 65535:
        _wrong(expected, _quoted(text), remedy)
    return int(text)


def _secret(value: object, info: ValidationInfo) -> SecretStr:
    text = _text(value)
    expected = "a secret of 1 to 256 of A-Z a-z 0-9 _ -"
    remedy = "draw one, such as with: openssl rand -hex 32"
    if not _is_unset(text, info, expected, remedy) and not _SECRET.fullmatch(text):
        _wrong(expected, f"{len(text)} characters that are none", remedy)
    return SecretStr(text)


def _one_of(value: object, words: tuple[str, ...]) -> str:
    text = _text(value).lower()
    if text not in words:
        expected = f"{', '.join(words[:-1])} or {words[-1]}"
        near = nearest(text, words)
        _wrong(expected, _quoted(text), f"write {near}" if near else "choose one of these")
    return text


def _hosts(value: object) -> frozenset[int]:
    found = _items(value, r"[,\s]+")
    for each in found:
        if not _USER_ID.fullmatch(each):
            _wrong(
                "user ids, which are numbers, parted by commas",
                _quoted(each),
                "write numbers such as 123456789; a name with @ is no id",
            )
    return frozenset(map(int, found))


def _rulesets(value: object) -> tuple[Path, ...]:
    folders = tuple(Path(each).expanduser() for each in _items(value, re.escape(os.pathsep)))
    for each in folders:
        if not each.is_dir():
            what = "a file" if each.exists() else "no such folder"
            _wrong(
                f'folders parted by "{os.pathsep}"',
                f"{_quoted(str(each))}, which is {what}",
                "name folders that hold rulesets",
            )
    return folders


class Settings(BaseSettings):
    """What the host has set; `read_settings` reads it.

    Attributes:
        token: By which the bot is known to Telegram.
        db: The database: a path, or the URL of one.
        api_url: The root of the Bot API server, without a slash at its end; ``/bot`` and
            ``/file/bot`` are added to it.
        webhook_url: Where Telegram delivers updates; empty for long polling. See `webhook`.
        webhook_listen: The address of this machine at which a webhook listens.
        webhook_port: Its port; 0 without a webhook.
        webhook_secret: What has to come with each update; empty without a webhook.
        log_level: What is worth a line.
        log_format: Lines for people, or one JSON object a line.
        hosts: The user ids of those who may speak to all tables and stop new ones.
        rulesets: Folders of rulesets, which come before the bundled ones.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    token: Annotated[SecretStr, BeforeValidator(_token)] = SecretStr("")
    db: Annotated[str | Path, BeforeValidator(_database)] = Field(default_factory=default_path)
    api_url: Annotated[str, BeforeValidator(_api_url)] = TELEGRAM
    webhook_url: Annotated[str, BeforeValidator(_webhook_url)] = ""
    webhook_listen: Annotated[str, BeforeValidator(_listen)] = "127.0.0.1"
    webhook_port: Annotated[int, BeforeValidator(_port)] = 0
    webhook_secret: Annotated[SecretStr, BeforeValidator(_secret)] = SecretStr("")
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], BeforeValidator(lambda v: _one_of(v, LEVELS))
    ] = "info"
    log_format: Annotated[
        Literal["console", "json"], BeforeValidator(lambda v: _one_of(v, FORMATS))
    ] = "console"
    hosts: Annotated[frozenset[int], NoDecode, BeforeValidator(_hosts)] = frozenset()
    rulesets: Annotated[tuple[Path, ...], NoDecode, BeforeValidator(_rulesets)] = ()

    @property
    def webhook(self) -> Webhook | None:
        """Where updates are delivered; None where the bot fetches them by long polling."""
        if not self.webhook_url:
            return None
        return Webhook(
            self.webhook_url, self.webhook_listen, self.webhook_port, self.webhook_secret
        )

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log may show."""
        both = (self.token.get_secret_value(), self.webhook_secret.get_secret_value())
        return tuple(filter(None, both))


def read_settings(**options: object) -> Settings:
    """Read the settings: options before variables, variables before the file ``.env``.

    Args:
        options: Settings by name, such as ``webhook_port``; None and what is empty is not given.

    Raises:
        SettingsError: Some are missing or wrong, each of which gets a sentence.
    """
    given: dict[str, Any] = {
        name: value for name, value in options.items() if value not in (None, "", (), [])
    }
    try:
        return Settings(**given)
    except ValidationError as error:
        wrong = [(str(each["loc"][0]), each["msg"], each.get("ctx")) for each in error.errors()]
    except UnicodeDecodeError:
        raise SettingsError([f"{ENV_FILE}: expected UTF-8 text; save it as that."]) from None
    except OSError as error:
        what = error.strerror or error
        raise SettingsError([f"{ENV_FILE} cannot be read: {what}; see who may read it."]) from None
    scrub = Scrubber(())
    raise SettingsError(
        [
            scrub(f"{_called(name, given)}{context['error'] if context else f': {message}.'}")
            for name, message, context in wrong
        ]
    )


def _called(name: str, options: dict[str, Any]) -> str:
    """What the host calls a setting: its option where that was used, else its variable."""
    return OPTIONS[name] if name in options and name in OPTIONS else f"{PREFIX}{name.upper()}"


def misspelt() -> list[str]:
    """A sentence for each variable that looks like a slip of a setting's name."""
    known = {name.upper() for name in Settings.model_fields} | _OTHER_VARIABLES
    try:
        in_file = DotEnvSettingsSource(Settings).env_vars
    except (OSError, UnicodeDecodeError):
        in_file = dict[str, str | None]()  # `read_settings` tells what is wrong with the file
    names = sorted({name.upper() for name in (*os.environ, *in_file)})
    sentences: list[str] = []
    for name in names:
        if name.startswith(PREFIX) and (word := name.removeprefix(PREFIX)) not in known:
            longer = (each for each in sorted(known) if each.endswith(f"_{word}"))
            meant = next(longer, None) or nearest(word, sorted(known))
            if meant:
                sentences.append(f"{name} is no setting; did you mean {PREFIX}{meant}?")
    return sentences
