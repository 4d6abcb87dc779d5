"""What the host sets, where from, and what is said when it is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from ukachat.bot.errors import SettingsError
from ukachat.bot.settings import OPTIONS, TELEGRAM, Settings, Webhook, misspelt, read_settings
from ukachat.chat.store.paths import default_path

TOKEN = "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
URL = "https://uka.example.org/telegram"


@pytest.fixture(autouse=True)
def _bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of the test's own, and no variable of ours but the token."""
    for name in os.environ:
        if name.upper().startswith("UKACHAT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("UKACHAT_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)


def wrong(**options: object) -> tuple[str, ...]:
    """The sentences on settings that are refused."""
    with pytest.raises(SettingsError) as refused:
        read_settings(**options)
    assert all(sentence.endswith(".") for sentence in refused.value.sentences)
    assert TOKEN not in str(refused.value)
    assert refused.value.__cause__ is None
    assert str(refused.value) == "\n".join(refused.value.sentences)
    return refused.value.sentences


def the_wrong(**options: object) -> str:
    (sentence,) = wrong(**options)
    return sentence


class TestWhereFrom:
    def test_a_token_is_enough(self) -> None:
        settings = read_settings()
        assert settings.token.get_secret_value() == TOKEN
        assert settings.db == default_path()
        assert settings.api_url == TELEGRAM
        assert settings.webhook is None
        assert (settings.log_level, settings.log_format) == ("info", "console")
        assert settings.hosts == frozenset()
        assert settings.rulesets == ()
        assert settings.secrets == (TOKEN,)

    def test_variables(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for folder in ("one", "two"):
            (tmp_path / folder).mkdir()
        values = {
            "DB": "uka.db",
            "API_URL": "http://127.0.0.1:8081/",
            "WEBHOOK_URL": URL,
            "WEBHOOK_LISTEN": "10.0.0.1",
            "WEBHOOK_PORT": "8080",
            "WEBHOOK_SECRET": "Sesame-1",
            "LOG_LEVEL": "DEBUG",
            "LOG_FORMAT": "json",
            "HOSTS": "12, 34  56",
            "RULESETS": os.pathsep.join(["one", "two"]),
        }
        for name, value in values.items():
            monkeypatch.setenv(f"UKACHAT_{name}", value)
        settings = read_settings()
        assert settings.db == "uka.db"
        assert settings.api_url == "http://127.0.0.1:8081"
        assert settings.webhook == Webhook(
            URL,
            "10.0.0.1",
            8080,
            SecretStr("Sesame-1"),
        )
        assert (settings.log_level, settings.log_format) == ("debug", "json")
        assert settings.hosts == {12, 34, 56}
        assert settings.rulesets == (Path("one"), Path("two"))
        assert settings.secrets == (TOKEN, "Sesame-1")

    def test_options_before_variables_before_the_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / ".env").write_text(
            "UKACHAT_DB=file.db\nUKACHAT_LOG_LEVEL=error\nUKACHAT_LOG_FORMAT=json\n"
            "export UKACHAT_HOSTS='7'  # Mere\nUKACHAT_TOKEN=overruled\nOTHER=1\n"
        )
        monkeypatch.setenv("UKACHAT_DB", "variable.db")
        monkeypatch.setenv("UKACHAT_LOG_LEVEL", "warning")
        settings = read_settings(db="option.db")
        assert settings.db == "option.db"
        assert settings.log_level == "warning"
        assert settings.log_format == "json"
        assert settings.hosts == {7}
        assert settings.token.get_secret_value() == TOKEN

    def test_what_is_empty_is_not_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in Settings.model_fields:
            if name != "token":
                monkeypatch.setenv(f"UKACHAT_{name.upper()}", "")
        given: dict[str, object] = dict.fromkeys(OPTIONS, "")
        assert read_settings(**given) == read_settings(token=TOKEN)

    def test_variables_of_others_break_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TOKEN", "nobody's")
        monkeypatch.setenv("UKACHAT_SOMETHING", "else")
        monkeypatch.setenv("WEBHOOK_URL", "no url")
        assert read_settings() == read_settings(token=TOKEN)

    def test_values_may_be_given_as_they_are(self, tmp_path: Path) -> None:
        settings = read_settings(
            db=tmp_path / "uka.db",
            token=SecretStr(TOKEN),
            webhook_url=URL,
            webhook_port=8080,
            webhook_secret="x",
            hosts=[12],
            rulesets=[tmp_path],
        )
        assert settings.db == tmp_path / "uka.db"
        assert settings.webhook_port == 8080
        assert settings.hosts == {12}
        assert settings.rulesets == (tmp_path,)

    def test_a_home_is_found_in_the_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        (tmp_path / "house").mkdir()
        (tmp_path / ".env").write_text("UKACHAT_RULESETS=~/house\n")
        assert read_settings().rulesets == (tmp_path / "house",)

    def test_nothing_changes_afterwards_and_nothing_secret_is_shown(self) -> None:
        settings = read_settings()
        with pytest.raises(ValidationError, match="frozen"):
            settings.db = "other"
        assert TOKEN not in f"{settings!r} {settings}"


