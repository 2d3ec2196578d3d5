"""The starting world of a client: two people, the service's terms, the first configuration."""

from .payroll import usual_payroll
from .state import empty_state, fixed_id
from .times import format_instant

PEOPLE = (
    {"forename": "Rhian", "surname": "Morgan", "date_of_birth": "1988-02-29T00:00:00.000Z",
     "post_codes": ["CF10 1AA", "BS1 4ST"], "ni_number": "QQ123456A", "ext_id": "start-1"},
    {"forename": "Ewan", "surname": "Reid", "date_of_birth": "1959-11-03T00:00:00.000Z",
     "post_codes": ["EH1 1BB"], "ni_number": "QQ654321B", "ext_id": "start-2"},
)
TERMS = (("Single retrieval", "one_time"), ("Continuing retrieval", "recurring"))


def start_world(client):
    """Put the client into its starting world. Every id is the same each time."""
    client.state = empty_state()
    state, stamp = client.state, format_instant(client.now())
    state["configuration"] = {
        "payslip_upload_enabled": True, "payroll_period_months": 12,
        "client_logo": "https://client.example/logo.png",
        "client_callback_url": "https://client.example/done",
        "recurring_checks_enabled": False, "recurring_check_frequency": "MONTHLY",
        "payroll_connections_enabled": True, "client_display_name": "Example Lending",
    }
    for version, (name, category) in enumerate(TERMS, 1):
        term_id = fixed_id("term", category)
        state["terms"][term_id] = {
            "id": term_id, "is_active": True, "is_system_term": True,
            "authorisation_version": version, "created_at": stamp, "name": name,
            "authorisation_text": f"I agree to the {name.lower()} of my income data.",
            "authorisation_category": category}
    for facts in PEOPLE:
        add_person(client, facts, stamp)


def add_person(client, facts, stamp):
    user_id = fixed_id(client.key, facts["ext_id"])
    user = {"user_id": user_id, "created_at": stamp, **facts}
    client.state["users"][user_id] = user
    entry_id = fixed_id(user_id, "entry")
    client.state["entries"][entry_id] = {
        "entry_id": entry_id, "user_id": user_id, "account_id": None, "created_at": stamp}
    for number, one in enumerate(usual_payroll(client, user, "payslip_upload")[-3:]):
        one.update(id=fixed_id(user_id, "payslip", str(number)), user_id=user_id,
                   entry_id=entry_id, created_at=stamp,
                   document_id=fixed_id(user_id, "document", str(number)),
                   document_external_id=f"payslip-{number}",
                   document_filename=f"payslip-{number}.pdf")
        client.state["payroll"][one["id"]] = one
