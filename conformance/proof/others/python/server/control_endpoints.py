"""The arrangement API, second half: health, reset, clock, snapshots, deliveries, statements."""

import copy
import hashlib
import json
import re
from datetime import date

from .clock import move
from .events import delivery_answer, redeliver
from .person import filled_statement
from .refusal import Refusal
from .routing import route
from .shapes import accept, wrong
from .state import COLLECTIONS, real_now
from .statements import write_pdf
from .times import (add_duration, format_instant, instant_of_day, last_day_of_month,
                    parse_instant, within_reach)
from .world import start_world

FORMAT = "python-server-snapshot-1"


@route("GET", "/_sandbox/health", auth="none")
def health(call):
    return 200, {"status": "ok", "now": format_instant(real_now()),
                 "environment": call.service.environment, "profile": call.service.profile}


@route("POST", "/_sandbox/reset", locked=False)
def reset(call):
    with call.client.moving, call.client.changed:
        start_world(call.client)
    return 200, {"message": "The client is back in its starting world"}


@route("GET", "/_sandbox/clock")
def read_clock(call):
    return 200, {"now": call.client.stamp()}


@route("POST", "/_sandbox/clock", locked=False)
def move_clock(call):
    client, body = call.client, call.body
    frozen = accept("flag", body.get("frozen"), "frozen")
    target = wanted_instant(client, body)
    if target is None and frozen is None:
        raise Refusal(400, "The request is missing the required field [to], [by] or [frozen]")
    effects = [] if target is None else move(client, target)
    with client.moving, client.changed:
        now = client.now()
        if frozen is True:
            client.state["frozen_ms"] = now
        elif frozen is False and client.state["frozen_ms"] is not None:
            client.state.update(frozen_ms=None, offset_ms=now - real_now())
        return 200, {"now": format_instant(client.now()), "effects": effects,
                     "frozen": client.state["frozen_ms"] is not None}


def wanted_instant(client, body):
    """The instant to move to, or None if the body names none."""
    to, by = body.get("to"), body.get("by")
    if to is None and by is None:
        return None
    if to is not None and by is not None:
        raise Refusal(400, "Give [to] or [by], not both")
    with client.changed:
        now = client.now()
    if to is not None:
        target = parse_instant(accept("instant", to, "to"))
    else:
        target = add_duration(now, by) if isinstance(by, str) else None
        if target is None:
            raise wrong("by", "an ISO 8601 duration")
    if target < now:
        raise Refusal(400, f"The clock moves forward only: it is {format_instant(now)}")
    if not within_reach(target):
        raise Refusal(400, "The clock cannot move as far as that")
    return target


def digest(state):
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


@route("GET", "/_sandbox/snapshot")
def take_snapshot(call):
    state = copy.deepcopy(call.state)
    # The clock goes on from the instant of the snapshot, whenever it is put back.
    state["taken_ms"] = call.client.now()
    return 200, {"format": FORMAT, "state": state, "digest": digest(state)}


@route("PUT", "/_sandbox/snapshot", locked=False)
def put_snapshot(call):
    try:
        body = json.loads(call.raw)
        state = body["state"]
        known = body["format"] == FORMAT and body["digest"] == digest(state)
        known = known and all(isinstance(state[name], dict) for name in COLLECTIONS)
    except (ValueError, TypeError, KeyError):
        known = False
    if not known:
        raise Refusal(400, "The body is no snapshot of this server")
    with call.client.moving, call.client.changed:
        taken = state.pop("taken_ms")
        if state["frozen_ms"] is None:
            state["offset_ms"] = taken - real_now()
        call.client.state = state
        call.client.changed.notify_all()
    return 200, {"message": "The client's state is the snapshot's"}


@route("GET", "/_sandbox/deliveries")
def list_deliveries(call):
    wanted = {name: call.query[name] for name in ("webhook_id", "event") if name in call.query}
    return 200, {"deliveries": [
        delivery_answer(one) for one in call.state["deliveries"].values()
        if all(one[name] == value for name, value in wanted.items())]}


@route("POST", "/_sandbox/deliveries/{delivery_id}/redeliver")
def redeliver_one(call):
    delivery = call.client.find("deliveries", "Delivery", call.params["delivery_id"])
    if delivery["webhook_id"] not in call.state["webhooks"]:
        raise Refusal(400, "The delivery's subscription is gone")
    redeliver(call.client, delivery)
    return 200, delivery_answer(delivery)


@route("GET", "/_sandbox/users/{user_id}/statements/{month}.pdf")
def statement_pdf(call):
    user = call.path_user()
    if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", call.params["month"]):
        raise Refusal(404, "The month must be written YYYY-MM")
    try:
        first = date.fromisoformat(call.params["month"] + "-01")
    except ValueError:
        raise Refusal(404, "There is no such month") from None
    if instant_of_day(first) > call.client.stamp():
        raise Refusal(404, "The month is yet to come")
    period = {"start_date": first.isoformat(), "end_date": last_day_of_month(first).isoformat()}
    submission = filled_statement(user, {"statement_period": period}, first)
    return 200, write_pdf(submission), {"Content-Type": "application/pdf"}
