import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { PointId, Points } from '../../../spec/profile.ts';
import { type Payslip, payslips } from '../../arbitraries/payslips.ts';
import { type Check, type Context, check } from '../../judgement/check.ts';
import { payrollIn } from '../../predicates/payroll.ts';
import { type LinkedUser, linkedUser } from '../../steps/linked-user.ts';
import { newPayee, payrollOf, query } from '../../steps/provided-payroll.ts';
import { isRefusal, isSuccess, type ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import type { SequentialModel } from './linearize.ts';
import { expectOneOrder, inTurn, type Outcome, race, type Sent, seen } from './race.ts';

const needs = ['users', 'tokens', 'authorisations', 'accounts'] as const;
const mfa = '2468';

type AccountAction = keyof ReturnType<typeof callsOf>;
type AccountCommand = { readonly kind: AccountAction };

type AccountRace = {
  clause: ClauseId;
  account: 'waiting' | 'ready';
  /** What clients may do; each does one to three of them. */
  commands: readonly AccountAction[];
  /** What some of them begin with in any case, so that there is something to race against. */
  always: readonly (readonly AccountAction[])[];
  /** What is done after all of it, to see how it ended. */
  last: readonly AccountAction[];
  /** An entry made through the account beforehand. */
  entry?: boolean;
  uses?: readonly PointId[];
};

const races: readonly AccountRace[] = [
  {
    clause: 'races.payroll.retrieved-once',
    account: 'ready',
    always: [['query'], ['query']],
    last: ['query'],
    commands: ['query'],
  },
  {
    clause: 'races.payroll.query-against-deletion',
    account: 'ready',
    always: [['query'], ['switch-on', 'delete-account']],
    last: ['query', 'delete-account'],
    commands: ['query', 'delete-account'],
    uses: ['accounts.delete.entries'],
  },
  {
    clause: 'races.payroll.query-against-settings',
    account: 'ready',
    // The query is under way by the time the switch goes off.
    always: [['query'], ['switch-on', 'switch-on', 'switch-on', 'switch-off']],
    last: ['query'],
    commands: ['query', 'switch-on', 'switch-off'],
  },
  {
    clause: 'races.accounts.mfa-answered-once',
    account: 'waiting',
    always: [['answer-mfa'], ['answer-mfa']],
    last: ['answer-mfa', 'query'],
    commands: ['answer-mfa', 'query', 'delete-account'],
    uses: ['accounts.mfa.not-pending-status', 'accounts.delete.entries'],
  },
  {
    clause: 'races.entries.deleted-once',
    account: 'ready',
    entry: true,
    always: [['delete-entry'], ['delete-entry']],
    last: ['delete-entry'],
    commands: ['delete-entry', 'delete-account'],
    uses: ['accounts.delete.entries'],
  },
];

/** Clients with a few commands each; some begin with given ones. */
function drawn({ always, commands }: AccountRace) {
  const some = (minLength: number) =>
    fc.array(fc.constantFrom(...commands), { minLength, maxLength: 2, size: 'max' });
  const begun = fc.tuple(...always.map((first) => some(0).map((rest) => [...first, ...rest])));
  return fc.record({
    clients: fc.tuple(begun, fc.array(some(1), { maxLength: 2, size: 'max' })).map(([a, b]) => [...a, ...b]),
    payroll: fc.noShrink(payslips) as fc.Arbitrary<Payslip[]>,
  });
}

type Subject = LinkedUser & { entry_id: string | undefined };

async function subjectOf(ctx: Context, { account, entry }: AccountRace, payroll: readonly Payslip[]) {
  const person = newPayee(ctx);
  const paid = { payroll: await payrollOf(ctx, payroll, person) };
  const linked = await linkedUser(ctx, {
    user: person,
    account: account === 'waiting' ? { ...paid, mfa_enabled: true, mfa } : paid,
  });
  const made = entry ? await ctx.arrange.createEntry(linked.user_id, [{}], linked.account_id) : undefined;
  return { ...linked, entry_id: made?.entry_id };
}

function callsOf(ctx: Context, subject: Subject) {
  const { user_id, account_id, entry_id = '' } = subject;
  const path = { account_id };
  const turn = (payroll_connections_enabled: boolean) =>
    ctx.call('updateUser', { path: { user_id }, body: { payroll_connections_enabled } });
  return {
    query: () => query(ctx, subject),
    'answer-mfa': () => ctx.call('submitMfa', { path, body: { mfa } }),
    'delete-account': () => ctx.call('deleteAccount', { path }),
    'delete-entry': () => ctx.call('deleteEntry', { path: { entry_id } }),
    'switch-on': () => turn(true),
    'switch-off': () => turn(false),
  };
}

const payDateOf = ({ income_information }: JsonFields): string =>
  String(fieldsOf(income_information)['pay_date']);

/** What becomes of one account when its commands come at once from several clients. */
export const accountRaces: readonly Check[] = races.map((one) =>
  check(one.clause, {
    needs: one.entry ? [...needs, 'entries'] : needs,
    uses: one.uses,
    given: drawn(one),
    effort: 0.6,
  }).by(async (ctx, { clients, payroll }) => {
    const calls = callsOf(ctx, await subjectOf(ctx, one, payroll));
    const perform = async ({ kind }: AccountCommand): Promise<Sent<AccountOutcome>> => {
      const answer: ServiceResponse = await calls[kind]();
      return { ...seen(answer), found: payrollIn(answer).map(payDateOf) };
    };
    const act = (kinds: readonly AccountAction[]) => {
      const commands = kinds.map((kind) => ({ kind }));
      return inTurn(commands, perform);
    };
    const history = await race({ together: clients.map(act), after: act(one.last) });
    expectOneOrder(accountModel(one.account, ctx.known), history, 'one account');
  }),
);

/** With the pay dates of what a query has found. */
type AccountOutcome = Outcome & { readonly found: readonly string[] };

type State = {
  readonly account: 'waiting' | 'ready' | 'gone';
  readonly on: boolean;
  /** Pay dates of what was retrieved so far. */
  readonly found: readonly string[];
  /** Whether an entry that was made through the account beforehand still stands. */
  readonly entry: boolean;
};

/**
 * An account with payroll behind it and an entry made through it: answered once, queried while it is there and may be
 * used, with no payslip found a second time, and deleted once.
 */
function accountModel(
  account: AccountRace['account'],
  known: Partial<Points>,
): SequentialModel<State, AccountCommand, AccountOutcome> {
  const only = (allowed: boolean, after: State): readonly State[] => (allowed ? [after] : []);
  const has = (outcome: Outcome, status: number | undefined): boolean =>
    status === undefined || outcome.status === status;

  const steps: Record<AccountAction, (state: State, outcome: AccountOutcome) => readonly State[]> = {
    query(state, outcome) {
      if (state.account !== 'ready' || !state.on) return only(isRefusal(outcome), state);
      const again = outcome.found.some((date) => state.found.includes(date));
      // The most recent payroll is found by the first query at least; that nothing is new comes later.
      const missed = state.found.length === 0 && outcome.found.length === 0;
      const found = [...state.found, ...outcome.found].sort();
      return only(isSuccess(outcome) && !again && !missed, { ...state, found });
    },
    'answer-mfa'(state, outcome) {
      if (state.account === 'gone') return only(outcome.status === 404, state);
      if (state.account === 'ready')
        return only(has(outcome, known['accounts.mfa.not-pending-status']), state);
      return only(isSuccess(outcome), { ...state, account: 'ready' });
    },
    'delete-account'(state, outcome) {
      if (state.account === 'gone') return only(outcome.status === 404, state);
      if (!isSuccess(outcome)) return [];
      const after = { ...state, account: 'gone' } as const;
      const fate = known['accounts.delete.entries'];
      const kept = fate === 'deleted' ? [] : [after];
      return fate === 'kept' ? kept : [...kept, { ...after, entry: false }];
    },
    'delete-entry': (state, outcome) =>
      state.entry
        ? only(isSuccess(outcome), { ...state, entry: false })
        : only(outcome.status === 404, state),
    'switch-on': (state, outcome) => only(isSuccess(outcome), { ...state, on: true }),
    'switch-off': (state, outcome) => only(isSuccess(outcome), { ...state, on: false }),
  };
  return {
    initial: { on: true, found: [], entry: true, account },
    step: (state, { kind }, outcome) => steps[kind](state, outcome),
  };
}
