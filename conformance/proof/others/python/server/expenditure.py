"""Monthly estimates of cost of living and housing from payroll periods."""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from .refusal import Refusal
from .routing import route
from .shapes import two_decimals
from .times import day_of, instant_of_day, last_day_of_month, next_month

OLDEST = 150
AREAS = {
    "Scotland": "AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE",
    "Wales": "CF LD LL NP SA",
    "Northern Ireland": "BT",
    "England": "AL B BA BB BD BH BL BN BR BS CA CB CH CM CO CR CT CV CW DA DE DH DL DN DT DY E "
               "EC EN EX FY GL GU HA HD HG HP HR HU HX IG IP KT L LA LE LN LS LU M ME MK N NE "
               "NG NN NR NW OL OX PE PL PO PR RG RH RM S SE SG SK SL SM SN SO SP SR SS ST SW SY "
               "TA TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO",
}
AREA_REGION = {area: region for region, areas in AREAS.items() for area in areas.split()}
# Districts that lie, for the most part, in another country than their area.
DISTRICT_REGION = {"TD15": "England", **{
    district: "Wales" for district in ("CH5 CH6 CH7 CH8 SY15 SY16 SY17 SY18 SY19 SY20 SY21 "
                                       "SY22 SY23 SY24 SY25").split()}}
HOUSING_FACTOR = {"England": 1.042, "Wales": 0.815, "Scotland": 0.8, "Northern Ireland": 0.698}
LIVING_FACTOR = ((29, 0.76), (49, 0.95), (64, 1.09), (74, 1.13), (OLDEST, 0.94))
POST_CODE = re.compile(r"([A-Z]{1,2})(\d[A-Z\d]?)(?:\d[A-Z]{2})?\Z")


@dataclass
class Period:
    start: date
    end: date
    net: Decimal
    born: str
    post_code: str


@dataclass
class Month:
    first: date
    net: Decimal = Decimal(0)
    periods: list = field(default_factory=list)

    def born(self, user):
        """The date of birth of the month's latest period that has one, else the user's."""
        return next((one.born for one in self.periods if one.born), user.get("date_of_birth"))

    def post_codes(self, user):
        return [one.post_code for one in self.periods if one.post_code] + user.get("post_codes", [])

    def region(self, user):
        return next(filter(None, map(region_of, self.post_codes(user))), None)


def region_of(post_code):
    """The UK country of a post code by its district, else by its area; None for others."""
    match = POST_CODE.match(re.sub(r"\s", "", post_code).upper())
    if not match:
        return None
    area, district = match.groups()
    return DISTRICT_REGION.get(area + district) or AREA_REGION.get(area)


def periods_of(submissions):
    """The payroll periods that have net pay and dates, the latest first."""
    periods = []
    for one in submissions:
        income = one["income_information"] or {}
        start, end = income.get("pay_interval_start"), income.get("pay_interval_end")
        net = (income.get("earnings") or {}).get("net_pay")
        if net is None or not start or not end or day_of(end) < day_of(start):
            continue
        identity = one["identity_information"] or {}
        periods.append(Period(
            day_of(start), day_of(end), Decimal(net), identity.get("date_of_birth"),
            (identity.get("address") or {}).get("post_code")))
    return sorted(periods, key=lambda one: one.end, reverse=True)


def months_of(periods):
    """Net pay split across calendar months by overlapping days, the newest month first."""
    months = {}
    for period in periods:
        days = (period.end - period.start).days + 1
        first = period.start.replace(day=1)
        while True:
            last = last_day_of_month(first)
            overlap = min(period.end, last) - max(period.start, first)
            month = months.setdefault(first, Month(first))
            month.net += period.net * (overlap.days + 1) / days
            month.periods.append(period)
            if last >= period.end:
                break
            first = next_month(first)
    return sorted(months.values(), key=lambda month: month.first, reverse=True)


def age_on(born, day):
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def birth_problem(month, user):
    """What is wrong with the month's date of birth, or None."""
    text = month.born(user)
    if text is None:
        return "[date_of_birth] param is missing on the user and its payslips"
    born, last = day_of(text), last_day_of_month(month.first)
    if born > last:
        return f"[date_of_birth] param {born} is after the payslip month"
    if age_on(born, last) > OLDEST:
        return f"[date_of_birth] param {born} gives an age over 150, the ONS model limit"
    return None


def post_code_problems(months, user, payslip_codes):
    tried = [code for month in months for code in month.post_codes(user)]
    if not months:
        tried = payslip_codes + user.get("post_codes", [])
    if not tried:
        return ["[post_codes] param is missing on the user and its payslips"]
    if any(region_of(code) for code in tried):
        return []
    return [f"Postcode {code} has no ONS region; supported: England, Wales, Scotland, "
            "Northern Ireland" for code in tried]


def estimate(month, user):
    """The month's figures: a power law of net pay, times the factor of age or region."""
    net = float(month.net)
    age = age_on(day_of(month.born(user)), last_day_of_month(month.first))
    living_factor = next(factor for oldest, factor in LIVING_FACTOR if age <= oldest)
    living = two_decimals(Decimal(4.616 * net ** 0.7359 * living_factor))
    housing = two_decimals(Decimal(17.551 * net ** 0.4607 * HOUSING_FACTOR[month.region(user)]))
    return {"date": instant_of_day(month.first), "cost_of_living": living, "housing": housing,
            "total": two_decimals(Decimal(living) + Decimal(housing))}


def estimates(user, submissions):
    """All months that can be estimated; what is missing or invalid is refused together."""
    periods = periods_of(submissions)
    months = months_of(periods)
    paid = [month for month in months if month.net > 0]
    usable = [month for month in paid if month.region(user)]
    judged = usable or paid or months
    problems = [birth_problem(month, user) for month in judged]
    if not months and not user.get("date_of_birth") and not any(
            (one["identity_information"] or {}).get("date_of_birth") for one in submissions):
        problems.append("[date_of_birth] param is missing on the user and its payslips")
    if not usable:
        codes = [((one["identity_information"] or {}).get("address") or {}).get("post_code")
                 for one in submissions]
        problems += post_code_problems(paid or months, user, [code for code in codes if code])
    if not periods:
        problems.append("payroll periods are missing")
    elif not paid:
        problems.append("payroll periods have no positive net pay")
    problems = list(dict.fromkeys(filter(None, problems)))
    if problems:
        raise Refusal(404, *problems)
    return [estimate(month, user) for month in usable]


@route("GET", "/expenditure/{user_id}/ons")
def get_expenditure(call):
    user = call.state["users"].get(call.params["user_id"].lower())
    if user is None:
        raise Refusal(404, f"User [{call.params['user_id']}] not found")
    submissions = call.client.of_user("payroll", user["user_id"])
    return 200, {"expenditures": estimates(user, submissions)}
