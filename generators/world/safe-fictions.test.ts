import { describe, expect, it } from 'vitest';
import { few } from '../../spec/testing/test-run.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { scenarios } from '../scenarios/scenario.ts';
import { someBirth } from '../testing/births.ts';
import { realNames } from '../testing/real-names.ts';
import { regionOf } from '../uk/post-codes.ts';
import { startingUser } from './starting-user.ts';
import { FEWEST_USERS, world } from './world.ts';

const PEOPLE = few(300, 600);
const here = world('fictions', { users: PEOPLE, born: someBirth });
const started = Array.from({ length: PEOPLE }, (_, index) => startingUser(here, index));

/** Every text that a world shows, other than people's own names. */
function* printed(): Generator<string> {
  yield JSON.stringify(catalogue.listed);
  yield JSON.stringify(scenarios.map(({ description, purpose }) => [description, purpose]));
  for (const { entries, bank_statement_submissions, income_submissions } of started) {
    for (const { payroll_submissions } of entries) {
      for (const { employment_information } of payroll_submissions.slice(-1))
        yield employment_information!.employer_name!;
    }
    yield JSON.stringify(income_submissions);
    for (const { account_information, transactions } of bank_statement_submissions) {
      yield account_information!.bank_name!;
      for (const { description } of transactions!) yield description!;
    }
  }
}

function isValidIban(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return /^GB\d{2}[A-Z]{4}\d{14}$/.test(iban) && BigInt(digits) % 97n === 1n;
}

describe('fictions are safe', () => {
  it('names no real bank, employer or payroll product', () => {
    const real = new RegExp(`\\b(${realNames.join('|')})\\b`, 'i');
    const hits = new Set<string>();
    for (const text of printed()) {
      const hit = real.exec(text);
      if (hit) hits.add(text.slice(Math.max(0, hit.index - 30), hit.index + 50));
    }
    expect([...hits]).toEqual([]);
  });

  it('uses national insurance numbers that can never be issued', () => {
    for (const { user, entries } of started) {
      const shown = entries.flatMap((entry) =>
        entry.payroll_submissions.map((slip) => slip.identity_information!.NI_number),
      );
      for (const number of [user.ni_number, ...shown]) if (number) expect(number).toMatch(/^QQ\d{6}[A-D]$/);
    }
  });

  it('has IBANs with right check digits over sort code and account number', () => {
    const accounts = started.flatMap((start) =>
      start.bank_statement_submissions.map((one) => one.account_information!),
    );
    expect(accounts.length).toBeGreaterThan(PEOPLE / 3);
    for (const { iban, sort_code, account_number } of accounts) {
      expect(isValidIban(iban!), iban!).toBe(true);
      expect(iban!.slice(8)).toBe(`${sort_code!.replaceAll('-', '')}${account_number}`);
      expect(sort_code).toMatch(/^00-\d{2}-\d{2}$/);
    }
  });

  it('reaches nobody: reserved mail domains, telephone numbers kept for drama', () => {
    for (const start of started) {
      for (const { payroll_submissions } of start.entries) {
        for (const { identity_information } of payroll_submissions.slice(0, 1)) {
          expect(identity_information!.email).toMatch(/@example\.(com|org|net)$/);
          expect(String(identity_information!.phone)).toMatch(/^447700900\d{3}$/);
        }
      }
    }
  });

  it('lets plain people live in real districts, in the country that their address says', () => {
    for (let index = FEWEST_USERS; index < PEOPLE; index++) {
      for (const { postCode, country } of here.person(index).homes)
        expect(regionOf(postCode), postCode).toBe(country);
    }
  });
});
