"""Authorisations, retrieval from a provider or a direct connection, entries."""

from .events import emit
from .person import filled_payroll, previous_month
from .refusal import Refusal
from .shapes import ACCOUNT, PAYROLL, UUID, answer
from .state import new_id
from .times import add_months, day_of, format_instant, instant_of_day, moment_of, parse_instant

LINKED, PENDING, LOCKED = "LINKED", "PENDING", "LOCKED"


def valid_authorisations(client, user_id):
    return [one for one in client.of_user("authorisations", user_id)
            if one.get("revoked_at") is None]


def authorise(client, user, headers):
    """The authorisation that a call uses: the header's, else the newest valid one."""
    wanted = headers.get("x-svc-authorisation-id")
    if wanted is not None and not UUID.match(wanted):
        raise Refusal(400, "The header x-svc-authorisation-id must be a UUID")
    for one in reversed(valid_authorisations(client, user["user_id"])):
        if wanted is None or one["authorisation_id"] == wanted.lower():
            return one
    raise Refusal(422, f"User [{user['user_id']}] has no such valid authorisation" if wanted
                  else f"User [{user['user_id']}] has no valid authorisation")


def search_start(client, user):
    """The earliest pay date that a search from now finds, or None for no bound."""
    months = client.setting(user, "payroll_period_months")
    return None if months is None else format_instant(add_months(client.now(), -months))


def within_search(submission, earliest):
    income = submission["income_information"] or {}
    paid = income.get("pay_date") or income.get("pay_interval_end")
    return earliest is None or paid is None or paid >= earliest


def usual_payroll(client, user, source, after=None):
    """What a provider holds of its own accord: a payslip for each of the last twelve months."""
    made, day = [], moment_of(client.now()).date()
    for _ in range(12):
        start, end = previous_month(day)
        if after is not None and instant_of_day(end) <= after:
            break
        interval = {"pay_interval_start": instant_of_day(start),
                    "pay_interval_end": instant_of_day(end)}
        made.insert(0, filled_payroll(user, {"income_information": interval}, day, source))
        day = start
    return made


def create_account(client, user, fields, held):
    """A linked account; held is the provider's payroll, None for the usual payslips."""
    account = {
        "account_id": new_id(), "user_id": user["user_id"], "created_at": client.stamp(),
        "payroll_provider": fields.get("payroll_provider") or "northwind-payroll",
        "user_name": fields.get("user_name") or f"{user['user_id'][:8]}@example.test",
        "mfa_enabled": bool(fields.get("mfa_enabled")),
        "status": PENDING if fields.get("mfa_enabled") else LINKED,
        "mfa": fields.get("mfa") or "1234", "failed_attempts": 0,
        "searched_from": search_start(client, user),
        "held": usual_payroll(client, user, "payroll_provider") if held is None else held,
        "usual": held is None,
    }
    if account["usual"]:
        account["usual_until"] = account["held"][-1]["income_information"]["pay_date"]
    client.state["accounts"][account["account_id"]] = account
    return account


def account_answer(client, account):
    """The account, with the latest pay date of what was retrieved under it, once there is one."""
    paid = [(one["income_information"] or {}).get("pay_date")
            for one in client.of_user("payroll", account["user_id"])
            if one["account_id"] == account["account_id"]]
    known = [one for one in paid if one]
    return answer(ACCOUNT, {**account, "latest_pay_date": max(known)} if known else account)


def retrieve(client, account):
    """An entry with what the provider holds and the service has not retrieved yet."""
    user = client.state["users"][account["user_id"]]
    if account["usual"]:
        later = usual_payroll(client, user, "payroll_provider", account["usual_until"])
        account["held"] += later
        if later:
            account["usual_until"] = later[-1]["income_information"]["pay_date"]
    found = [one for one in account["held"] if within_search(one, account["searched_from"])]
    account["held"] = []
    return add_entry(client, user, account["account_id"], found)


