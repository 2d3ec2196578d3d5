"""The person behind a user, and what a server fills into a resource that is given in part."""

import random
from datetime import timedelta
from decimal import Decimal

from .state import new_id
from .times import day_of, instant_of_day, last_day_of_month

FORENAMES = ("Amira", "Callum", "Dilys", "Eoin", "Farah", "Gwen", "Hamish", "Iris")
SURNAMES = ("Abbott", "Bevan", "Campbell", "Donnelly", "Ellis", "Fraser", "Griffiths", "Hussain")
EMPLOYERS = ("Harbour Foods Ltd", "Pennine Logistics Ltd", "Severn Care Group", "Clyde Works plc")
ROLES = ("Warehouse Operative", "Care Assistant", "Accountant", "Joiner", "Teacher")


def person_of(user):
    """Facts that stay the same for a user, drawn from the user's id."""
    draw = random.Random(user["user_id"])
    forename, surname = draw.choice(FORENAMES), draw.choice(SURNAMES)
    name = f"{user.get('forename', forename)} {user.get('surname', surname)}"
    return {
        "name": name,
        "date_of_birth": user.get("date_of_birth",
                                  f"{draw.randint(1960, 2000)}-05-17T00:00:00.000Z"),
        "post_code": user.get("post_codes", ["LS6 2AB"])[0],
        "ni_number": user.get("ni_number", f"QQ{draw.randint(100000, 999999)}A"),
        "email": name.lower().replace(" ", ".") + "@example.test",
        "phone": 447700900000 + draw.randint(0, 999),
        "employer": draw.choice(EMPLOYERS),
        "role": draw.choice(ROLES),
        "gross": Decimal(draw.randint(1900, 5200)),
        "account_number": f"{draw.randint(10000000, 99999999)}",
    }


def previous_month(day):
    """The first and the last day of the month before."""
    last = day.replace(day=1) - timedelta(days=1)
    return last.replace(day=1), last


def merge(default, given):
    """What is given is kept, null included; what is left out comes from the default."""
    if isinstance(default, dict) and isinstance(given, dict):
        return {name: merge(default[name], given[name]) if name in given else default[name]
                for name in default}
    return given


def filled_payroll(user, given, today, source):
    """A whole payroll submission from an accepted part of one."""
    person = person_of(user)
    income = given.get("income_information") or {}
    earnings = income.get("earnings") or {}
    start, end = pay_interval(income, today)
    pay_date = income.get("pay_date") or instant_of_day(end)
    gross, net = gross_and_net(earnings, person)
    taken = gross - net
    tax, insurance = _cents(taken * 6 / 10), _cents(taken * 3 / 10)
    months_paid = (day_of(pay_date).month - 5) % 12 + 1
    whole = {
        "id": new_id(), "account_id": None, "entry_id": None, "created_at": None,
        "identity_information": {
            "name": person["name"], "date_of_birth": person["date_of_birth"],
            "address": {"street": "1 High Street", "county": "Yorkshire", "city": "Leeds",
                        "post_code": person["post_code"], "country": "United Kingdom"},
            "email": person["email"], "phone": person["phone"],
            "NI_number": person["ni_number"]},
        "employment_information": {
            "employer_name": person["employer"], "role": person["role"], "type": "full_time",
            "status": "active", "start_date": "2019-09-02T00:00:00.000Z", "leave_date": None,
            "employer_tax_reference": "123/AB456", "is_director": False},
        "income_information": {
            "pay_date": pay_date, "pay_interval_start": instant_of_day(start),
            "pay_interval_end": instant_of_day(end), "pay_frequency": "monthly",
            "tax_code": "1257L",
            "earnings": {
                "gross_pay": str(gross), "net_pay": str(net), "base_salary": str(gross),
                "bonus": "0", "fixed_pay_total": str(gross), "variable_pay_total": "0",
                "earning_elements": [_earning({"amount": str(gross)})],
                "year_to_date": {
                    "gross_pay": str(gross * months_paid), "net_pay": str(net * months_paid),
                    "total_tax_paid": str(tax * months_paid),
                    "total_ni_paid": str(insurance * months_paid),
                    "total_taxable_earnings": str(gross * months_paid),
                    "tax_year": tax_year(day_of(pay_date))},
                "rolling_12m_income": {"gross_pay": str(gross * 12), "net_pay": str(net * 12)}},
            "deductions": {
                "income_tax": str(tax), "employee_ni": str(insurance),
                "employee_pension": str(taken - tax - insurance),
                "total_deductions": str(taken), "loan_deductions": "0",
                "deductions_elements": [_deduction({"amount": str(tax)})]}},
        "document_id": None, "document_external_id": None, "document_filename": None,
        "trust_score": "HIGH", "source": source,
    }
    whole = merge(whole, given)
    for owner, field, fill in (("earnings", "earning_elements", _earning),
                               ("deductions", "deductions_elements", _deduction)):
        part = (whole["income_information"] or {}).get(owner)
        if part and part[field]:
            part[field] = [fill(element) for element in part[field]]
    return whole


