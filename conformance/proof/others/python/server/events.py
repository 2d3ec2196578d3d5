"""Events become deliveries; a delivery is attempted, signed and encrypted here."""

import base64
import hashlib
import hmac
import http.client
import json
import os
import socket
import time
from urllib.parse import urlsplit

from .aes import encrypt_gcm
from .state import new_id
from .times import format_instant

EVENTS = ("user-payroll-submitted", "user-bank-statement-submitted",
          "user-taxauth-data-submitted")
# The wait before the second, third, fourth and fifth attempt, on the client's clock.
RETRY_AFTER_MS = (30_000, 300_000, 1_800_000, 7_200_000)
TIMEOUT_SECONDS = 5


def emit(client, event, user_id, ids, payload):
    """Queue a delivery for each subscription that lists the event."""
    for webhook in client.state["webhooks"].values():
        if event not in webhook["events"]:
            continue
        body = {"event": event, "user_id": user_id, "timestamp": client.stamp(), **ids}
        if webhook["config"].get("include_payload") is True:
            body["payload"] = payload
        delivery_id = new_id()
        client.state["deliveries"][delivery_id] = {
            "delivery_id": delivery_id, "webhook_id": webhook["webhook_id"], "event": event,
            "user_id": user_id, "state": "pending", "attempts": [], "headers": {}, "body": "",
            "plain": json.dumps(body), "due_ms": client.now(), "round": 0,
        }
    client.changed.notify_all()


def delivery_answer(delivery):
    return {name: delivery[name] for name in ("delivery_id", "webhook_id", "event", "user_id",
                                              "state", "attempts", "headers", "body")}


def redeliver(client, delivery):
    """Queue a new attempt, with a new round of retries."""
    delivery.update(state="pending", due_ms=client.now(), round=0)
    client.changed.notify_all()


def sealed(webhook, plain):
    """The body and headers of one attempt: encrypted first, then signed."""
    body, headers = plain.encode(), {"Content-Type": "application/json"}
    if webhook.get("encryption_key"):
        iv = os.urandom(12)
        body = base64.b64encode(encrypt_gcm(base64.b64decode(webhook["encryption_key"]), iv, body))
        headers = {"Content-Type": "text/plain",
                   "X-Svc-Encryption-IV": base64.b64encode(iv).decode()}
    if webhook.get("signing_secret"):
        key = webhook["signing_secret"].encode()
        headers["X-Svc-Signature"] = hmac.new(key, body, hashlib.sha512).hexdigest()
    return body, headers


def attempt(client, delivery):
    """Send a delivery once and record how it went. The caller has put its id into `sending`."""
    try:
        with client.changed:
            webhook = client.state["webhooks"].get(delivery["webhook_id"])
            at = client.now()
        if webhook is None:
            with client.changed:
                delivery["state"] = "failed"
            return
        body, headers = sealed(webhook, delivery["plain"])
        began = time.monotonic()
        status, error = post(webhook["url"], body, headers)
        took = round((time.monotonic() - began) * 1000)
        with client.changed:
            delivery["attempts"].append({"at": format_instant(at), "status": status,
                                         "error": error, "duration_ms": took})
            delivery["headers"] = {name.lower(): value for name, value in headers.items()}
            delivery["body"] = body.decode()
            settle(delivery, status, at)
    finally:
        with client.changed:
            client.sending.discard(delivery["delivery_id"])
            client.changed.notify_all()


def settle(delivery, status, at):
    """Any 2xx is success; after anything else the next retry is due, while there is one."""
    if status is not None and 200 <= status < 300:
        delivery["state"] = "delivered"
    elif delivery["round"] < len(RETRY_AFTER_MS):
        delivery["due_ms"] = at + RETRY_AFTER_MS[delivery["round"]]
        delivery["round"] += 1
    else:
        delivery["state"] = "failed"


def post(url, body, headers):
    """The receiver's status, or None and what went wrong. Redirects are not followed."""
    address = urlsplit(url)
    secure = address.scheme == "https"
    connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = None
    try:
        connection = connect(address.hostname, address.port, timeout=TIMEOUT_SECONDS)
        target = (address.path or "/") + (f"?{address.query}" if address.query else "")
        connection.request("POST", target, body, headers)
        return connection.getresponse().status, None
    except (OSError, http.client.HTTPException, ValueError, socket.timeout) as problem:
        return None, f"{type(problem).__name__}: {problem}"
    finally:
        if connection is not None:
            connection.close()
