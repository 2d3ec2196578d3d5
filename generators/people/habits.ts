import { type Pence, proportion } from '../money.ts';
import { readTable } from '../table.ts';
import { cosmeticsOf } from './cosmetics.ts';
import { moneyLevel } from './history.ts';
import { councilOf, type Home, surnames } from './homes.ts';
import { type Household, shortName, type Tenure } from './household.ts';
import type { Person } from './person.ts';

export type Bill = {
  day: number;
  by: 'bank' | 'card';
  /** What the bank prints; undefined where homes have no such bill. */
  description: (home: Home | undefined) => string | undefined;
  amount: Pence;
  /** Months, from 1, in which it does not come. */
  notIn?: readonly number[];
  /** By how many per cent it rises each April. */
  rise?: number;
  /** The households that have it; without it, everybody. */
  of?: (household: Household, isAdult: boolean) => boolean;
};

type Range = readonly [number, number];

/** What a person spends on, the same from month to month. */
export type Habits = {
  /** What a home costs its tenant a month. */ rent: Pence;
  bills: readonly Bill[];
  shopping: readonly { shops: readonly string[]; times: Range; each: Range }[];
};

/** Names of shops and firms that statements are full of, and that no generator makes well. All made up. */
const payees = (wanted: string): readonly string[] =>
  rows.find(({ kind }) => kind === wanted)?.names?.split('|') ?? [];
const rows = readTable('people/data/payees');

/** What a home is taxed with: Northern Ireland and the islands have rates. */
function localTax(home: Home | undefined): string {
  const { country, city = '' } = home ?? {};
  if (country === 'Northern Ireland') return 'LPS DOMESTIC RATES';
  if (country === 'Isle of Man') return 'ISLE OF MAN TREASURY RATES';
  if (country === 'Jersey' || country === 'Guernsey') return `PARISH OF ${city.toUpperCase()} RATES`;
  return `${((home && councilOf(home)) ?? 'local').toUpperCase()} COUNCIL TAX`;
}

/** Scottish homes pay for water with their council tax, and Northern Irish ones do not pay for it. */
const whereBilled = (bill: Bill): Bill => ({
  ...bill,
  description: (home) =>
    home?.country === 'Scotland' || home?.country === 'Northern Ireland' ? undefined : bill.description(home),
});

/** Draws what a person spends, in proportion to the usual monthly pay and at the prices of the time. */
export function habitsOf(person: Person, paid: Pence): Habits {
  const level = moneyLevel(person.begins);
  const monthly = Math.round(paid / level);
  const then = (amount: Pence): Pence =>
    level === 1 ? amount : Math.max(1_00, Math.round((amount * level) / 1_00) * 1_00);
  const stream = person.stream.fork('habits');
  const some = (kind: string, count: number) =>
    Array.from({ length: count }, () => stream.pick(payees(kind)));
  const housing = Math.round(Math.max(proportion(monthly, stream.int(210, 310), 1000), 350_00) / 500) * 500;
  const landlord = cosmeticsOf(stream.fork('names')).firm(['Lettings', 'Property Management']).toUpperCase();
  const lender = stream.fork('lender').pick(payees('lenders'));
  const scale = (low: Pence, high: Pence): [Pence, Pence] => [
    then(Math.max(150, proportion(low, monthly, 220_000))),
    then(Math.max(400, proportion(high, monthly, 220_000))),
  ];
  const bill = (day: number, printed: string, amount: Pence, more: Partial<Bill> = {}): Bill => ({
    ...{ day, by: 'bank', description: () => printed, amount: then(amount) },
    ...more,
  });
  const debit = (day: number, payee: string, amount: Pence, more: Partial<Bill> = {}) =>
    bill(day, `DIRECT DEBIT ${payee}`, amount, more);
  const own = (...tenures: Tenure[]) => ({
    of: ({ tenure, paysBills }: Household) => paysBills && tenures.includes(tenure),
  });
  const household = own('rents', 'mortgage', 'owns');
  const others = stream.fork('household');
  const owners = own('owns', 'mortgage');
  const room = Math.round((housing * 0.6) / 500) * 500;
  const board = others.int(20, 50) * 500;
  const housemate = shortName(others, others.pick(surnames));
  const bills: Bill[] = [
    bill(stream.pick([1, 2, 3, 5]), `STANDING ORDER ${landlord} RENT`, housing, own('rents')),
    bill(1, `STANDING ORDER ${landlord} RENT`, room, own('shares')),
    bill(2, `STANDING ORDER ${housemate} HOUSE BILLS`, others.int(18, 34) * 500, own('shares')),
    bill(24, 'STANDING ORDER MUM AND DAD KEEP', board, {
      of: ({ tenure }, isAdult) => tenure === 'parents' && isAdult,
    }),
    bill(1, 'STANDING ORDER JOINT BILLS', Math.round((housing * 0.5 + 180_00) / 500) * 500, {
      of: ({ paysBills }) => !paysBills,
    }),
    debit(stream.pick([1, 2, 3, 5]), lender, housing, own('mortgage')),
    debit(others.int(3, 20), others.pick(payees('insurers')), others.int(14_00, 38_00), owners),
    bill(stream.pick([1, 4, 15]), '', stream.int(126_00, 238_00), {
      description: (home) => `DIRECT DEBIT ${localTax(home)}`,
      // It is paid in ten instalments: nothing comes in February and March.
      notIn: [2, 3],
      rise: 4,
      ...household,
    }),
    debit(stream.int(6, 14), stream.pick(payees('energy')), stream.int(82_00, 176_00), household),
    whereBilled(debit(stream.int(8, 20), stream.pick(payees('water')), stream.int(26_00, 49_00), household)),
    debit(stream.int(10, 24), stream.pick(payees('broadband')), stream.int(22_00, 46_00), household),
    debit(stream.int(10, 24), stream.pick(payees('mobile')), stream.int(8_00, 34_00)),
    bill(
      stream.int(3, 28),
      `CARD PAYMENT ${stream.pick(payees('pictures'))} SUBSCRIPTION`,
      stream.pick([599, 799, 999, 1299]),
      { by: 'card' },
    ),
  ];
  return {
    rent: then(housing),
    bills,
    shopping: [
      { shops: some('grocers', 3), times: [7, 11], each: scale(14_00, 52_00) },
      { shops: some('outings', 4), times: [2, 8], each: scale(4_50, 31_00) },
      { shops: some('transport', 3), times: [2, 6], each: scale(5_00, 48_00) },
      { shops: some('rest', 4), times: [1, 5], each: scale(8_00, 64_00) },
    ],
  };
}
