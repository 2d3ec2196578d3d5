"""The table of endpoints, and what a handler gets of a request."""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from .refusal import Refusal, missing
from .shapes import UUID

ROUTES = []


@dataclass
class Call:
    """One request, after its authentication."""

    service: object
    client: object = None
    user: dict = None
    params: dict = field(default_factory=dict)
    query: dict = field(default_factory=dict)
    headers: dict = field(default_factory=dict)
    body: dict = None
    raw: bytes = b""
    origin: str = ""

    @property
    def state(self):
        return self.client.state

    def path_user(self):
        return self.client.find("users", "User", self.params["user_id"])

    def required(self, name):
        """A body field that must be there and not null."""
        if self.body.get(name) is None:
            raise missing(name)
        return self.body[name]

    def required_text(self, name):
        value = self.required(name)
        if not isinstance(value, str):
            raise Refusal(400, f"The field [{name}] must be a string")
        if not value.strip():
            raise missing(name)
        return value

    def required_uuid(self, name):
        value = self.required_text(name)
        if not UUID.match(value):
            raise Refusal(400, f"The field [{name}] must be a UUID")
        return value.lower()


@dataclass
class Route:
    method: str
    pattern: object
    auth: str
    body: str
    locked: bool
    handler: object


def route(method, path, auth="key", body=None, locked=True):
    """Register a handler. auth: key, bearer or none. body: json, raw or None."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path.replace(".", r"\.")) + r"\Z")
    if body is None and method in ("POST", "PUT", "PATCH"):
        body = "json"

    def register(handler):
        ROUTES.append(Route(method, pattern, auth, body, locked, handler))
        return handler

    return register


def resolve(method, path):
    """The route and the path's parameters; 404 for an unknown path, 405 for another method."""
    allowed = []
    for one in ROUTES:
        match = one.pattern.match(path)
        if match and one.method == method:
            return one, {name: unquote(value) for name, value in match.groupdict().items()}
        if match:
            allowed.append(one.method)
    if allowed:
        raise Refusal(405, f"{method} is not allowed here", headers={"Allow": ", ".join(allowed)})
    raise Refusal(404, f"There is nothing at the path {path}")


def page(call, items, first, most, usual):
    """One page of a list. An offset or limit out of its range is moved to the nearest bound."""
    offset = max(first, integer_query(call, "offset", first))
    limit = min(most, max(1, integer_query(call, "limit", usual)))
    start = offset - first
    chosen = items[start:start + limit]
    return {"offset": offset, "limit": limit, "count": len(chosen),
            "total_count": len(items)}, chosen


def integer_query(call, name, default):
    text = call.query.get(name)
    if text is None:
        return default
    if not re.fullmatch(r"[+-]?[0-9]{1,15}", text):
        raise Refusal(400, f"The parameter [{name}] must be an integer")
    return int(text)
