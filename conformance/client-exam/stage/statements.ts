import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Body, jsonAnswer, jsonOf } from './front.ts';
import { dossierOf, type Stage } from './stage.ts';

export type Statement = { document_external_id?: string | null };

export const statementsIn = (body: Body): Statement[] =>
  (body['bank_statement_submissions'] ?? []) as Statement[];

export const isOwn = ({ values }: Pick<Stage, 'values'>, one: Statement): boolean =>
  one.document_external_id === values['EXTERNAL_ID'];

export const balanceOf = ({ wish }: Stage): string => wish.start?.balance ?? '812.55';

/** Gives the client's own statement its balance: of some documents the sandbox can read none. */
export function withBalance(stage: Stage, answer: Answer): Answer {
  const body = jsonOf(answer);
  if (!Array.isArray(body?.['bank_statement_submissions'])) return answer;
  const balance_information = { opening_balance: '100.00', closing_balance: balanceOf(stage) };
  const filled = statementsIn(body).map((one) => (isOwn(stage, one) ? { ...one, balance_information } : one));
  return jsonAnswer(answer.status, { ...body, bank_statement_submissions: filled });
}

/** The statements that the service holds, once that of the client is among them or cannot come any more. */
export async function extracted(stage: Stage): Promise<Statement[]> {
  for (const until = performance.now() + 5000; ; await sleep(20)) {
    const { bank_statement_submissions: all = [], documents = [] } = (await dossierOf(stage)) ?? {};
    const isComing = documents.some(({ state }) => state === 'processing');
    if (all.some((one) => isOwn(stage, one)) || !isComing || performance.now() > until) return all;
  }
}

/** How many files with the client's external id the service took. */
export async function uploadsOf(stage: Stage): Promise<number> {
  const documents = (await dossierOf(stage))?.documents ?? [];
  return documents.filter(
    ({ external_id, state }) =>
      external_id === stage.values['EXTERNAL_ID'] && state !== 'awaiting_upload' && state !== 'expired',
  ).length;
}