def pay_interval(income, today):
    """The interval's days: what is given, else the month of it or of the pay date."""
    start, end = income.get("pay_interval_start"), income.get("pay_interval_end")
    known = end or start or income.get("pay_date")
    if known:
        first, last = day_of(known).replace(day=1), last_day_of_month(day_of(known))
    else:
        first, last = previous_month(today)
    return day_of(start) if start else first, day_of(end) if end else last


def gross_and_net(earnings, person):
    """The two amounts: as given, else in the person's usual proportion."""
    gross, net = earnings.get("gross_pay"), earnings.get("net_pay")
    if gross is None:
        gross = _cents(Decimal(net) * 5 / 4) if net is not None else person["gross"]
    gross = Decimal(gross)
    return gross, Decimal(net) if net is not None else _cents(gross * 4 / 5)


def tax_year(day):
    """The calendar year in which the tax year of a day began, on 6 April."""
    return day.year if (day.month, day.day) >= (4, 6) else day.year - 1


def filled_statement(user, given, today):
    """A whole bank statement submission from an accepted part of one."""
    person = person_of(user)
    first, last = previous_month(today)
    period = given.get("statement_period") or {}
    start = period.get("start_date") or first.isoformat()
    rows = [{"date": start, "description": f"Salary {person['employer']}",
             "amount": str(_cents(person["gross"] * 4 / 5)), "type": "credit"},
            {"date": start, "description": "Rent", "amount": "780", "type": "debit"}]
    given_rows = given.get("transactions")
    if given_rows is not None:
        blank = {"date": start, "description": "Payment", "amount": "0", "type": "credit"}
        rows = [merge(blank, row) for row in given_rows]
    opening = (given.get("balance_information") or {}).get("opening_balance") or "1250.40"
    closing = Decimal(opening) + sum(
        Decimal(row["amount"] or 0) * (-1 if row["type"] == "debit" else 1) for row in rows)
    number = person["account_number"]
    whole = {
        "id": new_id(), "created_at": None, "document_id": new_id(),
        "document_external_id": f"statement-{start}",
        "document_filename": f"statement-{start}.pdf",
        "account_information": {
            "account_holder_name": person["name"], "account_number": number,
            "sort_code": "60-16-13", "bank_name": "Example Bank",
            "iban": gb_iban("NWBK", "601613", number)},
        "statement_period": {"start_date": start, "end_date": last.isoformat()},
        "balance_information": {"opening_balance": opening, "closing_balance": str(closing)},
        "transactions": rows, "bank_statement_probability": 0.97,
    }
    return {**merge(whole, given),
            "transactions": None if "transactions" in given and given_rows is None else rows}


def gb_iban(bank, sort_code, account):
    """The IBAN with its two check digits."""
    text = f"{bank}{sort_code}{account}GB00"
    check = 98 - int("".join(str(int(letter, 36)) for letter in text)) % 97
    return f"GB{check:02d}{bank}{sort_code}{account}"


def filled_income(user, given, today):
    """A whole tax-authority income submission from an accepted part of one."""
    person = person_of(user)
    blank = {"employer_name": person["employer"], "income": str(person["gross"]),
             "tax_paid": str(_cents(person["gross"] * 12 / 100))}
    employment = given.get("employment") or {}
    employers = [merge(blank, one) for one in employment.get("employers") or [{}]]
    if employment.get("employers") == []:
        employers = []
    first, last = previous_month(today)
    whole = {
        "id": new_id(), "account_id": new_id(), "entry_id": new_id(),
        "income_id": f"income-{new_id()[:8]}",
        "employment": {
            "total_income": str(sum(Decimal(one["income"] or 0) for one in employers)),
            "employers": employers},
        "frequency": "monthly",
        "income_period": {"start": instant_of_day(first), "end": instant_of_day(last)},
    }
    if "employers" in employment and employment["employers"] is not None:
        given = {**given, "employment": {**employment, "employers": employers}}
    return merge(whole, given)


def _earning(given):
    return merge({"type": "salary", "description": "Basic pay", "amount": "0", "is_fixed": True,
                  "is_after_tax": False, "is_after_ni": False, "is_bik": False,
                  "quantity": "1.00", "rate": given.get("amount", "0"), "unit": "month"}, given)


def _deduction(given):
    return merge({"type": "income_tax", "description": "PAYE", "amount": "0"}, given)


def _cents(amount):
    return Decimal(amount).quantize(Decimal("0.01"))
