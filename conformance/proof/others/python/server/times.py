"""Instants as whole milliseconds since 1970, their ISO 8601 text, and durations."""

import calendar
import re
from datetime import date, datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
LAST_YEAR = 9000
INSTANT = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)"
    r"(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d:\d\d)?)?\Z",
    re.ASCII,
)
DURATION = re.compile(
    r"P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+(?:\.\d+)?)D)?"
    r"(?:T(?=.)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?\Z",
    re.ASCII,
)


def parse_instant(text):
    """The instant of an ISO 8601 date or date-time, or None. Without a zone it is UTC."""
    match = INSTANT.match(text)
    if not match:
        return None
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    milliseconds = int((fraction or "0").ljust(3, "0")[:3])
    try:
        moment = datetime(
            int(year), int(month), int(day), int(hour or 0), int(minute or 0),
            int(second or 0), milliseconds * 1000, timezone.utc,
        )
        if zone and zone not in "Zz":
            shift = timedelta(hours=int(zone[1:3]), minutes=int(zone[4:6]))
            if shift >= timedelta(days=1):
                return None
            moment = moment - shift if zone[0] == "+" else moment + shift
    except (ValueError, OverflowError):
        return None
    return to_ms(moment)


def to_ms(moment):
    return (moment - EPOCH) // timedelta(milliseconds=1)


def moment_of(ms):
    return EPOCH + timedelta(milliseconds=ms)


def format_instant(ms):
    return moment_of(ms).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def normal_instant(text):
    """The service's own text of an instant, or None if the text is no instant."""
    ms = parse_instant(text)
    return None if ms is None else format_instant(ms)


def day_of(text):
    """The UTC calendar day of an instant that was normalised before."""
    return date.fromisoformat(text[:10])


def instant_of_day(day):
    return day.isoformat() + "T00:00:00.000Z"


def last_day_of_month(day):
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def next_month(day):
    return last_day_of_month(day) + timedelta(days=1)


def add_months(ms, months):
    """The same day of the month, months later; the month's last day if it is shorter."""
    moment = moment_of(ms)
    index = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(index, 12)
    if year < 1:
        return to_ms(datetime(1, 1, 1, tzinfo=timezone.utc))
    if year > LAST_YEAR:
        return to_ms(datetime(LAST_YEAR, 12, 31, tzinfo=timezone.utc))
    day = min(moment.day, calendar.monthrange(year, month + 1)[1])
    return to_ms(moment.replace(year=year, month=month + 1, day=day))


def add_duration(ms, text):
    """The instant after an ISO 8601 duration, or None if the text is no duration."""
    match = DURATION.match(text)
    if not match:
        return None
    years, months, weeks, days, hours, minutes, seconds = match.groups()
    whole_months = int(years or 0) * 12 + int(months or 0)
    if whole_months > LAST_YEAR * 12:
        return None
    try:
        rest = timedelta(
            weeks=int(weeks or 0), days=float(days or 0), hours=float(hours or 0),
            minutes=float(minutes or 0), seconds=float(seconds or 0),
        )
    except OverflowError:
        return None
    return add_months(ms, whole_months) + rest // timedelta(milliseconds=1)


def within_reach(ms):
    """Whether the clock may stand there: far enough from the last year that a date can have."""
    return ms < to_ms(datetime(LAST_YEAR, 1, 1, tzinfo=timezone.utc))
