"""The whole service: its clients and its secrets."""

import hmac
import secrets

from . import (control_endpoints, document_endpoints, expenditure, payroll_endpoints,  # noqa: F401
               people_endpoints, sandbox_endpoints, webhook_endpoints)
from .clock import start
from .refusal import Refusal
from .state import Client
from .world import start_world


class Service:
    def __init__(self, keys, environment="sandbox", members=(), sandbox_key=None):
        self.environment = environment
        self.sandbox_key = sandbox_key
        self.profile = {}
        self.secret = secrets.token_bytes(32)
        self.clients = {}
        for key in keys:
            client = Client(key, environment, () if self.clients else members)
            start_world(client)
            self.clients[key] = client

    def start(self):
        for client in self.clients.values():
            start(client)

    def bearer(self, token):
        """The client and the user of a token that has not expired, or nothing twice."""
        for client in self.clients.values():
            with client.changed:
                known = client.state["tokens"].get(token)
                if known is not None and client.now() < known["expires_ms"]:
                    return client, client.state["users"].get(known["user_id"])
        return None, None

    def check_sandbox_key(self, headers):
        given = headers.get("x-sandbox-key", "")
        if self.sandbox_key and not hmac.compare_digest(given.encode(), self.sandbox_key.encode()):
            raise Refusal(401, "No X-Sandbox-Key header was provided or its value is wrong")
