import { createRequire } from 'node:module';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';

/** Loads what the first requests need: when descriptors have run out, some versions of Node never try again. */
export async function preload(): Promise<void> {
  for (const load of modules) {
    await load();
    await nextEventLoopTurn();
  }
}

// pdfkit evaluates all its parts in one turn, 180 ms of it: its greatest parts come before it, each in a turn of its own.
const pdfkit = createRequire(import.meta.resolve('pdfkit'));
const fontkit = createRequire(pdfkit.resolve('fontkit'));

const modules: readonly (() => unknown)[] = [
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
  () => fontkit('brotli/decompress.js'),
  () => pdfkit('fontkit'),
  () => import('pdfkit'),
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
  () => import('../docs/guide-pages.ts'),
  () => import('../docs/page.ts'),
  () => import('../docs/curl.ts'),
  () => import('../retrieval/person-of-user.ts'),
];
