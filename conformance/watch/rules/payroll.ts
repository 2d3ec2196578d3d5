import type { ClauseId } from '../../../spec/clauses.ts';
import { expectEqual, expectNone, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { itemsOf } from '../../predicates/pages.ts';
import { expectSources, payrollIn } from '../../predicates/payroll.ts';
import { isRefusal, isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import { entriesIn } from '../memory/payroll.ts';
import type { Picture } from '../memory/picture.ts';
import { alone, aloneOnSuccess, onSuccess, type Rule, refused, rule, sentField } from '../memory/rule.ts';
import { expectSentAsShown } from '../memory/sent-as-shown.ts';

const isFound = (seen: Seen): boolean => payrollIn(seen).length > 0;

/** Whether payroll connections are switched on for the user of an account, by the user's setting and by the client's. */
function switches(seen: Seen, { credentials, payroll, records }: Picture): readonly unknown[] | undefined {
  const [apiKey, ...others] = credentials.keys.keys();
  const user = payroll.accountUsers.get(`${sentField(seen, 'account_id')}`);
  const client = others.length === 0 ? { ...seen, apiKey, bearer: undefined } : seen;
  const [own, common] = [records.settled(user, client), records.settled('configuration', client)];
  return own && common && [own, common].map((one) => one['payroll_connections_enabled'] ?? undefined);
}

const disabled = (clause: ClauseId, isMeant: (own: unknown, common: unknown) => boolean): Rule =>
  alone(clause, (seen, picture) => {
    const [own, common] = switches(seen, picture) ?? [true, true];
    const expected = 'a refusal while payroll connections are switched off';
    const isJudged = seen.status < 500 && isMeant(own, common);
    return isJudged && expectThat(isRefusal(seen), expected, `${seen.status}`, seen);
  });

/** What was arranged by a sandbox's own API is shown as it was arranged. */
const asArranged = (clause: ClauseId, itemsOf: (seen: Seen) => readonly JsonFields[]): Rule =>
  onSuccess(clause, (seen, { arranged }) => {
    const known = itemsOf(seen).filter(({ id }) => arranged.has(`${id}`));
    for (const item of known) expectSentAsShown(arranged.get(`${item['id']}`)!, [item]);
    return known.length > 0;
  });

export const payrollRules: readonly Rule[] = [
  asArranged('bank-statements.shape.extracted-data', (seen) => itemsOf('bank-statements', seen)),
  asArranged('income.shape.as-reported', (seen) => itemsOf('income', seen)),
  asArranged('direct-connections.finds-payroll', payrollIn),
  onSuccess('accounts.mfa.any-kind-of-text', (seen) => /\D/.test(String(sentField(seen, 'mfa') ?? ''))),
  onSuccess('accounts.shape.pending-while-awaited', (seen) => {
    const { status } = fieldsOf(seen.body);
    const expected = 'a status other than PENDING after the right answer';
    return status !== undefined && expectThat(status !== 'PENDING', expected, `${status}`, seen);
  }),
  aloneOnSuccess('accounts.shape.as-linked', (seen, { records }) => {
    const earlier = records.settled(seen.path['account_id'], seen);
    const linked = (one: JsonFields) => [one['payroll_provider'], one['user_name'], one['mfa_enabled']];
    if (!earlier) return false;
    return expectEqual(linked(fieldsOf(seen.body)), linked(earlier), 'provider, login and use of MFA', seen);
  }),
  rule('payroll.query.empty-when-nothing-new', (seen) => {
    const isEmpty = isSuccess(seen) && !isFound(seen);
    const isRefused = isRefusal(seen) && /\bno (new )?payroll\b/i.test(seen.text);
    return (isEmpty || isRefused) && expectSuccess(seen, 201, 'where there is nothing to find');
  }),
  aloneOnSuccess('payroll.query.not-twice', (seen, picture) => {
    const again = payrollIn(seen).filter(({ id, entry_id }) => {
      const { entry = entry_id, user } = picture.payroll.submissions.get(`${id}`) ?? {};
      // Whether payroll of a deleted entry is found again is open.
      const mayBeGone = picture.isGone(entry, seen) || !picture.writes.isQuiet(`${entry}`, seen);
      return user === undefined && entry !== entry_id && !mayBeGone;
    });
    const ids = again.map(({ id }) => id);
    return isFound(seen) && expectNone(ids, 'what was found again', seen);
  }),
  disabled('settings.payroll-connections.client-disables', (own, common) => {
    return own === undefined && common === false;
  }),
  disabled('settings.payroll-connections.user-disables', (own) => own === false),
  onSuccess('payroll.query.token-of-the-user', (seen, { payroll }) => {
    const holder = payroll.tokenUsers.get(seen.bearer ?? '');
    const owner = payroll.accountUsers.get(`${sentField(seen, 'account_id')}`);
    const isKnown = holder !== undefined && owner !== undefined;
    return isKnown && expectEqual(owner, holder, 'the user of the account', seen);
  }),
  onSuccess('direct-connections.own-only', (seen, { payroll }) => {
    const user = sentField(seen, 'user_id');
    for (const { id } of payrollIn(seen))
      expectEqual(user, payroll.submissions.get(`${id}`)?.user ?? user, `the user of ${id}`, seen);
    return isFound(seen);
  }),
  onSuccess(
    ['events.payload.all-submissions', 'createDirectConnection', 'queryPayrollConnection'],
    (seen, { payroll: { delivered } }) => {
      const known = [...entriesIn(seen)].flatMap(([entry, { ids }]) => {
        const { begun = 0, list = [] } = delivered.get(entry) ?? {};
        // One that set out earlier is about an earlier retrieval.
        return begun > seen.begun ? [{ list, ids: [...ids].sort() }] : [];
      });
      for (const { list, ids } of known) {
        expectEqual(list.map(({ id }) => id).sort(), ids, 'the ids of the submissions in the payload', seen);
        for (const one of payrollIn(seen)) expectSentAsShown(one, list);
      }
      return known.length > 0;
    },
  ),
  onSuccess('payroll.submission.source', (seen, { payroll }) => {
    const isTold = payrollIn(seen).some(({ source }) => source != null);
    return isTold && expectSources(seen, payroll.otherSources(seen));
  }),
  refused('documents.presign.no-files', (seen) => JSON.stringify(sentField(seen, 'files')) === '[]'),
];
