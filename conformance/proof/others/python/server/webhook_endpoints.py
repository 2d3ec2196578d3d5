"""Webhook subscriptions."""

import base64
import binascii
from urllib.parse import urlsplit

from .events import EVENTS
from .refusal import Refusal, not_found
from .routing import route
from .shapes import wrong
from .state import new_id

SHOWN = ("webhook_id", "name", "events", "url", "created_at")


@route("POST", "/webhooks")
def create_webhook(call):
    name = call.required_text("name")
    events = accepted_events(call.required("events"))
    url = accepted_url(call.required_text("url"))
    secret = call.body.get("signing_secret")
    if secret is not None and (not isinstance(secret, str) or not secret):
        raise wrong("signing_secret", "a string of at least 1 character")
    key = accepted_key(call.body.get("encryption_key"))
    config = accepted_config(call.body.get("config"))
    if any(one["name"] == name for one in call.state["webhooks"].values()):
        raise Refusal(400, f"A webhook with the name [{name}] exists: the name must be unique")
    webhook = {"webhook_id": new_id(), "name": name, "events": events, "url": url,
               "created_at": call.client.stamp(), "signing_secret": secret,
               "encryption_key": key, "config": config}
    call.state["webhooks"][webhook["webhook_id"]] = webhook
    return 201, {field: webhook[field] for field in SHOWN}


def accepted_events(events):
    if not isinstance(events, list) or not events:
        raise wrong("events", "an array of at least 1 event kind")
    for one in events:
        if one not in EVENTS:
            raise wrong("events", f"an array of event kinds: {', '.join(EVENTS)}")
    return list(dict.fromkeys(events))


def accepted_url(url):
    try:
        address = urlsplit(url)
        known = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError:
        known = False
    if not known or any(character.isspace() for character in url):
        raise wrong("url", "an http or https address")
    return url


def accepted_key(key):
    if key is None:
        return None
    try:
        size = len(base64.b64decode(key, validate=True))
    except (TypeError, ValueError, binascii.Error):
        size = 0
    if size != 32:
        raise wrong("encryption_key", "the Base64 of exactly 32 bytes")
    return key


def accepted_config(config):
    if config is None:
        return {}
    if not isinstance(config, dict):
        raise wrong("config", "an object")
    include = config.get("include_payload")
    if include is not None and not isinstance(include, bool):
        raise wrong("config.include_payload", "a boolean")
    return {"include_payload": bool(include)}


@route("GET", "/webhooks")
def list_webhooks(call):
    return 200, [{**{field: one[field] for field in SHOWN}, "config": one["config"]}
                 for one in call.state["webhooks"].values()]


@route("DELETE", "/webhooks/{webhook_id}")
def delete_webhook(call):
    webhook_id = call.params["webhook_id"].lower()
    if call.state["webhooks"].pop(webhook_id, None) is None:
        raise not_found("Webhook", call.params["webhook_id"])
    for delivery in call.state["deliveries"].values():
        if delivery["webhook_id"] == webhook_id and delivery["state"] == "pending":
            delivery["state"] = "failed"
    return 200, {"webhook_id": webhook_id, "deleted": True}
