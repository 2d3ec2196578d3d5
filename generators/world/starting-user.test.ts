import { describe, expect, it } from 'vitest';
import { few } from '../../spec/testing/test-run.ts';
import { startOf } from '../calendar.ts';
import { userPrefix } from '../ids.ts';
import { someBirth } from '../testing/births.ts';
import { type StartingUser, startingUser } from './starting-user.ts';
import { FEWEST_USERS, world } from './world.ts';

const here = world('1', { users: few(250, 400), born: someBirth });
const everyone = Array.from({ length: here.userCount }, (_, index) => startingUser(here, index));
const plain = everyone.slice(FEWEST_USERS);
const submissionsOf = ({ entries }: StartingUser) => entries.flatMap((entry) => entry.payroll_submissions);

describe('the starting world', () => {
  it('has an inactive older term, two active system terms and one of the client', () => {
    const terms = here.terms.map(({ term }) => term);
    expect(
      terms
        .filter((term) => term.is_system_term && term.is_active)
        .map((term) => term.authorisation_category),
    ).toEqual(['one_time', 'recurring']);
    expect(terms.filter((term) => !term.is_active).map((term) => term.authorisation_version)).toEqual([1]);
    expect(terms.filter((term) => !term.is_system_term)).toHaveLength(1);
    expect(new Set(terms.map(({ id }) => id)).size).toBe(terms.length);
  });

  it('gives every plain user one linked account, one entry with payslips and an authorisation', () => {
    for (const { authorisations, accounts, entries, direct } of plain) {
      expect(authorisations.map(({ revoked_at }) => revoked_at)).toEqual([null]);
      expect(accounts.map(({ status }) => status)).toEqual(['LINKED']);
      expect(entries.map(({ account_id }) => account_id)).toEqual([accounts[0]!.account_id]);
      expect(direct.length).toBeGreaterThan(0);
    }
    expect(plain.filter((user) => submissionsOf(user).length > 0).length).toBeGreaterThan(
      plain.length * 0.97,
    );
  });

  it('lets every id of a user begin as the user id does, and none occur twice', () => {
    const seen = new Set<string>();
    for (const start of everyone) {
      const ids = [
        ...start.authorisations.map((one) => one.authorisation_id),
        ...start.accounts.map((one) => one.account_id),
        ...start.entries.map((one) => one.entry_id),
        ...submissionsOf(start).map((one) => one.id),
        ...start.bank_statement_submissions.map((one) => one.id),
        ...start.income_submissions.map((one) => one.id),
        ...start.documents.map((one) => one.document_id),
      ];
      for (const id of ids) {
        expect(userPrefix(id)).toBe(userPrefix(start.user.user_id));
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
    }
  });

  it('happens in order: created, accepted, linked, retrieved, and all before the first day', () => {
    for (const { user, authorisations, accounts, entries, bank_statement_submissions } of everyone) {
      const accepted = authorisations.map((one) => one.accepted_at);
      const linked = accounts.map((one) => one.created_at);
      const retrieved = [...entries, ...bank_statement_submissions].map((one) => one.created_at);
      expect([user.created_at, ...accepted, ...linked].toSorted()).toEqual([
        user.created_at,
        ...accepted,
        ...linked,
      ]);
      for (const at of retrieved) {
        expect(at > user.created_at && linked.every((link) => link <= at)).toBe(true);
        expect(Date.parse(at)).toBeLessThan(startOf(here.begins));
      }
    }
  });

  it('holds only payslips that were paid when they were retrieved, each from the entry that found it', () => {
    for (const { user, entries } of everyone) {
      const months = user.payroll_period_months ?? 12;
      for (const entry of entries) {
        const earliest = new Date(entry.created_at);
        earliest.setUTCMonth(earliest.getUTCMonth() - months);
        for (const { account_id, entry_id, created_at, income_information } of entry.payroll_submissions) {
          expect([account_id, entry_id, created_at]).toEqual([
            entry.account_id,
            entry.entry_id,
            entry.created_at,
          ]);
          const paid = income_information!.pay_date!;
          expect(paid <= entry.created_at).toBe(true);
          expect(paid.slice(0, 10) >= earliest.toISOString().slice(0, 10)).toBe(true);
        }
      }
    }
  });

  it('is plain JSON', () => {
    for (const start of everyone.slice(0, 60))
      expect(JSON.parse(JSON.stringify(start))).toEqual({ ...start });
  });
});
