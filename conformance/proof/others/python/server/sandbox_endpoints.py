"""The arrangement API, first half: people, terms, accounts and what is submitted for them."""

import secrets

from .document_endpoints import add_statement
from .events import emit
from .payroll import account_answer, add_entry, create_account, day_today
from .people_endpoints import accepted_settings, user_answer
from .person import filled_income, filled_payroll, filled_statement
from .refusal import Refusal
from .routing import route
from .shapes import (INCOME, PAYROLL, STATEMENT, TERM, USER_SETTINGS, accept, answer, wrong)
from .state import new_id
from .times import format_instant

TOKEN_SECONDS = 3600
MOST_TOKEN_SECONDS = 100 * 365 * 86400


@route("POST", "/_sandbox/users")
def create_user(call):
    settings = accepted_settings(call.client, call.body, USER_SETTINGS)
    user = {"user_id": new_id(), "created_at": call.client.stamp()}
    user.update({name: value for name, value in settings.items() if value is not None})
    call.state["users"][user["user_id"]] = user
    return 201, user_answer(user)


@route("GET", "/_sandbox/users/{user_id}")
def view_user(call):
    user, client = call.path_user(), call.client

    def held(collection):
        return client.of_user(collection, user["user_id"])

    return 200, {
        "user": user_answer(user),
        "authorisations": held("authorisations"),
        "accounts": [account_answer(client, one) for one in held("accounts")],
        "entries": [{name: one[name] for name in ("entry_id", "account_id", "created_at")}
                    for one in held("entries")],
        "payroll_submissions": [answer(PAYROLL, one) for one in held("payroll")],
        "bank_statement_submissions": [answer(STATEMENT, one) for one in held("statements")],
        "income_submissions": [answer(INCOME, one) for one in held("incomes")],
        "documents": [{name: one[name] for name in (
            "document_id", "state", "document_filename", "document_external_id", "created_at")}
            for one in held("documents")],
    }


@route("POST", "/_sandbox/users/{user_id}/tokens")
def create_token(call):
    user = call.path_user()
    seconds = call.body.get("expires_in")
    seconds = TOKEN_SECONDS if seconds is None else accept("integer", seconds, "expires_in")
    if not 0 < seconds <= MOST_TOKEN_SECONDS:
        raise wrong("expires_in", "a number of seconds above 0")
    expires = call.client.now() + seconds * 1000
    token = secrets.token_urlsafe(32)
    call.state["tokens"][token] = {"user_id": user["user_id"], "expires_ms": expires}
    return 201, {"token": token, "expires_at": format_instant(expires)}


@route("POST", "/_sandbox/terms")
def create_term(call):
    given = accept({"name": "text", "authorisation_text": "text", "is_active": "flag",
                    "authorisation_category": "category"}, call.body, "")
    given = {name: value for name, value in given.items() if value is not None}
    version = 1 + max(one["authorisation_version"] for one in call.state["terms"].values())
    term = {"id": new_id(), "is_active": True, "is_system_term": False,
            "authorisation_version": version, "created_at": call.client.stamp(),
            "name": f"Client term {version}", "authorisation_text": "I agree.",
            "authorisation_category": "one_time", **given}
    call.state["terms"][term["id"]] = term
    return 201, answer(TERM, term)


@route("PATCH", "/_sandbox/terms/{term_id}")
def update_term(call):
    term = call.client.find("terms", "Term", call.params["term_id"])
    term["is_active"] = accept("flag", call.required("is_active"), "is_active")
    return 200, answer(TERM, term)


@route("POST", "/_sandbox/users/{user_id}/authorisations")
def accept_term(call):
    user = call.path_user()
    if call.body.get("term_id") is not None:
        term = call.client.find("terms", "Term", accept("text", call.body["term_id"], "term_id"))
    else:
        system = [one for one in call.state["terms"].values()
                  if one["is_system_term"] and one["is_active"]]
        if not system:
            raise Refusal(400, "No system term is active")
        term = system[-1]
    if not term["is_active"]:
        raise Refusal(400, f"Term [{term['id']}] is not active: it cannot be accepted")
    authorisation = {
        "authorisation_id": new_id(), "user_id": user["user_id"], "term_id": term["id"],
        "authorisation_category": term["authorisation_category"],
        "accepted_at": call.client.stamp()}
    call.state["authorisations"][authorisation["authorisation_id"]] = authorisation
    return 201, authorisation


