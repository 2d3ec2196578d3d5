"""HTTP in and JSON out: reading a request, authenticating it, answering it."""

import json
import sys
import traceback
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from .refusal import Refusal, no_api_key, no_bearer
from .routing import Call, resolve

MOST_BYTES = 20_000_000


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address, service):
        super().__init__(address, Handler)
        self.service = service


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60

    def log_message(self, *_):
        pass

    def serve(self):
        try:
            status, body, headers = self.respond()
        except Refusal as refusal:
            status, headers = refusal.status, refusal.headers
            body = {"errors": refusal.messages}
        except Exception:
            traceback.print_exc(file=sys.stderr)
            status, body, headers = 500, {"errors": ["The server failed"]}, {}
        self.send(status, body, headers)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = serve

    def respond(self):
        raw = self.read_body()
        address = urlsplit(self.path)
        route, params = resolve(self.command, address.path)
        call = Call(
            service=self.server.service, params=params, raw=raw,
            query=dict(parse_qsl(address.query, keep_blank_values=True)),
            headers={name.lower(): value for name, value in self.headers.items()},
        )
        host = call.headers.get("host") or "%s:%s" % self.server.server_address[:2]
        call.origin = f"http://{host}"
        if address.path.startswith("/_sandbox"):
            call.service.check_sandbox_key(call.headers)
        authenticate(call, route.auth)
        if route.body == "json":
            call.body = parse_json(raw)
        if call.client is None or not route.locked:
            answer = route.handler(call)
        else:
            with call.client.changed:
                answer = route.handler(call)
        return answer if len(answer) == 3 else (*answer, {})

    def read_body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self.read_chunks()
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            self.close_connection = True
            raise Refusal(413 if length.isdigit() else 400, "The body's length is not acceptable")
        return self.rfile.read(int(length))

    def read_chunks(self):
        parts, total = [], 0
        while True:
            size_line = self.rfile.readline(100).split(b";")[0].strip()
            try:
                size = int(size_line, 16)
            except ValueError:
                size = -1
            total += size
            if size < 0 or total > MOST_BYTES:
                self.close_connection = True
                raise Refusal(400, "The chunked body cannot be read")
            if size == 0:
                while self.rfile.readline(1000).strip():
                    pass
                return b"".join(parts)
            parts.append(self.rfile.read(size))
            self.rfile.readline(10)

    def send(self, status, body, headers):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", headers.get("Content-Type", "application/json"))
        for name, value in headers.items():
            if name != "Content-Type":
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self._headers_buffer.append(b"\r\n")
        if self.command != "HEAD":
            self._headers_buffer.append(content)
        # One write for head and body: two would cost the caller a delayed acknowledgement.
        self.flush_headers()


def authenticate(call, auth):
    service = call.service
    if auth == "key":
        call.client = service.clients.get(call.headers.get("x-api-key", ""))
        if call.client is None:
            raise no_api_key()
    elif auth == "bearer":
        scheme, _, token = call.headers.get("authorization", "").partition(" ")
        call.client, call.user = service.bearer(token.strip())
        if scheme.lower() != "bearer" or call.user is None:
            raise no_bearer()


def parse_json(raw):
    """The body's object. An empty body is an empty object."""
    if not raw.strip():
        return {}
    try:
        body = json.loads(raw.decode(), parse_float=Decimal, parse_constant=_no_constant)
    except (ValueError, RecursionError, ArithmeticError):
        raise Refusal(400, "The body is not JSON") from None
    if not isinstance(body, dict):
        raise Refusal(400, "The body must be a JSON object")
    return body


def _no_constant(name):
    raise ValueError(name)
