"""One client's state: plain JSON values, so that a snapshot is the state itself."""

import threading
import time
import uuid

from .refusal import not_found
from .times import format_instant

SPACE = uuid.UUID("6f0f5c1e-6d5b-4b0e-9d0e-3a5a3f7e9b11")
COLLECTIONS = ("terms", "users", "authorisations", "accounts", "direct", "entries", "payroll",
               "statements", "incomes", "documents", "tokens", "webhooks", "deliveries",
               "members")


class Client:
    """A client of the service: its key, its state, and the lock that guards the state."""

    def __init__(self, key, environment, members=()):
        self.key = key
        self.environment = environment
        self.credentials = dict(members)
        self.changed = threading.Condition(threading.RLock())
        self.sending = set()
        self.moving = threading.Lock()
        self.state = {}

    def now(self):
        frozen = self.state["frozen_ms"]
        return real_now() + self.state["offset_ms"] if frozen is None else frozen

    def stamp(self):
        return format_instant(self.now())

    def find(self, collection, kind, identifier):
        """The record of that id, or the refusal that there is none."""
        found = self.state[collection].get(str(identifier).lower())
        if found is None:
            raise not_found(kind, identifier)
        return found

    def of_user(self, collection, user_id):
        """A user's records, oldest first."""
        return [record for record in self.state[collection].values()
                if record["user_id"] == user_id]

    def setting(self, user, name):
        """The user's own setting, else the client's."""
        return user[name] if name in user else self.state["configuration"].get(name)


def real_now():
    return time.time_ns() // 1_000_000


def new_id():
    return str(uuid.uuid4())


def fixed_id(*names):
    """The same id for the same names, for what every starting world has."""
    return str(uuid.uuid5(SPACE, "/".join(names)))


def empty_state():
    state = {name: {} for name in COLLECTIONS}
    state.update(offset_ms=0, frozen_ms=None, processed_ms=real_now(), configuration={})
    return state
