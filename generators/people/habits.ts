import { proportion } from '../money.ts';
import type { Pence } from '../pay/employment.ts';
import { cosmeticsOf } from './cosmetics.ts';
import type { Person } from './person.ts';

/** A bill that comes on the same day of every month. */
export type Bill = { day: number; description: string; amount: Pence };

/** A kind of shopping: how many times a month, and how much each time. */
export type Shopping = {
  shops: readonly string[];
  times: readonly [number, number];
  each: readonly [Pence, Pence];
};

/** What somebody's money goes on, the same from month to month. */
export type Habits = { bills: readonly Bill[]; shopping: readonly Shopping[] };

const GROCERS = ['Foods', 'Grocers', 'Market', 'Stores'];
const OUTINGS = ['Cafe', 'Kitchen', 'Bakery', 'Arms'];
const TRANSPORT = ['Filling Station', 'Buses', 'Rail', 'Car Park'];
const REST = ['Pharmacy', 'Clothing', 'Books', 'Hardware', 'Garden Centre', 'Sports'];

/** Draws what somebody spends, in proportion to what they usually earn in a month. */
export function habitsOf(person: Person, monthly: Pence): Habits {
  const stream = person.stream.fork('habits');
  const names = cosmeticsOf(stream.fork('names'));
  const shops = (kinds: readonly string[], count: number) =>
    Array.from({ length: count }, () => names.firm(kinds).toUpperCase());
  const share = (from: number, to: number) => proportion(monthly, stream.int(from, to), 1000);
  const rents = stream.chance(0.45);
  const housing = Math.round(Math.max(share(210, 310), 350_00) / 500) * 500;
  const scale = (low: Pence, high: Pence): [Pence, Pence] => [
    Math.max(150, proportion(low, monthly, 220_000)),
    Math.max(400, proportion(high, monthly, 220_000)),
  ];
  return {
    bills: [
      {
        day: stream.pick([1, 2, 3, 5]),
        description: rents
          ? `STANDING ORDER ${shops(['Lettings'], 1)[0]} RENT`
          : 'DIRECT DEBIT MORTGAGE PAYMENT',
        amount: housing,
      },
      {
        day: stream.pick([1, 4, 15]),
        description: 'DIRECT DEBIT COUNCIL TAX',
        amount: stream.int(105_00, 198_00),
      },
      {
        day: stream.int(6, 14),
        description: `DIRECT DEBIT ${shops(['Energy'], 1)[0]}`,
        amount: stream.int(82_00, 176_00),
      },
      {
        day: stream.int(8, 20),
        description: `DIRECT DEBIT ${shops(['Water'], 1)[0]}`,
        amount: stream.int(26_00, 49_00),
      },
      {
        day: stream.int(10, 24),
        description: `DIRECT DEBIT ${shops(['Broadband'], 1)[0]}`,
        amount: stream.int(22_00, 46_00),
      },
      {
        day: stream.int(10, 26),
        description: `DIRECT DEBIT ${shops(['Mobile'], 1)[0]}`,
        amount: stream.int(8_00, 34_00),
      },
      {
        day: stream.int(3, 28),
        description: `CARD PAYMENT ${shops(['Pictures'], 1)[0]} SUBSCRIPTION`,
        amount: stream.pick([599, 799, 999, 1299]),
      },
    ],
    shopping: [
      { shops: shops(GROCERS, 3), times: [7, 11], each: scale(14_00, 52_00) },
      { shops: shops(OUTINGS, 4), times: [2, 8], each: scale(4_50, 31_00) },
      { shops: shops(TRANSPORT, 3), times: [2, 6], each: scale(5_00, 48_00) },
      { shops: shops(REST, 4), times: [1, 5], each: scale(8_00, 64_00) },
    ],
  };
}
