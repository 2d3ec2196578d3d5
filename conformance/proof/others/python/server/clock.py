"""The client's clock: what falls due as it goes, by itself or moved."""

import threading
from concurrent.futures import ThreadPoolExecutor

from .events import attempt
from .payroll import check_times, recurring_check
from .state import real_now
from .times import format_instant

SENDERS = ThreadPoolExecutor(16)


def next_due(client, until, deliveries=True):
    """The first thing due by then: (instant, kind, record), or None. Deliveries come last."""
    state, found = client.state, []
    done = state["processed_ms"]
    for account in state["accounts"].values():
        user = state["users"][account["user_id"]]
        after = max(done, account.get("checked_ms", 0))
        found += [(at, 0, "recurring-check", account)
                  for at in check_times(client, user, account, after, until)]
    found += [(one["expires_ms"], 1, "expiry", one) for name in ("documents", "tokens")
              for one in state[name].values() if expires(one, until)]
    found += [(one["due_ms"], 2, "delivery-attempt", one)
              for one in state["deliveries"].values()
              if deliveries and one["state"] == "pending" and one["due_ms"] <= until]
    if not found:
        return None
    at, _, kind, record = min(found, key=lambda one: one[:2])
    return max(at, done), kind, record


def expires(record, until):
    awaiting = record.get("state", "awaiting_upload") == "awaiting_upload"
    return awaiting and not record.get("expired") and record["expires_ms"] <= until


def expire(record):
    record["expired"] = True
    if "document_id" in record:
        record["state"] = "expired"
        return {"document_id": record["document_id"], "user_id": record["user_id"]}
    return {"token_of": record["user_id"], "user_id": record["user_id"]}


def run_one(client, at, kind, record):
    """Let one due thing other than a delivery happen."""
    if kind == "recurring-check":
        record["checked_ms"] = at
        effect = recurring_check(client, record)
    else:
        effect = expire(record)
    return {"at": format_instant(at), "kind": kind, **effect}


def set_now(client, ms):
    if client.state["frozen_ms"] is None:
        client.state["offset_ms"] = ms - real_now()
    else:
        client.state["frozen_ms"] = ms


def move(client, target):
    """Move the clock forward; everything due on the way happens at its own instant, in order."""
    effects = []
    with client.moving:
        frozen_before = client.state["frozen_ms"]
        with client.changed:
            # Time stands still on the way, so that each effect bears its own instant.
            client.state["frozen_ms"] = client.now()
        while True:
            with client.changed:
                client.changed.wait_for(lambda: not client.sending)
                due = next_due(client, target)
                if due is None:
                    break
                at, kind, record = due
                client.state["frozen_ms"] = max(at, client.state["frozen_ms"])
                if kind != "delivery-attempt":
                    effects.append(run_one(client, at, kind, record))
                    continue
                client.sending.add(record["delivery_id"])
            attempt(client, record)
            effects.append({
                "at": format_instant(at), "kind": kind, "delivery_id": record["delivery_id"],
                "webhook_id": record["webhook_id"], "event": record["event"],
                "state": record["state"]})
        with client.changed:
            client.state["processed_ms"] = max(target, client.state["processed_ms"])
            client.state["frozen_ms"] = frozen_before
            set_now(client, max(target, client.now()))
    return effects


def follow(client):
    """Let real time pass for a client: run in a thread of its own."""
    while True:
        with client.changed:
            client.changed.wait(0.2)
        if not client.moving.acquire(timeout=1):
            continue
        try:
            with client.changed:
                tick(client)
        finally:
            client.moving.release()


def tick(client):
    """Do what has fallen due by now; deliveries go out on other threads."""
    now = client.now()
    while True:
        due = next_due(client, now, deliveries=False)
        if due is None:
            break
        run_one(client, *due)
    client.state["processed_ms"] = max(client.state["processed_ms"], now)
    for delivery in client.state["deliveries"].values():
        waiting = delivery["state"] == "pending" and delivery["due_ms"] <= now
        if waiting and delivery["delivery_id"] not in client.sending:
            client.sending.add(delivery["delivery_id"])
            SENDERS.submit(attempt, client, delivery)


def start(client):
    threading.Thread(target=follow, args=(client,), daemon=True).start()
