import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';

/** Loads what the first requests need: when descriptors have run out, some versions of Node never try again. */
export async function preload(): Promise<void> {
  for (const load of modules) {
    await load();
    await nextEventLoopTurn();
  }
}

const modules: readonly (() => Promise<unknown>)[] = [
  () => import('jose'),
  () => import('node:https'),
  () => import('yaml'),
  () => import('../../generators/catalogue/catalogue.ts'),
  () => import('../../generators/people/drawn-person.ts'),
  () => import('../../generators/people/income.ts'),
  () => import('../../generators/people/life-events.ts'),
  () => import('../../generators/people/payroll.ts'),
  () => import('../../generators/people/statement-of.ts'),
  () => import('../../generators/scenarios/read-scenario.ts'),
  () => import('../../generators/world/read-scenarios.ts'),
  () => import('../../generators/statements/draw.ts'),
  () => import('../../generators/statements/statement-reader.ts'),
  () => import('../../generators/world/starting-user.ts'),
  () => import('../../generators/world/truth.ts'),
  () => import('../../spec/clauses.ts'),
  () => import('../../spec/client-clauses.ts'),
  () => import('../../spec/receiver-clauses.ts'),
  () => import('../arrangement/fill/bank-statement.ts'),
  () => import('../arrangement/fill/income-submission.ts'),
  () => import('../arrangement/filled-payrolls.ts'),
  () => import('../docs/page.ts'),
  () => import('../docs/curl.ts'),
  () => import('../retrieval/person-of-user.ts'),
];
