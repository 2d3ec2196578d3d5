"""A receiver of the webhooks in Python, with the standard library alone (and `cryptography` where a key is agreed on).

    WEBHOOK_SECRET=... WEBHOOK_KEY=... PORT=3000 python3 receiver.py

Without a variable it does not start, unless you say WEBHOOK_UNSIGNED=1 or WEBHOOK_UNENCRYPTED=1.
"""

import base64
import binascii
import hashlib
import hmac
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

MOST_BYTES = 10 * 1024 * 1024


def agreed(name: str, waiver: str) -> "str | None":
    """What the subscription has. A variable that is not set must not switch protection off."""
    value = os.environ.get(name)
    if os.environ.get(waiver) == "1":
        return None
    if not value:
        sys.exit(f"{name} is not set. If the subscription has none, say {waiver}=1.")
    return value


SECRET = agreed("WEBHOOK_SECRET", "WEBHOOK_UNSIGNED")
KEY = agreed("WEBHOOK_KEY", "WEBHOOK_UNENCRYPTED")

if KEY is not None:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    CIPHER = AESGCM(base64.b64decode(KEY, validate=True))


class Refusal(Exception):
    def __init__(self, status: int, reason: str):
        super().__init__(reason)
        self.status = status


def verify(body: bytes, signature: "str | None") -> None:
    """The signature is over the bytes as they came, encrypted or not."""
    if SECRET is None:
        return
    expected = hmac.new(SECRET.encode(), body, hashlib.sha512).hexdigest()
    if not hmac.compare_digest(expected.encode(), (signature or "").encode("utf-8", "surrogateescape")):
        raise Refusal(401, "bad signature")


def strict_base64(text: bytes) -> bytes:
    try:
        decoded = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise Refusal(400, "not Base64") from None
    if base64.b64encode(decoded) != text:
        raise Refusal(400, "not Base64")
    return decoded


def decrypt(body: bytes, iv: "str | None") -> bytes:
    """The cipher text is followed by its 16-byte tag, as AESGCM wants it; a plain body is refused."""
    if KEY is None:
        return body
    if not iv:
        raise Refusal(400, "no vector")
    sealed = strict_base64(body)
    try:
        return CIPHER.decrypt(strict_base64(iv.encode("latin-1")), sealed, None)
    except Exception:
        raise Refusal(400, "does not decrypt") from None


def read_event(plain: bytes) -> dict:
    try:
        event = json.loads(plain.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Refusal(400, "not JSON") from None
    if not isinstance(event, dict) or not all(
        isinstance(event.get(field), str) for field in ("event", "user_id", "timestamp")
    ):
        raise Refusal(400, "no delivery")
    return event


# Which deliveries were handled. In a program that matters: a table with a unique column.
handled: "dict[str, int]" = {}
failing: "set[str]" = set()
seen: "set[bytes]" = set()
lock = threading.Lock()


def work(event: dict) -> None:
    """What you do with an event: store or queue it."""
    user = event["user_id"]
    if user in failing:
        failing.discard(user)
        raise RuntimeError("failing, as the exam asked")
    handled[user] = handled.get(user, 0) + 1


def handle(event: dict, plain: bytes) -> None:
    digest = hashlib.sha256(plain).digest()
    with lock:
        # Told by the plain body, which is signed; headers are not.
        if digest in seen:
            return
        work(event)
        # Only now: what failed comes again, and must not be taken for a repeat.
        seen.add(digest)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        if urlsplit(self.path).path == "/failing":
            failing.add(self.user())
            return self.answer(204)
        try:
            body = self.body()
            verify(body, self.headers.get("X-Svc-Signature"))
            plain = decrypt(body, self.headers.get("X-Svc-Encryption-IV"))
            handle(read_event(plain), plain)
            self.answer(204)
        except Refusal as refusal:
            self.answer(refusal.status, {"errors": [str(refusal)]})
        except ConnectionError:
            self.close_connection = True
        except Exception:
            self.answer(500, {"errors": ["try again"]})

    def do_GET(self) -> None:
        """/handled and /failing are for `payrig exam`; leave them out of a program that is reachable from outside."""
        self.answer(200, {"handled": handled.get(self.user(), 0)})

    def user(self) -> str:
        return parse_qs(urlsplit(self.path).query).get("user_id", [""])[0]

    def body(self) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            self.close_connection = True
            raise Refusal(413, "a body of unknown length, or too long")
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            raise ConnectionError("broken off")
        return body

    def answer(self, status: int, content: "dict | None" = None) -> None:
        text = b"" if content is None else json.dumps(content).encode()
        self.send_response(status)
        if content is not None:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}/webhooks", flush=True)
    server.serve_forever()
