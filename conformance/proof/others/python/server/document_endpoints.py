"""Bank statement upload and lists, and tax-authority income."""

import hmac
import secrets

from .events import emit
from .payroll import authorise
from .refusal import Refusal, missing
from .routing import page, route
from .shapes import INCOME, STATEMENT, answer, wrong
from .state import new_id
from .statements import read_pdf
from .times import normal_instant

UPLOAD_MS = 15 * 60_000


@route("PUT", "/documents/bank-statements/presign", auth="bearer")
def presign(call):
    files = call.required("files")
    if not isinstance(files, list) or not files:
        raise wrong("files", "an array of at least 1 item")
    for at, one in enumerate(files):
        check_file(one, f"files[{at}]")
    if "x-svc-authorisation-id" in call.headers:
        authorise(call.client, call.user, call.headers)
    return 200, {"presigned_urls": [presigned(call, one) for one in files]}


def check_file(one, where):
    if not isinstance(one, dict):
        raise wrong(where, "an object")
    if one.get("file_name") is None:
        raise missing(f"{where}.file_name")
    for name in ("file_name", "external_id"):
        if one.get(name) is not None and not isinstance(one[name], str):
            raise wrong(f"{where}.{name}", "a string")


def presigned(call, one):
    document = {
        "document_id": new_id(), "user_id": call.user["user_id"], "state": "awaiting_upload",
        "document_filename": one["file_name"], "document_external_id": one.get("external_id"),
        "created_at": call.client.stamp(), "expires_ms": call.client.now() + UPLOAD_MS,
        "secret": secrets.token_urlsafe(24),
    }
    call.state["documents"][document["document_id"]] = document
    path = f"bank-statements/{call.user['user_id']}/{document['document_id']}"
    item = {"file_name": one["file_name"], "path": path,
            "presigned_url": f"{call.origin}/_storage/{document['document_id']}"
                             f"?signature={document['secret']}"}
    if one.get("external_id") is not None:
        item["external_id"] = one["external_id"]
    return item


@route("PUT", "/_storage/{document_id}", auth="none", body="raw")
def upload(call):
    for client in call.service.clients.values():
        with client.changed:
            document = client.state["documents"].get(call.params["document_id"])
            if document is not None:
                return store(call, client, document)
    raise Refusal(403, "The upload address is wrong")


def store(call, client, document):
    signature = call.query.get("signature", "")
    if not hmac.compare_digest(signature.encode(), document.get("secret", "-").encode()):
        raise Refusal(403, "The upload address is wrong")
    if document["state"] != "awaiting_upload" or client.now() >= document["expires_ms"]:
        raise Refusal(403, "The upload address was used or has expired")
    if call.headers.get("content-type", "").split(";")[0].strip() != "application/pdf":
        raise Refusal(415, "The upload's Content-Type must be application/pdf")
    try:
        found = read_pdf(call.raw)
    except (Refusal, ValueError):
        found = None
    document["state"] = "rejected" if found is None else "extracted"
    if found is not None:
        user = client.state["users"][document["user_id"]]
        found.update({name: document[name] for name in
                      ("document_id", "document_external_id", "document_filename")})
        # What the document does not show is left out: extracted data comes when available.
        add_statement(client, user, {"id": new_id(), **found})
    return 200, {"message": "The upload is stored"}


def add_statement(client, user, given):
    """Record a bank statement submission; it is an event."""
    submission = {**given, "user_id": user["user_id"],
                  "created_at": given.get("created_at") or client.stamp()}
    client.state["statements"][submission["id"]] = submission
    document_id = submission["document_id"]
    if document_id is not None:
        client.state["documents"].setdefault(document_id, {
            "document_id": document_id, "user_id": user["user_id"], "state": "extracted",
            "document_filename": submission["document_filename"],
            "document_external_id": submission["document_external_id"],
            "created_at": submission["created_at"], "expires_ms": client.now()})
    payload = {"bank_statement_submissions": [answer(STATEMENT, submission)]}
    emit(client, "user-bank-statement-submitted", user["user_id"], {}, payload)
    return submission


@route("GET", "/bankstatements/{user_id}")
def list_statements(call):
    user = call.path_user()
    bounds = {}
    for name in ("exclude_before", "exclude_after"):
        text = call.query.get(name)
        bounds[name] = None if text is None else normal_instant(text.replace(" ", "+"))
        if text is not None and bounds[name] is None:
            raise Refusal(400, f"The parameter [{name}] must be an ISO 8601 date-time")
    kept = [one for one in call.client.of_user("statements", user["user_id"])
            if (bounds["exclude_before"] or "") <= one["created_at"]
            <= (bounds["exclude_after"] or "9999")]
    pagination, chosen = page(call, kept, first=0, most=1000, usual=100)
    return 200, {"pagination": pagination,
                 "bank_statement_submissions": [answer(STATEMENT, one) for one in chosen]}


@route("GET", "/taxauth/{user_id}")
def list_income(call):
    user = call.path_user()
    kept = [one for one in call.client.of_user("incomes", user["user_id"])
            if user.get("taxauth_enabled") is not False]
    for name in ("account_id", "entry_id"):
        if name in call.query:
            kept = [one for one in kept if one[name] == call.query[name].lower()]
    pagination, chosen = page(call, kept, first=1, most=100, usual=100)
    return 200, {"pagination": pagination,
                 "income_submissions": [answer(INCOME, one) for one in chosen]}
