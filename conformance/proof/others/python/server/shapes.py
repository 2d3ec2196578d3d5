"""The shapes of the document's resources: how a value is taken in, and how it is answered.

A shape is the name of a type, a dictionary of shapes, or a list with the shape of its items.
The state keeps accepted values: instants in the service's text, amounts as decimal text.
"""

import re
from decimal import ROUND_HALF_EVEN, Decimal

from .refusal import Refusal
from .times import normal_instant

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE)
DECIMAL = re.compile(r"[+-]?\d+(\.\d+)?\Z", re.ASCII)
CENT = Decimal("0.01")

ADDRESS = {"street": "text", "county": "text", "city": "text", "post_code": "text",
           "country": "text"}
EARNING = {"type": "text", "description": "text", "amount": "money", "is_fixed": "flag",
           "is_after_tax": "flag", "is_after_ni": "flag", "is_bik": "flag",
           "quantity": "decimal", "rate": "decimal", "unit": "text"}
DEDUCTION = {"type": "text", "description": "text", "amount": "money"}
PAYROLL = {
    "id": "uuid", "account_id": "uuid", "entry_id": "uuid", "created_at": "instant",
    "identity_information": {
        "name": "text", "date_of_birth": "instant", "address": ADDRESS, "email": "text",
        "phone": "phone", "NI_number": "text"},
    "employment_information": {
        "employer_name": "text", "role": "text", "type": "text", "status": "text",
        "start_date": "instant", "leave_date": "instant", "employer_tax_reference": "text",
        "is_director": "flag"},
    "income_information": {
        "pay_date": "instant", "pay_interval_start": "instant", "pay_interval_end": "instant",
        "pay_frequency": "text", "tax_code": "text",
        "earnings": {
            "gross_pay": "money", "net_pay": "money", "base_salary": "money", "bonus": "money",
            "fixed_pay_total": "money", "variable_pay_total": "money",
            "earning_elements": [EARNING],
            "year_to_date": {
                "gross_pay": "money", "net_pay": "money", "total_tax_paid": "money",
                "total_ni_paid": "money", "total_taxable_earnings": "money",
                "tax_year": "integer"},
            "rolling_12m_income": {"gross_pay": "money", "net_pay": "money"}},
        "deductions": {
            "income_tax": "money", "employee_ni": "money", "employee_pension": "money",
            "total_deductions": "money", "loan_deductions": "money",
            "deductions_elements": [DEDUCTION]}},
    "document_id": "uuid", "document_external_id": "text", "document_filename": "text",
    "trust_score": "text", "source": "text",
}
STATEMENT = {
    "id": "uuid", "created_at": "instant", "document_id": "uuid",
    "document_external_id": "text", "document_filename": "text",
    "account_information": {"account_holder_name": "text", "account_number": "text",
                            "sort_code": "text", "bank_name": "text", "iban": "text"},
    "statement_period": {"start_date": "day", "end_date": "day"},
    "balance_information": {"opening_balance": "balance", "closing_balance": "balance"},
    "transactions": [{"date": "day", "description": "text", "amount": "money",
                      "type": "text"}],
    "bank_statement_probability": "probability",
}
INCOME = {
    "id": "uuid", "account_id": "uuid", "entry_id": "uuid", "income_id": "text",
    "employment": {"total_income": "money",
                   "employers": [{"employer_name": "text", "income": "money",
                                  "tax_paid": "money"}]},
    "frequency": "text", "income_period": {"start": "instant", "end": "instant"},
}
ACCOUNT = {"account_id": "uuid", "payroll_provider": "text", "user_name": "text",
           "created_at": "instant", "status": "text", "mfa_enabled": "flag",
           "latest_pay_date": "instant"}
USER_SETTINGS = {
    "forename": "text", "surname": "text", "date_of_birth": "instant", "post_codes": ["text"],
    "payroll_period_months": "months", "ni_number": "text", "ext_id": "text",
    "recurring_checks_enabled": "flag", "recurring_check_frequency": "frequency",
    "recurring_check_end_date": "instant", "taxauth_enabled": "flag",
    "payslip_upload_enabled": "flag", "payroll_connections_enabled": "flag",
}
CONFIGURATION = {
    "payslip_upload_enabled": "flag", "payroll_period_months": "months", "client_logo": "text",
    "client_callback_url": "text", "recurring_checks_enabled": "flag",
    "recurring_check_frequency": "frequency", "recurring_check_end_date": "instant",
    "payroll_connections_enabled": "flag", "client_display_name": "text",
}
TERM = {"id": "uuid", "is_active": "flag", "is_system_term": "flag",
        "authorisation_version": "integer", "created_at": "instant", "name": "text",
        "authorisation_text": "text", "authorisation_category": "category"}


