"""Members, terms, users and the client's configuration."""

import base64
import hashlib
import hmac
import json
import re

from .refusal import Refusal
from .routing import page, route
from .shapes import CONFIGURATION, TERM, USER_SETTINGS, accept, answer, wrong
from .state import fixed_id

EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+\Z")


@route("POST", "/members/signin", auth="none")
def sign_in(call):
    problems = []
    for name in ("username", "password"):
        try:
            call.required_text(name)
        except Refusal as refusal:
            problems += refusal.messages
    if problems:
        raise Refusal(400, *problems)
    username, password = call.body["username"], call.body["password"]
    for client in call.service.clients.values():
        if username in client.credentials and hmac.compare_digest(
                client.credentials[username].encode(), password.encode()):
            member = {"id": fixed_id(client.key, "member", username), "email": username,
                      "role": "admin", "name": username.partition("@")[0],
                      "status": "confirmed", "mfa_status": "disabled"}
            return 200, {"jwt": member_token(call.service, member, client), "member": member}
    raise Refusal(403, "The username or the password is wrong")


def member_token(service, member, client):
    claims = {"sub": member["id"], "email": member["email"], "iat": client.now() // 1000}
    parts = [_url_base64(json.dumps(part).encode())
             for part in ({"alg": "HS256", "typ": "JWT"}, claims)]
    signed = ".".join(parts)
    seal = hmac.new(service.secret, signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{_url_base64(seal)}"


def _url_base64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@route("POST", "/members")
def invite_member(call):
    email = call.required_text("email")
    if not EMAIL.match(email):
        raise wrong("email", "an email address")
    role = call.body.get("role")
    if role is not None and not isinstance(role, str):
        raise wrong("role", "a string")
    member = call.state["members"].setdefault(email, {
        "email": email, "status": "unconfirmed", "mfa_status": "disabled",
        "name": email.partition("@")[0]})
    member["role"] = role or member.get("role", "viewer")
    return 201, member


@route("GET", "/authorisations/terms/{term_id}")
def get_term(call):
    return 200, answer(TERM, call.client.find("terms", "Term", call.params["term_id"]))


def accepted_settings(client, body, shape):
    """The writable fields of a body, validated; a null is kept as a null."""
    settings = accept(shape, body, "")
    if settings.get("post_codes") == []:
        raise wrong("post_codes", "an array of one or more strings")
    if client.environment == "production" and settings.get("recurring_check_frequency") == "HOURLY":
        raise wrong("recurring_check_frequency", "WEEKLY or MONTHLY")
    return settings


def user_answer(user):
    return {name: user[name] for name in ("user_id", "created_at", *USER_SETTINGS)
            if name in user}


@route("PATCH", "/users/{user_id}")
def update_user(call):
    user = call.path_user()
    for name, value in accepted_settings(call.client, call.body, USER_SETTINGS).items():
        if value is None:
            user.pop(name, None)
        else:
            user[name] = value
    return 200, user_answer(user)


@route("GET", "/users")
def list_users(call):
    newest_first = list(reversed(call.state["users"].values()))
    pagination, users = page(call, newest_first, first=1, most=100, usual=50)
    return 200, {"pagination": pagination, "users": [user_answer(user) for user in users]}


@route("DELETE", "/users/{user_id}")
def delete_user(call):
    user_id = call.path_user()["user_id"]
    for name in ("authorisations", "accounts", "direct", "entries", "payroll", "statements",
                 "incomes", "documents", "tokens"):
        records = call.state[name]
        for key in [key for key, one in records.items() if one["user_id"] == user_id]:
            del records[key]
    del call.state["users"][user_id]
    return 200, {"message": f"User [{user_id}] was deleted with all its data"}


@route("GET", "/configuration")
def get_configuration(call):
    return 200, call.state["configuration"]


@route("PATCH", "/configuration")
def update_configuration(call):
    settings = accepted_settings(call.client, call.body, CONFIGURATION)
    for name, value in settings.items():
        if value is None:
            raise wrong(name, "a value: the configuration keeps every field that it has")
    call.state["configuration"].update(settings)
    return 200, call.state["configuration"]
