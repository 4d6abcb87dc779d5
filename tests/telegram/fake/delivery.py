"""Delivery of updates: long polling and webhooks, and the methods that set them up."""

from __future__ import annotations

import http.client
import json
import re
import threading
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.telegram.fake.refusals import Refused, bad

if TYPE_CHECKING:
    from tests.telegram.fake.checking import Params
    from tests.telegram.fake.world import World

SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
HERE = {"127.0.0.1", "localhost", "::1"}
RETRY_AFTER = 0.05
ANSWER_WITHIN = 10
WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete"
    " the webhook first"
)
TERMINATED = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is"
    " running"
)


async def get_updates(world: World, params: Params) -> object:
    """The updates that wait, or those that come within the call's timeout, in real seconds.

    Of two calls at once the earlier is ended, as Telegram does.

    Raises:
        Refused: A webhook is set, or another call to this method has come.
    """
    mine = object()
    updates = world.updates
    limit = params.get("limit", 100)
    if not 1 <= limit <= 100:
        raise bad(f"limit must be 1 to 100, found {limit}")
    with world.lock:
        _refuse_webhook(world)
        world.poller = mine
        updates.allow(params.get("allowed_updates"))
        if offset := params.get("offset", 0):
            updates.confirm(offset)
    world.changed.fire()
    await world.changed.wait(
        lambda: bool(updates) or world.poller is not mine or bool(world.webhook.url),
        params.get("timeout", 0),
    )
    with world.lock:
        _refuse_webhook(world)
        if world.poller is not mine:
            raise Refused(409, TERMINATED)
        world.poller = None
        return [update.json() for update in updates.take(limit)]


def _refuse_webhook(world: World) -> None:
    if world.webhook.url:
        raise Refused(409, WEBHOOK_ACTIVE)


class Courier(threading.Thread):
    """Brings updates to the webhook, one at a time, each until it is answered with 200."""

    def __init__(self, world: World) -> None:
        super().__init__(name="webhook", daemon=True)
        self._world = world
        self._closed = threading.Event()

    def close(self) -> None:
        """Ends the deliveries."""
        self._closed.set()
        self._world.changed.fire()
        self.join()

    def run(self) -> None:
        while not self._closed.is_set():
            self._world.changed.wait_here(self._has_work, ANSWER_WITHIN)
            if not self._deliver():
                self._world.changed.wait_here(self._closed.is_set, RETRY_AFTER)

    def _has_work(self) -> bool:
        return self._closed.is_set() or bool(self._world.webhook.url and self._world.updates)

    def _deliver(self) -> bool:
        with self._world.lock:
            webhook = self._world.webhook
            batch = self._world.updates.peek(1)
        if not batch or not webhook.url or self._closed.is_set():
            return True
        headers = {"Content-Type": "application/json"}
        if webhook.secret is not None:
            headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret
        try:
            status = _post(self._real(webhook.url), json.dumps(batch[0].json()), headers)
        except (OSError, http.client.HTTPException) as error:
            webhook.error = f"Connection failed: {error}"
            return False
        if status != 200:
            webhook.error = f"Wrong response from the webhook: {status}"
            return False
        with self._world.lock:
            if batch == self._world.updates.peek(1):
                self._world.updates.deliver()
        self._world.changed.fire()
        return True

    def _real(self, url: str) -> str:
        for public, local in self._world.roads.items():
            if url.startswith(public):
                return local + url.removeprefix(public)
        return url


def _post(url: str, body: str, headers: dict[str, str]) -> int:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=ANSWER_WITHIN)
    try:
        connection.request("POST", parts.path or "/", body.encode(), headers)
        return connection.getresponse().status
    finally:
        connection.close()


def set_webhook(world: World, params: Params) -> object:
    url = params["url"]
    parts = urlsplit(url)
    if url and parts.scheme != "https" and parts.hostname not in HERE:
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if (secret := params.get("secret_token")) is not None and not SECRET.fullmatch(secret):
        raise bad("secret token contains unallowed characters")
    if world.token in url:
        raise bad("not allowed here: the bot's token in a webhook's address")
    world.updates.allow(params.get("allowed_updates"))
    return _point(world, url, secret, params)


def delete_webhook(world: World, params: Params) -> object:
    return _point(world, "", None, params)


def _point(world: World, url: str, secret: str | None, params: Params) -> bool:
    if params.get("drop_pending_updates"):
        world.updates.clear()
    world.webhook.url, world.webhook.secret, world.webhook.error = url, secret, None
    world.changed.fire()
    return True


def webhook_info(world: World, params: Params) -> object:
    del params
    info: dict[str, object] = {
        "url": world.webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
    }
    if world.webhook.error is not None:
        info |= {"last_error_date": world.date(), "last_error_message": world.webhook.error}
    if world.updates.allowed is not None:
        info["allowed_updates"] = sorted(world.updates.allowed)
    return info


def log_out(world: World, params: Params) -> object:
    del world, params
    return True


METHODS = {
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": webhook_info,
    "logOut": log_out,
    "close": log_out,
}
