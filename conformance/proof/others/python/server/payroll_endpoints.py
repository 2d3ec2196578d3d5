"""Accounts, entries, connections and the provider catalogue."""

from .payroll import (LINKED, LOCKED, PENDING, account_answer, authorise, delete_entry, retrieve,
                      retrieve_direct)
from .refusal import Refusal
from .routing import route
from .shapes import PAYROLL, answer

MOST_ATTEMPTS = 5


@route("POST", "/payroll/entries/connections", auth="bearer")
def query_connection(call):
    account = call.state["accounts"].get(call.required_uuid("account_id"))
    if account is None or account["user_id"] != call.user["user_id"]:
        raise Refusal(400, f"Account with id [{call.body['account_id']}] does not exist")
    if call.client.setting(call.user, "payroll_connections_enabled") is False:
        raise Refusal(409, "Payroll connections are not enabled")
    authorisation = authorise(call.client, call.user, call.headers)
    if account["status"] != LINKED:
        raise Refusal(400, f"The account is {account['status']}: it waits for its MFA response")
    entry = retrieve(call.client, account)
    return 201, {
        "account_id": account["account_id"], "entry_id": entry["entry_id"],
        "payroll_submissions": [answer(PAYROLL, one) for one in entry["submissions"]],
        "authorisation_id": authorisation["authorisation_id"]}


@route("POST", "/accounts/direct-connections")
def create_direct_connection(call):
    user = call.state["users"].get(call.required_uuid("user_id"))
    if user is None:
        raise Refusal(400, f"User with id [{call.body['user_id']}] does not exist")
    authorise(call.client, user, call.headers)
    found = [answer(PAYROLL, one) for one in retrieve_direct(call.client, user)]
    return 200, {
        "pagination": {"offset": 1, "limit": 100, "count": len(found), "total_count": len(found)},
        "payroll_submissions": found}


@route("PUT", "/accounts/{account_id}/mfa")
def submit_mfa(call):
    account = call.client.find("accounts", "Account", call.params["account_id"])
    code = call.required_text("mfa")
    authorise(call.client, call.state["users"][account["user_id"]], call.headers)
    if account["status"] != PENDING:
        raise Refusal(400, f"The account is {account['status']}: it waits for no MFA response")
    if code != account["mfa"]:
        account["failed_attempts"] += 1
        if account["failed_attempts"] >= MOST_ATTEMPTS:
            account["status"] = LOCKED
        raise Refusal(400, "The field [mfa] is not the response that the provider expects")
    account["status"] = LINKED
    return 200, account_answer(call.client, account)


@route("DELETE", "/accounts/{account_id}")
def delete_account(call):
    account = call.client.find("accounts", "Account", call.params["account_id"])
    del call.state["accounts"][account["account_id"]]
    return 200, {"message": f"Account [{account['account_id']}] was deleted"}


@route("DELETE", "/payroll/entries/{entry_id}")
def remove_entry(call):
    entry = call.client.find("entries", "Entry", call.params["entry_id"])
    delete_entry(call.client, entry["entry_id"])
    return 200, {"message": f"Entry [{entry['entry_id']}] was deleted"}


def provider(identifier, name, parent=None, oauth=False, params=()):
    site = f"https://{identifier}.example"
    return {"id": identifier, "name": name, "url": site, "logo_url": f"{site}/logo.png",
            "is_oauth2": oauth, "is_scraper": not oauth, "reset_url": f"{site}/reset",
            "parent": parent, "max_login_attempts": MOST_ATTEMPTS,
            "extra_login_params": list(params)}


def login_param(key, display_name, kind, required=True):
    return {"key": key, "display_name": display_name, "validation": {
        "required": required, "type": kind, "date_format": "YYYY-MM-DD",
        "min_length": 1, "max_length": 40}}


CATALOGUE = {
    "providers": [
        provider("northwind-payroll", "Northwind Payroll", oauth=True),
        provider("tideway-hr", "Tideway HR", parent="tideway",
                 params=[login_param("company_code", "Company code", "text")]),
        provider("tideway-public", "Tideway Public Sector", parent="tideway",
                 params=[login_param("start_date", "Start date", "date", required=False)]),
    ],
    "parent_provider_meta": [
        {"id": "tideway", "name": "Tideway", "logo_url": "https://tideway.example/logo.png"}],
    "employers": [
        {"id": "harbour-foods", "name": "Harbour Foods Ltd", "url": "https://harbour.example",
         "logo_url": "https://harbour.example/logo.png",
         "providers": ["northwind-payroll", "tideway-hr"]}],
}


@route("GET", "/providers")
def list_providers(_call):
    return 200, CATALOGUE
