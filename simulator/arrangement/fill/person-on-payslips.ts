import type { Home } from '../../../generators/people/homes.ts';
import type { BankAccount } from '../../../generators/people/person.ts';
import { nameOf, type Person, shownHome, streetOf } from '../../../generators/people/person.ts';
import type { Stream } from '../../../generators/random.ts';
import { isoInstant } from '../../domain/instant.ts';

/** A person as payslips and statements of a day show them. */
export type PersonOnPayslips = {
  name: string;
  dateOfBirth: string | null;
  /** The home of that day, with its street. */
  home: (Home & { street: string }) | undefined;
  isPostCodeHidden: boolean;
  niNumber: string;
  email: string;
  phone: number;
  bank: BankAccount;
  /** A source of choices that are always the same for this person. */
  fork(label: string): Stream;
};

export function personOnPayslips(person: Person, instant: number): PersonOnPayslips {
  const { identity, payrollView, stream } = person;
  const born = payrollView.dateOfBirth === undefined ? identity.dateOfBirth : payrollView.dateOfBirth;
  const home = shownHome(person, isoInstant(instant).slice(0, 10));
  return {
    name: nameOf(person).trim(),
    dateOfBirth: born === null ? null : `${born}T00:00:00.000Z`,
    home: home && { ...home, street: streetOf(person, home) },
    isPostCodeHidden: payrollView.postCode === 'hidden',
    niNumber: identity.niNumber,
    email: identity.email,
    phone: identity.phone,
    get bank() {
      return person.bank;
    },
    fork: (label) => stream.fork(label),
  };
}