@route("DELETE", "/_sandbox/users/{user_id}/authorisations/{authorisation_id}")
def revoke(call):
    user = call.path_user()
    found = call.client.find("authorisations", "Authorisation", call.params["authorisation_id"])
    if found["user_id"] != user["user_id"]:
        raise Refusal(404, "The user has no such authorisation")
    found.setdefault("revoked_at", call.client.stamp())
    return 200, {"message": f"Authorisation [{found['authorisation_id']}] was revoked"}


def accepted_payroll(call, user, name, source):
    """The partial payroll submissions of a body field, filled."""
    given = accept([PAYROLL], call.required(name), name)
    today = day_today(call.client)
    return [filled_payroll(user, one, today, source) for one in given]


@route("POST", "/_sandbox/users/{user_id}/accounts")
def link_account(call):
    user = call.path_user()
    fields = accept({"payroll_provider": "text", "user_name": "text", "mfa_enabled": "flag",
                     "mfa": "text"}, call.body, "")
    held = None
    if call.body.get("payroll") is not None:
        held = accepted_payroll(call, user, "payroll", "payroll_provider")
    return 201, account_answer(call.client, create_account(call.client, user, fields, held))


@route("POST", "/_sandbox/users/{user_id}/direct-payroll")
def hold_direct_payroll(call):
    user = call.path_user()
    held = accepted_payroll(call, user, "payroll_submissions", "payroll_direct_connection")
    for one in held:
        one.update(account_id=None, entry_id=None)
    call.state["direct"][user["user_id"]] = {"user_id": user["user_id"], "held": held}
    return 201, {"payroll_submissions": [answer(PAYROLL, one) for one in held]}


@route("POST", "/_sandbox/users/{user_id}/entries")
def create_entry(call):
    user = call.path_user()
    account_id = accept("uuid", call.body.get("account_id"), "account_id")
    if account_id is not None:
        account = call.client.find("accounts", "Account", account_id)
        if account["user_id"] != user["user_id"]:
            raise Refusal(404, f"Account with id [{account_id}] does not exist for the user")
    source = "payslip_upload" if account_id is None else "payroll_provider"
    submissions = accepted_payroll(call, user, "payroll_submissions", source)
    if account_id is None:
        if call.client.setting(user, "payslip_upload_enabled") is False:
            raise Refusal(409, "Payslip upload is not enabled")
        for one in submissions:
            add_payslip_document(call, user, one)
    entry = add_entry(call.client, user, account_id, submissions)
    return 201, {"entry_id": entry["entry_id"], "account_id": account_id,
                 "payroll_submissions": [answer(PAYROLL, one) for one in submissions]}


def add_payslip_document(call, user, submission):
    """A payslip upload populates the document fields, and the user has that file."""
    document_id = submission["document_id"] or new_id()
    submission["document_id"] = document_id
    submission["document_external_id"] = (submission["document_external_id"]
                                          or f"payslip-{document_id[:8]}")
    submission["document_filename"] = (submission["document_filename"]
                                       or f"payslip-{document_id[:8]}.pdf")
    call.state["documents"].setdefault(document_id, {
        "document_id": document_id, "user_id": user["user_id"], "state": "extracted",
        "document_filename": submission["document_filename"],
        "document_external_id": submission["document_external_id"],
        "created_at": call.client.stamp(), "expires_ms": call.client.now()})


@route("POST", "/_sandbox/users/{user_id}/bank-statements")
def create_statement(call):
    user = call.path_user()
    given = filled_statement(user, accept(STATEMENT, call.body, ""), day_today(call.client))
    return 201, answer(STATEMENT, add_statement(call.client, user, given))


@route("POST", "/_sandbox/users/{user_id}/taxauth")
def create_income(call):
    user = call.path_user()
    given = accept(INCOME, call.body, "")
    submission = {**filled_income(user, given, day_today(call.client)),
                  "user_id": user["user_id"]}
    if submission["entry_id"] is not None:
        call.state["entries"].setdefault(submission["entry_id"], {
            "entry_id": submission["entry_id"], "user_id": user["user_id"],
            "account_id": submission["account_id"], "created_at": call.client.stamp()})
    call.state["incomes"][submission["id"]] = submission
    shown = answer(INCOME, submission)
    emit(call.client, "user-taxauth-data-submitted", user["user_id"], {},
         {"income_submissions": [shown]})
    return 201, shown
