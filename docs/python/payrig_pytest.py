"""A pytest plugin for the Payrig sandbox: every test gets a client of its own, which is removed after the test.

Copy this file beside your tests and put `pytest_plugins = ["payrig_pytest"]` into conftest.py. Python 3.9, no other package.
PAYRIG_URL names the sandbox (http://127.0.0.1:4010), PAYRIG_SANDBOX_KEY its key, if it has one.
"""

import json
import os
import urllib.error
import urllib.request

import pytest

URL = os.environ.get("PAYRIG_URL", "http://127.0.0.1:4010")


class Client:
    """One client of the sandbox: its key, its people and its clock."""

    def __init__(self, api_key: str, client_id: str = ""):
        self.url, self.api_key, self.client_id = URL, api_key, client_id

    def call(self, method: str, path: str, body: object = None, token: "str | None" = None) -> object:
        """The JSON that the service answers. A refusal raises with the messages of the service."""
        headers = {"Content-Type": "application/json", "X-API-KEY": self.api_key}
        if token is not None:
            headers = {"Content-Type": "application/json", "Authorization": "Bearer " + token}
        if "PAYRIG_SANDBOX_KEY" in os.environ and path.startswith("/_sandbox"):
            headers["X-Sandbox-Key"] = os.environ["PAYRIG_SANDBOX_KEY"]
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
        except urllib.error.HTTPError as refusal:
            raise AssertionError(f"{method} {path}: {refusal.code} {refusal.read().decode()}") from None
        return json.loads(text) if text else None

    def person(self, key: str) -> str:
        """The id of a person of the starting world, such as "two-jobs"; `payrig world` lists them."""
        scenarios = self.call("GET", "/_sandbox/scenarios")["scenarios"]
        return next(one["user_id"] for one in scenarios if one["key"] == key)

    def advance(self, by: str) -> None:
        """Moves the client's clock by a duration such as "P1M"."""
        self.call("POST", "/_sandbox/clock", {"by": by})


@pytest.fixture
def payrig() -> "Client":
    """A client with the starting people and a clock that stands still until the test moves it."""
    sandbox = Client(os.environ.get("PAYRIG_API_KEY", "sandbox-key"))
    made = sandbox.call("POST", "/_sandbox/clients", {"frozen": True})
    yield Client(made["api_key"], made["client_id"])
    sandbox.call("DELETE", "/_sandbox/clients/" + made["client_id"])
