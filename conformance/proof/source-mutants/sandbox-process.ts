// A process of its own that runs sandboxes from an instrumented tree, with the mutant that its environment names active.
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mapValues } from '../../../spec/json.ts';
import type { Addresses, Coverage, Order } from './reach.ts';

/** The global object by which instrumented code is steered; StrykerJS's test runners use the same (`INSTRUMENTER_CONSTANTS`). */
type Switches = {
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
};

/** More often than any check reaches one place, and soon enough for a loop that does not end. */
const mostHits = 2_000_000;
const scope = globalThis as { __stryker__?: Switches };
scope.__stryker__ ??= {};
const switches = scope.__stryker__;

// The suite names the clause in a header; what runs in the background afterwards counts for the latest clause.
const emit: (event: string, ...rest: unknown[]) => boolean = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string, ...rest: unknown[]): boolean {
  if (event === 'request') {
    const clause = (rest[0] as IncomingMessage).headers['x-payrig-clause'];
    if (typeof clause === 'string') switches.currentTestId = clause;
  }
  return emit.call(this, event, ...rest);
};

const [folder = ''] = process.argv.slice(2);
const load = (file: string): Promise<unknown> => import(pathToFileURL(join(folder, file)).href);
const { createSandbox } = (await load(
  'simulator/sandbox.ts',
)) as typeof import('../../../simulator/sandbox.ts');
// Load every file now: what a module does while it loads belongs to no clause.
const files: string[] = JSON.parse(await readFile(join(folder, 'mutated-files.json'), 'utf8'));
for (const file of files) await load(file);
// The parent kills this process, so the cache is written now.
flushCompileCache();

async function start(): Promise<Addresses> {
  switches.hitCount = 0;
  switches.hitLimit = mostHits;
  const sandbox = await createSandbox({ users: 30 });
  const production = await createSandbox({ users: 5, environment: 'production' });
  // A mutant may listen nowhere: it breaks here, not in the suite that would call it.
  for (const { url } of [sandbox, production]) new URL(url);
  const { url, apiKey, otherApiKey } = sandbox;
  return { url, apiKey, otherApiKey, production: { url: production.url, apiKey: production.apiKey } };
}

function coverage(): Coverage {
  const { static: atStart = {}, perTest = {} } = switches.mutantCoverage ?? {};
  return {
    onStarting: Object.keys(atStart),
    byClause: mapValues(perTest, (hits) => Object.keys(hits)),
  };
}

process.on('message', (order: Order) => {
  const work = order === 'start' ? start() : Promise.resolve(coverage());
  work.then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ done: 'ready' });
