"""The one way in which a handler refuses a request."""


class Refusal(Exception):
    """An error answer: a status and one message per problem."""

    def __init__(self, status, *messages, headers=None):
        super().__init__(messages)
        self.status = status
        self.messages = list(messages)
        self.headers = headers or {}


def missing(field):
    return Refusal(400, f"The request is missing the required field [{field}]")


def not_found(kind, identifier):
    return Refusal(404, f"{kind} with id [{identifier}] does not exist")


def no_api_key():
    return Refusal(401, "No X-API-KEY header was provided or its value is wrong")


def no_bearer():
    return Refusal(401, "No bearer authorisation was provided or its value is wrong")