class TestToken:
    def test_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("UKACHAT_TOKEN")
        sentence = the_wrong()
        assert sentence.startswith("UKACHAT_TOKEN is missing: expected the token that BotFather")
        assert ".env" in sentence

    @pytest.mark.parametrize(
        "token",
        [
            TOKEN[:20],
            TOKEN.replace(":", ""),
            f"'{TOKEN}'",
            f"bot{TOKEN}",
            TOKEN * 2,
            "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOO\u00fcp",
        ],
    )
    def test_no_token_and_never_shown(self, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("UKACHAT_TOKEN", token)
        sentence = the_wrong()
        assert sentence.startswith("UKACHAT_TOKEN: expected a token such as 123456:AbC... (")
        assert f"got {len(token)} characters that are none; copy it again" in sentence
        assert token[3:] not in sentence

    def test_blanks_around_it_do_no_harm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("UKACHAT_TOKEN", f" {TOKEN}\r\n")
        assert read_settings().token.get_secret_value() == TOKEN


class TestSentences:
    def test_one_for_each_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("UKACHAT_TOKEN")
        monkeypatch.setenv("UKACHAT_HOSTS", "mere")
        monkeypatch.setenv("UKACHAT_LOG_FORMAT", "xml")
        assert [sentence.partition(" ")[0] for sentence in wrong(webhook_url="x")] == [
            "UKACHAT_TOKEN",
            "--webhook-url:",
            "UKACHAT_WEBHOOK_PORT",
            "UKACHAT_WEBHOOK_SECRET",
            "UKACHAT_LOG_FORMAT:",
            "UKACHAT_HOSTS:",
        ]

    @pytest.mark.parametrize(
        "url",
        [
            "telegram",
            "ftp://x.org",
            "http://",
            "http://:80",
            "http://x.org:port",
            "http://x.org:99999",
            "http://x.org:0",
            "http://[::1",
            "http://x y.org",
            "http://x.org?a=b",
            "http://x.org#a",
        ],
    )
    def test_api_url(self, url: str) -> None:
        assert the_wrong(api_url=url) == (
            f'--api-url: expected an address with https:// or http://, got "{url}"; '
            "write one such as http://127.0.0.1:8081."
        )

    def test_secrets_in_an_address(self) -> None:
        sentence = the_wrong(api_url=f"{TELEGRAM}/bot{TOKEN}")
        assert "expected an address without the token" in sentence
        assert "hush" not in the_wrong(api_url="http://mere:hush@x.org")
        sentences = wrong(webhook_url=f"{URL}/{TOKEN}", webhook_secret="s", webhook_port="1")
        assert "without the token" in sentences[0]
        assert TOKEN not in the_wrong(log_level=TOKEN)

    @pytest.mark.parametrize("url", ["http://uka.example.org", "uka.example.org"])
    def test_a_webhook_needs_https(self, url: str) -> None:
        sentence = the_wrong(webhook_url=url, webhook_port=1, webhook_secret="s")
        assert sentence.startswith(
            f'--webhook-url: expected an address with https://, got "{url}"; '
        )

    def test_telegram_delivers_to_some_ports(self) -> None:
        webhook: dict[str, object] = {"webhook_port": 1, "webhook_secret": "s"}
        for port in (443, 80, 88, 8443):
            read_settings(webhook_url=f"https://uka.example.org:{port}", **webhook)
        sentence = the_wrong(webhook_url="https://uka.example.org:8080", **webhook)
        assert "443, 80, 88 or 8443, got port 8080" in sentence
        own = "http://127.0.0.1:8081"
        read_settings(webhook_url="https://uka.example.org:8080", api_url=own, **webhook)

    @pytest.mark.parametrize("port", ["0", "-1", "80a", "65536", "8e3", "٣", "080"])
    def test_port(self, port: str) -> None:
        sentence = the_wrong(webhook_url=URL, webhook_port=port, webhook_secret="s")
        assert (
            f'--port: expected a port from 1 to 65535 at which the bot listens, got "{port}"'
            in (sentence)
        )

    @pytest.mark.parametrize("secret", ["open sesame", "s" * 257, "ä"])
    def test_secret(self, secret: str) -> None:
        sentence = the_wrong(webhook_url=URL, webhook_port=1, webhook_secret=secret)
        assert sentence.startswith("UKACHAT_WEBHOOK_SECRET: expected a secret of 1 to 256")
        assert f"got {len(secret)} characters" in sentence
        assert f"{secret}" not in sentence

    def test_a_webhook_needs_port_and_secret(self) -> None:
        port, secret = wrong(webhook_url=URL)
        assert port.startswith("UKACHAT_WEBHOOK_PORT is missing: a webhook needs a port from 1")
        assert secret.startswith("UKACHAT_WEBHOOK_SECRET is missing: a webhook needs a secret of 1")

    def test_port_and_secret_need_a_webhook(self) -> None:
        port, secret = wrong(webhook_port=80, webhook_secret="hush")
        assert port.startswith("--port is set, but UKACHAT_WEBHOOK_URL is not: set both")
        assert secret.startswith("UKACHAT_WEBHOOK_SECRET is set, but UKACHAT_WEBHOOK_URL is not")
        assert "hush" not in secret

    def test_listen(self) -> None:
        sentence = the_wrong(webhook_listen="http://x")
        assert sentence.startswith('--listen: expected an address of this machine, got "http://x"')

    def test_words(self) -> None:
        assert the_wrong(log_level="inf") == (
            '--log-level: expected debug, info, warning or error, got "inf"; write info.'
        )
        assert the_wrong(log_format="xml") == (
            '--log-format: expected console or json, got "xml"; choose one of these.'
        )
        assert f'"{"x" * 60}..."' in the_wrong(log_level="x" * 5000)

    @pytest.mark.parametrize("hosts", ["@mere", "12;34", "-5", "0", "1.5", "٣", "9" * 17])
    def test_hosts(self, hosts: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("UKACHAT_HOSTS", f"12,{hosts}")
        sentence = the_wrong()
        assert sentence.startswith("UKACHAT_HOSTS: expected user ids, which are numbers, parted by")
        assert f'got "{hosts}"' in sentence

    def test_rulesets(self, tmp_path: Path) -> None:
        assert 'got "nowhere", which is no such folder; name' in the_wrong(
            rulesets=[Path("nowhere")]
        )
        (tmp_path / "nz.yaml").write_text("title: Uka\n")
        assert '"nz.yaml", which is a file' in the_wrong(rulesets=[Path("nz.yaml")])

    def test_a_file_that_is_no_text(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_bytes(b"UKACHAT_DB=\xff\n")
        assert the_wrong() == ".env: expected UTF-8 text; save it as that."

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
    def test_a_file_that_may_not_be_read(self, tmp_path: Path) -> None:
        (tmp_path / ".env").touch(mode=0)
        assert the_wrong().startswith(".env cannot be read: Permission denied; see who may")


class TestSlips:
    @pytest.mark.parametrize(
        ("slip", "meant"),
        [
            ("TOKN", "TOKEN"),
            ("PORT", "WEBHOOK_PORT"),
            ("SECRET", "WEBHOOK_SECRET"),
            ("RULESET", "RULESETS"),
            ("LOGLEVEL", "LOG_LEVEL"),
        ],
    )
    def test_a_near_name(self, slip: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(f"UKACHAT_{slip}", "x")
        assert misspelt() == [f"UKACHAT_{slip} is no setting; did you mean UKACHAT_{meant}?"]

    def test_in_the_file(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("UKACHAT_HOST=7\nHOST=x\n")
        assert misspelt() == ["UKACHAT_HOST is no setting; did you mean UKACHAT_HOSTS?"]

    def test_a_file_that_is_no_text(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_bytes(b"UKACHAT_HOST=\xff\n")
        assert misspelt() == []  # reading the settings says what is wrong

    def test_no_slip(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("UKACHAT_PLAIN", "1")
        monkeypatch.setenv("UKACHAT_BACKUP_FOLDER", "x")
        monkeypatch.setenv("OTHER_TOKEN", "x")
        assert misspelt() == []
