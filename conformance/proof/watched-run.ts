import { freePort } from '../../spec/free-port.ts';
import { having } from '../report/grouped.ts';
import { Intake, type IntakeOptions } from '../watch/intake.ts';
import type { Ledger } from '../watch/ledger.ts';
import { startProxy } from '../watch/proxy.ts';
import { Watch, type WatchOptions } from '../watch/watch.ts';

export type Receiver = { readonly receiverUrl: string; readonly receiverPort: number };

/** Runs something against a server through the proxy of `payrig watch`, and its deliveries through another one. */
export async function watchedRun<Result>(
  url: string,
  run: (baseUrl: string, receiver: Receiver) => Promise<Result>,
  options: WatchOptions = {},
  intakeOptions: IntakeOptions = {},
): Promise<{ result: Result; ledger: Ledger }> {
  const watch = new Watch({ environment: 'sandbox', soleWriter: true, ...options });
  const intake = new Intake(watch, { vendor: options.profile?.naming?.vendor, ...intakeOptions });
  const receiverPort = await freePort();
  const hook = `http://127.0.0.1:${receiverPort}`;
  const proxy = await startProxy({ kind: 'exchange', to: url, port: 0, intake });
  const hooks = await startProxy({ kind: 'delivery', to: hook, port: 0, intake });
  try {
    const result = await run(proxy.url, { receiverUrl: hooks.url, receiverPort });
    return { result, ledger: watch.ledger };
  } finally {
    await proxy.close();
    await hooks.close();
  }
}

export const brokenIn = (ledger: Ledger): string[] =>
  having(ledger.report('').clauses, 'fail', 'warn').map(({ clause }) => clause);
