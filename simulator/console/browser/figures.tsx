import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, type HttpRequest, requestFor } from '../../../spec/caller.ts';
import { requestCode, typescriptOf } from '../../../spec/request-code.ts';
import type { ExpenditureEstimate, UserDossier } from '../../../spec/types.ts';
import { distinctPeriods } from '../../expenditure/distinct-periods.ts';
import { Code, pickOf, RequestLine, useCodeCaller } from './code.tsx';
import { Button } from './forms.tsx';
import { type Month, onceEach } from './money-by-month.ts';
import { pounds } from './text.ts';

export type Figure = {
  name: string;
  amount: string | number | null | undefined;
  source: Source | undefined;
  /** What is true instead, if the amount is not. */
  right?: unknown;
};

export type Asked = { name: string; ask: (name: string) => void };

export function useAsked(): Asked {
  const [name, setName] = useState('');
  return { name, ask: (next) => setName(next === name ? '' : next) };
}

/** What is true, beside what is shown; nothing where that is true. */
export const True = ({ of, isMoney = false }: { of: unknown; isMoney?: boolean }) =>
  of === undefined ? null : (
    <small class="true">true: {of === null ? 'nothing' : isMoney ? pounds(String(of)) : String(of)}</small>
  );

export const ValueAndTruth = ({ value, right }: { value: string | null | undefined; right: unknown }) => (
  <>
    {value ?? '–'} <True of={right} />
  </>
);

export function Amount({ figure, asked }: { figure: Figure; asked: Asked }) {
  const { name, amount, source, right } = figure;
  if (amount === null || amount === undefined || !source) return <>{pounds(amount)}</>;
  return (
    <>
      <Button
        class="figure"
        title="The call that returns it"
        aria-expanded={asked.name === name}
        onClick={() => asked.ask(name)}
        label={[<span key="name" class="unseen">{`${name}: `}</span>, pounds(amount)]}
      />
      <True of={right} isMoney />
    </>
  );
}

export function SourceOf({ figures, asked }: { figures: readonly Figure[]; asked: Asked }) {
  const caller = useCodeCaller();
  const own = useRef<HTMLElement>(null);
  // It may stand below what can be seen of a panel.
  useEffect(() => own.current?.scrollIntoView({ block: 'nearest' }), [asked.name]);
  const figure = figures.find(({ name }) => name === asked.name);
  if (!figure?.source) return null;
  const { request, picks } = figure.source;
  return (
    <section class="source" ref={own} aria-label={`Where ${figure.name} comes from`}>
      <p>
        <b>{`${figure.name}, ${pounds(figure.amount)}`}</b> is returned by{' '}
        <RequestLine method={request.method} address={addressOf(request)} />
      </p>
      <Code title="curl" text={requestCode('curl', request, caller)} />
      <Code title="TypeScript" text={`${typescriptOf(request, caller)}\n${pickOf(picks)}`} />
    </section>
  );
}

/** A call, and where in its answer a figure stands: expressions of TypeScript; several add up to it. */
export type Source = { request: HttpRequest; picks: readonly string[] };

export type Statement = UserDossier['bank_statement_submissions'][number];
type Income = UserDossier['income_submissions'][number];

const named = (list: string, id: string): string => `answer.${list}.find(({ id }) => id === '${id}')`;

export const payslipSource = (userId: string, ids: readonly string[], place: string): Source => ({
  request: requestFor('inspectUser', { path: { user_id: userId } }),
  picks: ids.map((id) => `${named('payroll_submissions', id)}?.income_information?.${place}`),
});

const statementsRequest = (userId: string): HttpRequest =>
  requestFor('listBankStatements', { path: { user_id: userId }, query: { limit: 1000 } });

export const statementSource = (userId: string, { id }: Statement, place: string): Source => ({
  request: statementsRequest(userId),
  picks: [`${named('bank_statement_submissions', id)}?.${place}`],
});

/** What came in during a month, from each statement that tells of it. */
function creditsSource(userId: string, statements: readonly Statement[], month: string): Source {
  const ofMonth = statements.filter(({ transactions }) =>
    transactions?.some(({ date, type }) => type === 'credit' && date?.startsWith(month)),
  );
  const picks = ofMonth.map(
    ({ id }) => `...${named('bank_statement_submissions', id)}!.transactions!
    .filter(({ type, date }) => type === 'credit' && date?.startsWith('${month}'))
    .map(({ amount }) => amount)`,
  );
  return { request: statementsRequest(userId), picks };
}

export function incomeSource(user_id: string, authority: string, one: Income, place: string): Source {
  const input = { path: { user_id }, query: { entry_id: one.entry_id ?? undefined } };
  const request = requestFor('getTaxauthIncome', input, { vendor: 'svc', authority });
  return { request, picks: [`${named('income_submissions', one.id)}?.${place}`] };
}

const estimateSource = (userId: string, month: string, field: keyof ExpenditureEstimate): Source => ({
  request: requestFor('getOnsExpenditure', { path: { user_id: userId } }),
  picks: [`answer.expenditures.find(({ date }) => date.startsWith('${month}'))?.${field}`],
});

/** Where each figure of a month comes from; a figure that is not known has no source. */
export function monthSources(
  { user, payroll_submissions, bank_statement_submissions }: UserDossier,
  authority: string,
  { month, taxedTotal }: Month,
): Record<'gross' | 'net' | 'living' | 'housing' | 'credits' | 'taxed', Source | undefined> {
  const { user_id } = user;
  const total = 'employment?.total_income';
  const paid = distinctPeriods(payroll_submissions)
    .filter(({ income_information: income }) => income?.pay_date?.startsWith(month))
    .map(({ id }) => id);
  return {
    gross: payslipSource(user_id, paid, 'earnings?.gross_pay'),
    net: payslipSource(user_id, paid, 'earnings?.net_pay'),
    living: estimateSource(user_id, month, 'cost_of_living'),
    housing: estimateSource(user_id, month, 'housing'),
    credits: creditsSource(user_id, onceEach(bank_statement_submissions), month),
    taxed: taxedTotal?.submission && incomeSource(user_id, authority, taxedTotal.submission, total),
  };
}
