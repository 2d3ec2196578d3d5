import { createServer } from 'node:http';
import type { Sandbox } from '../../../simulator/sandbox.ts';
import { standardTarget } from '../../proof/mutants/run-mutant.ts';
import { Intake, type IntakeOptions } from '../intake.ts';
import type { Ledger } from '../ledger.ts';
import { startProxy } from '../proxy.ts';
import { Watch, type WatchOptions } from '../watch.ts';

export type Exchanged = [method: string, url: string, sent: unknown, status: number, body: unknown];

const text = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** Shows exchanges to a watch, one after the other. */
export function exchanges(watch: Watch, list: readonly Exchanged[], from = 1): Ledger {
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
      requestHeaders: { 'x-api-key': 'a-key' },
      requestText: text(sent),
      responseHeaders: { 'content-type': 'application/json' },
      responseText: text(body),
    });
  }
  return watch.ledger;
}

/** Runs something against a sandbox through the proxy, and its deliveries through another one. */
export async function watchedRun<Result>(
  sandbox: Sandbox,
  run: (
    target: ReturnType<typeof standardTarget>,
    options: { receiverUrl: string; receiverPort: number },
  ) => Promise<Result>,
  options: WatchOptions = {},
  intakeOptions: IntakeOptions = {},
): Promise<{ result: Result; ledger: Ledger }> {
  const watch = new Watch({ environment: 'sandbox', soleWriter: true, ...options });
  const intake = new Intake(watch, { vendor: options.profile?.naming?.vendor, ...intakeOptions });
  const receiverPort = await freePort();
  const proxy = await startProxy({ kind: 'exchange', to: sandbox.url, port: 0, intake });
  const hooks = await startProxy({
    kind: 'delivery',
    to: `http://127.0.0.1:${receiverPort}`,
    port: 0,
    intake,
  });
  try {
    const target = { ...standardTarget(sandbox), baseUrl: proxy.url };
    return { result: await run(target, { receiverUrl: hooks.url, receiverPort }), ledger: watch.ledger };
  } finally {
    await proxy.close();
    await hooks.close();
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