def decimal_of(value):
    """The finite decimal that a JSON number or a text stands for, or None."""
    if isinstance(value, bool) or not isinstance(value, (int, str, Decimal)):
        return None
    if isinstance(value, str):
        value = value.replace(",", "")
        if not DECIMAL.match(value):
            return None
    number = Decimal(value)
    return number if number.is_finite() and abs(number) < Decimal(10) ** 15 else None


def accept(shape, value, where):
    """The value as the state keeps it. Null stays null; fields of no known name are dropped."""
    if value is None:
        return None
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            raise wrong(where, "an object")
        taken, problems = {}, []
        for name, inner in shape.items():
            if name in value:
                try:
                    taken[name] = accept(inner, value[name], f"{where}.{name}" if where else name)
                except Refusal as refusal:
                    problems += refusal.messages
        if problems:
            raise Refusal(400, *problems)
        return taken
    if isinstance(shape, list):
        if not isinstance(value, list):
            raise wrong(where, "an array")
        if any(item is None for item in value):
            raise wrong(where, "an array without nulls")
        return [accept(shape[0], item, f"{where}[{at}]") for at, item in enumerate(value)]
    accepted = ACCEPT[shape](value)
    if accepted is None:
        raise wrong(where, EXPECTED[shape])
    return accepted


def wrong(where, expected):
    return Refusal(400, f"The field [{where}] must be {expected}")


def _text(value):
    return value if isinstance(value, str) else None


def _flag(value):
    return value if isinstance(value, bool) else None


def _integer(value):
    number = None if isinstance(value, str) else decimal_of(value)
    return int(number) if number is not None and number == int(number) else None


def _months(value):
    number = _integer(value)
    return number if number is not None and number >= 1 else None


def _amount(value):
    number = decimal_of(value)
    return None if number is None else format(number, "f")


def _day(value):
    normal = _instant(value)
    return normal and normal[:10]


def _instant(value):
    return normal_instant(value) if isinstance(value, str) else None


def _phone(value):
    if isinstance(value, str):
        return value
    number = _integer(value)
    return None if number is None or number < 0 else number


def _probability(value):
    number = None if isinstance(value, str) else decimal_of(value)
    return None if number is None or not 0 <= number <= 1 else float(number)


def _one_of(*names):
    return lambda value: value if isinstance(value, str) and value in names else None


ACCEPT = {
    "text": _text, "flag": _flag, "integer": _integer, "months": _months, "money": _amount,
    "decimal": _amount, "balance": _amount, "instant": _instant, "day": _day, "phone": _phone,
    "probability": _probability,
    "uuid": lambda value: value.lower() if isinstance(value, str) and UUID.match(value) else None,
    "frequency": _one_of("WEEKLY", "MONTHLY", "HOURLY"),
    "category": _one_of("one_time", "recurring"),
}
EXPECTED = {
    "text": "a string", "flag": "a boolean", "integer": "an integer",
    "months": "an integer of at least 1", "money": "a decimal amount", "decimal": "a decimal",
    "balance": "a decimal amount", "instant": "an ISO 8601 date-time",
    "day": "a date (YYYY-MM-DD)", "phone": "a number or a string",
    "probability": "a number between 0 and 1", "uuid": "a UUID",
    "frequency": "WEEKLY, MONTHLY or, in the sandbox only, HOURLY",
    "category": "one_time or recurring",
}


def two_decimals(amount):
    return str(Decimal(amount).quantize(CENT, ROUND_HALF_EVEN))


def answer(shape, value, webhook=False):
    """The value as a response carries it, or as a webhook payload does."""
    if value is None:
        return None
    if isinstance(shape, dict):
        return {name: answer(inner, value[name], webhook)
                for name, inner in shape.items() if name in value}
    if isinstance(shape, list):
        return [answer(shape[0], item, webhook) for item in value]
    if shape == "money":
        return float(two_decimals(value)) if webhook else two_decimals(value)
    if shape == "balance":
        return f"{Decimal(two_decimals(value)):,}"
    if shape == "phone":
        return str(value) if webhook else _phone_number(value)
    return value


def _phone_number(value):
    if isinstance(value, int):
        return value
    digits = re.sub(r"[^0-9]", "", value)[:15]
    return int(digits) if digits else None