def retrieve_direct(client, user):
    """The submissions that a direct connection finds: those whose post code is the user's."""
    user_id = user["user_id"]
    known = client.state["direct"].get(user_id)
    held = known["held"] if known else usual_payroll(client, user, "payroll_direct_connection")
    client.state["direct"][user_id] = {"user_id": user_id, "held": []}
    earliest = search_start(client, user)
    found = [one for one in held if within_search(one, earliest) and same_home(user, one)]
    if not found:
        return []
    account = next((one for one in client.of_user("accounts", user_id) if one.get("direct")), None)
    if account is None:
        account = create_account(client, user, {"payroll_provider": "direct-connection"}, [])
        account["direct"] = True
    return add_entry(client, user, account["account_id"], found)["submissions"]


def same_home(user, submission):
    """Post codes verify the payroll: where both sides have one, they must agree."""
    identity = submission["identity_information"] or {}
    post_code = (identity.get("address") or {}).get("post_code")
    known = {_bare(one) for one in user.get("post_codes", [])}
    return not post_code or not known or _bare(post_code) in known


def _bare(post_code):
    return post_code.replace(" ", "").upper()


def add_entry(client, user, account_id, submissions):
    """Record an entry with its submissions; new payroll data is an event."""
    entry = {"entry_id": new_id(), "user_id": user["user_id"], "account_id": account_id,
             "created_at": client.stamp()}
    client.state["entries"][entry["entry_id"]] = entry
    for one in submissions:
        one.update(user_id=user["user_id"], account_id=account_id, entry_id=entry["entry_id"],
                   created_at=one["created_at"] or client.stamp())
        if one["id"] in client.state["payroll"]:
            one["id"] = new_id()
        client.state["payroll"][one["id"]] = one
    if submissions:
        ids = {"entry_id": entry["entry_id"], "account_id": account_id}
        payload = {**ids, "payroll_submissions": [answer(PAYROLL, one, webhook=True)
                                                  for one in submissions]}
        emit(client, "user-payroll-submitted", user["user_id"], ids, payload)
    return {**entry, "submissions": submissions}


def delete_entry(client, entry_id):
    """Remove an entry and what was submitted with it."""
    for name in ("payroll", "incomes"):
        records = client.state[name]
        for key in [key for key, one in records.items() if one["entry_id"] == entry_id]:
            del records[key]
    del client.state["entries"][entry_id]


def check_times(client, user, account, after, until):
    """When the account's recurring checks fall due in (after, until]."""
    if not client.setting(user, "recurring_checks_enabled") or account["status"] != LINKED:
        return
    frequency = client.setting(user, "recurring_check_frequency") or "MONTHLY"
    last = client.setting(user, "recurring_check_end_date")
    if last is not None:
        until = min(until, parse_instant(last))
    born = parse_instant(account["created_at"])
    if frequency == "MONTHLY":
        months = max(1, (moment_of(after).year - moment_of(born).year) * 12
                     + moment_of(after).month - moment_of(born).month)
        while add_months(born, months) <= after:
            months += 1
        due = add_months(born, months)
    else:
        step = 3_600_000 * (1 if frequency == "HOURLY" else 24 * 7)
        due = born + step * max(1, (after - born) // step + 1)
    if due <= until:
        yield due


def recurring_check(client, account):
    """Retrieve as a query would, if a recurring authorisation allows it."""
    user = client.state["users"][account["user_id"]]
    effect = {"user_id": user["user_id"], "account_id": account["account_id"], "entry_id": None}
    allowed = any(one["authorisation_category"] == "recurring"
                  for one in valid_authorisations(client, user["user_id"]))
    if not allowed:
        return {**effect, "skipped": "no valid recurring authorisation"}
    if client.setting(user, "payroll_connections_enabled") is False:
        return {**effect, "skipped": "payroll connections are not enabled"}
    if account.get("direct"):
        found = retrieve_direct(client, user)
        return {**effect, "entry_id": found[0]["entry_id"] if found else None}
    entry = retrieve(client, account)
    if not entry["submissions"]:
        del client.state["entries"][entry["entry_id"]]
        return effect
    return {**effect, "entry_id": entry["entry_id"]}


def day_today(client):
    return day_of(client.stamp())
