import type { Sandbox } from '../../../simulator/sandbox.ts';
import { standardTarget } from '../../proof/mutants/run-mutant.ts';
import { type Receiver, watchedRun } from '../../proof/watched-run.ts';
import type { IntakeOptions } from '../intake.ts';
import type { Ledger } from '../ledger.ts';
import type { Watch } from '../watch.ts';

export type Exchanged = [method: string, url: string, sent: unknown, status: number, body: unknown];

const text = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** Shows exchanges to a watch, one after the other. */
export function exchanges(watch: Watch, list: readonly Exchanged[], from = 1, key = 'a-key'): Ledger {
  for (const [at, [method, url, sent, status, body]] of list.entries()) {
    const begun = from + 2 * at;
    watch.begin(begun, method, url);
    watch.end({
      ...{
        kind: 'exchange',
        begun,
        ended: begun + 1,
        at: 1_800_000_000_000 + at,
        durationMs: 1,
        method,
        url,
        status,
      },
      requestHeaders: { ...(key && { 'x-api-key': key }), 'content-type': 'application/json' },
      requestText: text(sent),
      responseHeaders: { 'content-type': 'application/json' },
      responseText: text(body),
    });
  }
  return watch.ledger;
}

/** Runs something against a sandbox through the proxy, and its deliveries through another one. */
export const watchedSandbox = <Result>(
  sandbox: Sandbox,
  run: (target: ReturnType<typeof standardTarget>, receiver: Receiver) => Promise<Result>,
  intakeOptions: IntakeOptions = {},
) =>
  watchedRun(
    sandbox.url,
    (baseUrl, receiver) => run({ ...standardTarget(sandbox), baseUrl }, receiver),
    {},
    intakeOptions,
  );
