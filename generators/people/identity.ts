import { addMonths, type Day, dayNumber, dayText } from '../calendar.ts';
import type { Stream } from '../random.ts';
import { forenames, surnames } from './names.ts';

/** Who a person is. What is null the service does not know. */
export type Identity = {
  forename: string;
  surname: string;
  dateOfBirth: Day | null;
  niNumber: string;
  email: string;
  /** With the country code and no plus sign, as payroll data writes it. */
  phone: number;
};

// Years of age when the world begins, and how many working people are about that old.
const AGES: readonly (readonly [[from: number, to: number], weight: number])[] = [
  [[18, 21], 6],
  [[22, 29], 20],
  [[30, 39], 27],
  [[40, 49], 22],
  [[50, 59], 18],
  [[60, 65], 6],
  [[66, 71], 1],
];

/** A national insurance number that can never be issued: no real one begins with QQ. */
function niNumberOf(stream: Stream): string {
  return `QQ${String(stream.int(0, 999_999)).padStart(6, '0')}${stream.pick('ABCD'.split(''))}`;
}

/** Draws a person's identity. It needs no faker, which keeps a page of users cheap. */
export function identityOf(stream: Stream, begins: Day): Identity {
  const [youngest, oldest] = stream.weighted(AGES);
  const first = dayNumber(begins);
  const age = stream.int(youngest, oldest);
  const born = Math.min(addMonths(first, -12 * age) - stream.int(0, 364), first - 18 * 366 - 60);
  const forename = stream.pick(forenames);
  const surname = stream.pick(surnames);
  return {
    forename,
    surname,
    dateOfBirth: dayText(born),
    niNumber: niNumberOf(stream),
    ...contactOf(stream, forename, surname),
  };
}

/** An address on a reserved domain, and a number from the range that is kept free for drama. */
export function contactOf(
  stream: Stream,
  forename: string,
  surname: string,
): Pick<Identity, 'email' | 'phone'> {
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  const domain = stream.pick(['example.com', 'example.org', 'example.net']);
  return {
    // A name may have no letter that an address can be made of.
    email: `${[forename, surname].map(letters).filter(Boolean).join('.') || 'somebody'}${stream.int(1, 99)}@${domain}`,
    phone: 447_700_900_000 + stream.int(0, 999),
  };
}
