import { civil, dayNumber, dayOrNever, dayText, firstDayOf, lastDayOf, type Month } from '../calendar.ts';
import { type Pence, proportion } from '../money.ts';
import type { Stream } from '../random.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';
import { benefitsOf, type Spell } from './benefits.ts';
import type { Bill, Habits } from './habits.ts';
import { homeOn, surnames } from './homes.ts';
import { type Household, householdOn, shortName } from './household.ts';
import { credit, type Days, debit, type Movement } from './movement.ts';
import { bornOf, type Person } from './person.ts';

/** All that comes in and goes out in a month besides pay, as far as the person lives. */
export function movementsOf(
  person: Person,
  { bills, shopping, rent }: Habits,
  { month, opening, spells }: { month: Month; opening: Pence; spells: readonly Spell[] },
): Movement[] {
  const stream = person.stream.fork(`spending/${month}`);
  const days: Days = { first: dayNumber(firstDayOf(month)), last: dayNumber(lastDayOf(month)) };
  const household = householdOn(person, firstDayOf(month));
  const regular = billsOf(person, bills, household, month);
  // Without work people spend less.
  const isWithout = spells.some(({ from, to }) => from <= days.first && to >= days.last);
  const shopped = shopping.flatMap(({ shops, times, each }) =>
    Array.from({ length: stream.int(...times) }, () => {
      const day = openDay(days.first + stream.int(0, days.last - days.first));
      const shop = `CARD PAYMENT ${stream.pick(shops)}`;
      return debit(day, shop, isWithout ? proportion(stream.int(...each), 6, 10) : stream.int(...each));
    }),
  );
  const end = dayOrNever(person.died);
  return [
    ...regular,
    ...shopped,
    ...benefitsOf(person, days, rent, spells),
    ...partnersShare(household, regular, days),
    ...everydayMoney(person, stream.fork('everyday'), shopped, days),
    ...interest(person, opening, days),
  ].filter(({ day }) => day <= end);
}

function billsOf(person: Person, bills: readonly Bill[], household: Household, month: Month): Movement[] {
  const first = dayNumber(firstDayOf(month));
  const home = homeOn(person.homes, firstDayOf(month));
  const years = yearOfBills(first) - yearOfBills(dayNumber(person.begins));
  const born = bornOf(person);
  const isAdult = born === null || first - dayNumber(born) >= 18 * 365.25;
  return bills.flatMap(({ day, by, description, amount, notIn = [], rise = 0, of }) => {
    const isTheirs = !notIn.includes(Number(month.slice(5))) && (of?.(household, isAdult) ?? true);
    const printed = isTheirs ? description(home) : undefined;
    if (printed === undefined) return [];
    // What a bank collects it collects on the next working day; a card can be charged on any.
    const paid = by === 'card' ? first + day - 1 : workingDayFrom(first + day - 1);
    return debit(paid, printed, Math.round(amount * (1 + rise / 100) ** years));
  });
}

/** The year, from April on, in which a bill has the same amount. */
const yearOfBills = (day: number): number => {
  const { year, month } = civil(day);
  return month < 4 ? year - 1 : year;
};

/** Shops are closed on Christmas Day: its shopping is done the day before. */
const openDay = (day: number): number => (dayText(day).endsWith('-12-25') ? day - 1 : day);

/** What a partner sends for the bills that this account pays. */
function partnersShare({ partner, paysBills }: Household, bills: readonly Movement[], { first }: Days) {
  if (partner === null || !paysBills) return [];
  const total = bills.reduce((sum, { amount }) => sum + amount, 0);
  const share = Math.round((total * 0.45) / 500) * 500;
  return share > 0 ? [credit(workingDayFrom(first), `STANDING ORDER ${partner} BILLS`, share)] : [];
}

/** Goods that are taken back, friends who pay their part, and cash that is drawn or paid in. */
function everydayMoney({ stream: own }: Person, stream: Stream, shopped: readonly Movement[], days: Days) {
  const { first, last } = days;
  const any = () => first + stream.int(0, last - first);
  const found: Movement[] = [];
  const bought = shopped.find(({ description }) => !/BUSES|RAIL|FUELS/.test(description));
  if (bought && stream.chance(0.08)) {
    const day = bought.day + stream.int(3, 12);
    const shop = bought.description.replace('CARD PAYMENT', 'REFUND');
    if (day <= last) found.push(credit(openDay(day), shop, bought.amount));
  }
  if (stream.chance(0.3)) {
    const friend = shortName(stream, stream.pick(surnames));
    const amount = stream.chance(0.5) ? stream.int(1, 12) * 500 : stream.int(450, 6_800);
    found.push(credit(any(), `FASTER PAYMENT FROM ${friend}`, amount));
  }
  const habit = own.fork('cash');
  const [isDrawn, isPaidIn] = [habit.chance(0.45), habit.chance(0.12)];
  if (isDrawn)
    for (let times = stream.int(0, 3); times > 0; times--)
      found.push(debit(any(), 'CASH WITHDRAWAL', stream.int(1, 10) * 1_000));
  if (isPaidIn && stream.chance(0.4))
    found.push(credit(workingDayFrom(any()), 'CASH PAID IN', stream.int(2, 24) * 1_000));
  return found.filter(({ day }) => day <= last);
}

/** Some accounts pay interest on what was in them, on the first working day of the month. */
function interest({ stream }: Person, opening: Pence, { first }: Days): Movement[] {
  const draws = stream.fork('interest');
  if (!draws.chance(0.35)) return [];
  const amount = Math.floor((opening * draws.int(10, 150)) / 10_000 / 12);
  return amount > 0 ? [credit(workingDayFrom(first), 'INTEREST PAID', amount)] : [];
}
