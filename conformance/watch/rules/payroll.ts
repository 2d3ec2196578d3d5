import { expectEqual, expectNone, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { filesOf } from '../../predicates/documents.ts';
import { expectSources, payrollIn } from '../../predicates/payroll.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import { entriesIn } from '../memory/payroll.ts';
import { alone, missingNamed, onSuccess, type Rule, refused, sentField } from '../memory/rule.ts';

const isFound = (seen: Seen): boolean => payrollIn(seen).length > 0;

const notText =
  (field: string) =>
  (seen: Seen): boolean => {
    const value = sentField(seen, field);
    return value != null && typeof value !== 'string';
  };

const isTextOrNothing = (value: unknown): boolean => value == null || typeof value === 'string';

/** The clauses about accounts, connections, payroll and uploads. */
export const payrollRules: readonly Rule[] = [
  onSuccess('accounts.mfa.any-kind-of-text', (seen) => /\D/.test(String(sentField(seen, 'mfa') ?? ''))),
  missingNamed('accounts.mfa.missing-answer-named', ['mfa']),
  refused('accounts.mfa.ill-typed-answer', notText('mfa')),
  onSuccess('accounts.shape.pending-while-awaited', (seen) => {
    const { status } = fieldsOf(seen.body);
    const expected = 'a status other than PENDING after the right answer';
    return status !== undefined && expectThat(status !== 'PENDING', expected, `${status}`, seen);
  }),
  alone('accounts.shape.as-linked', (seen, { records }) => {
    const earlier = records.settled(seen.path['account_id'], seen);
    const linked = (one: JsonFields) => [one['payroll_provider'], one['user_name'], one['mfa_enabled']];
    if (!earlier) return false;
    return expectEqual(linked(fieldsOf(seen.body)), linked(earlier), 'provider, login and use of MFA', seen);
  }),
  onSuccess('payroll.query.empty-when-nothing-new', (seen) => {
    return !isFound(seen) && expectSuccess(seen, 201, 'where there is nothing to find');
  }),
  alone('payroll.query.not-twice', (seen, picture) => {
    const again = payrollIn(seen).filter(({ id, entry_id }) => {
      const { entry = entry_id, user } = picture.payroll.submissions.get(`${id}`) ?? {};
      // Whether payroll of a deleted entry is found again is open.
      const mayBeGone = picture.isGone(entry, seen) || !picture.writes.isQuiet(`${entry}`, seen);
      return user === undefined && entry !== entry_id && !mayBeGone;
    });
    const ids = again.map(({ id }) => id);
    return isFound(seen) && expectNone(ids, 'what was found again', seen);
  }),
  missingNamed('payroll.query.missing-account-named', ['account_id']),
  refused('payroll.query.ill-typed-account', notText('account_id')),
  onSuccess('direct-connections.own-only', (seen, { payroll }) => {
    const user = sentField(seen, 'user_id');
    for (const { id } of payrollIn(seen))
      expectEqual(user, payroll.submissions.get(`${id}`)?.user ?? user, `the user of ${id}`, seen);
    return isFound(seen);
  }),
  missingNamed('direct-connections.missing-user-named', ['user_id']),
  refused('direct-connections.ill-typed-user', notText('user_id')),
  onSuccess(
    'events.payload.all-submissions',
    (seen, { payroll: { delivered } }) => {
      const known = [...entriesIn(seen)].flatMap(([entry, { ids }]) => {
        const { begun = 0, ids: sent = [] } = delivered.get(entry) ?? {};
        // One that set out earlier is about an earlier retrieval.
        return begun > seen.begun ? [{ sent: [...sent].sort(), ids: [...ids].sort() }] : [];
      });
      for (const { sent, ids } of known)
        expectEqual(sent, ids, 'the ids of the submissions in the payload', seen);
      return known.length > 0;
    },
    ['createDirectConnection', 'queryPayrollConnection'],
  ),
  onSuccess('payroll.submission.source', (seen, { payroll }) => {
    const isTold = payrollIn(seen).some(({ source }) => source != null);
    return isTold && expectSources(seen, payroll.otherSources(seen));
  }),
  refused('documents.presign.no-files', (seen) => JSON.stringify(sentField(seen, 'files')) === '[]'),
  missingNamed('documents.presign.missing-field-named', ['file_name'], filesOf),
  refused('documents.presign.ill-typed-files', (seen) => {
    const files = sentField(seen, 'files');
    if (files == null) return false;
    if (!Array.isArray(files) || files.length > filesOf(seen).length || files.some(Array.isArray))
      return true;
    return filesOf(seen).some((file) => ![file['file_name'], file['external_id']].every(isTextOrNothing));
  }),
];
