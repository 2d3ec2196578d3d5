import { type BankAccount, bankAccountOf } from '../../../generators/people/bank-account.ts';
import { contactOf, niNumberOf } from '../../../generators/people/identity.ts';
import { forenames, surnames } from '../../../generators/people/names.ts';
import { type Stream, stream } from '../../../generators/random.ts';
import type { User } from '../../../spec/types.ts';
import { isoInstant } from '../../domain/instant.ts';

/** A user with all that a payslip or a statement says of somebody: the user's own details, and made-up ones for the rest. */
export type UserAsPerson = {
  name: string;
  dateOfBirth: string;
  /** Whether the date of birth is the user's own. */
  isBirthKnown: boolean;
  niNumber: string;
  postCode: string | undefined;
  email: string;
  phone: number;
  /** A source of choices that are always the same for this user. */
  fork(label: string): Stream;
  bank(): BankAccount;
};

const msPerDay = 86_400_000;

/** What is made up follows from the user's id alone: all that is arranged for one user shows one person. */
export function userAsPerson(user: User): UserAsPerson {
  const fork = (label: string) => stream(user.user_id, label);
  const draw = fork('identity');
  const [drawnForename, drawnSurname] = [draw.pick(forenames), draw.pick(surnames)];
  const forename = user.forename ?? drawnForename;
  const surname = user.surname ?? drawnSurname;
  const niNumber = niNumberOf(draw);
  const born = Math.floor((Date.parse(user.created_at) - draw.int(22 * 365, 60 * 365) * msPerDay) / msPerDay);
  return {
    name: `${forename} ${surname}`.trim(),
    dateOfBirth: user.date_of_birth ?? isoInstant(born * msPerDay),
    isBirthKnown: user.date_of_birth !== undefined,
    niNumber: user.ni_number ?? niNumber,
    postCode: user.post_codes?.find((one) => one.trim() !== ''),
    ...contactOf(draw, latinName(forename, drawnForename), latinName(surname, drawnSurname)),
    fork,
    bank: () => bankAccountOf(fork('bank')),
  };
}

/** An email address needs letters that it can be made of. */
const latinName = (name: string, otherwise: string): string => (/[a-z]/i.test(name) ? name : otherwise);
