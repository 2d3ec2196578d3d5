import { spawn } from 'node:child_process';
import { type ClauseId, clausesById } from '../../spec/clauses.ts';
import { givenAddress } from '../../spec/given-address.ts';
import { seal } from '../../spec/webhooks/seal.ts';
import type { Failure } from '../judgement/failure.ts';
import { endOf } from '../target/child-end.ts';
import { clipped } from '../target/printable.ts';
import type { Entry } from './clause-result.ts';

export type HookOptions = {
  /** An http(s) address, or a command for the shell, which gets the message on its standard input. */
  readonly to: string;
  /** Signs what is sent, as the service signs its deliveries. */
  readonly secret?: string | undefined;
  readonly target: string;
  readonly failed: (why: string) => void;
};

const everyMs = 3_600_000;
/** One that could not be sent is sent with the next break of the clause, and not at once. */
const againAfterMs = 60_000;
const patienceMs = 10_000;

/** Tells an operator of clauses that break, each once an hour. */
export class BreakHook {
  readonly #options: HookOptions;
  /** When a clause may be told again. */
  readonly #next = new Map<string, number>();
  sent = 0;
  failed = 0;

  constructor(options: HookOptions) {
    this.#options = options;
  }

  async tell(clause: ClauseId, { expected, actual }: Failure, { broken, confirmed }: Entry): Promise<void> {
    const { to, target, failed } = this.#options;
    const now = Date.now();
    if (now < (this.#next.get(clause) ?? 0)) return;
    this.#next.set(clause, now + everyMs);
    const { level, statement } = clausesById().get(clause) ?? {};
    const message = JSON.stringify({
      ...{ event: 'clause-broken', timestamp: new Date(now).toISOString(), target },
      ...{ clause, level, statement, expected: clipped(expected, 500), actual: clipped(actual, 500) },
      ...{ times_broken: broken, times_kept: confirmed },
    });
    try {
      await (/^https?:/i.test(to) ? this.#post(message) : run(to, message));
      this.sent++;
    } catch (error) {
      this.failed++;
      this.#next.set(clause, now + againAfterMs);
      failed(`--on-break was not reached: ${(error as Error).message}`);
    }
  }

  async #post(message: string): Promise<void> {
    const { to, secret } = this.#options;
    const { url, headers } = givenAddress(to);
    const sealed = seal({ body: message, ...(secret !== undefined && { secret }) });
    const answer = await fetch(url, {
      ...{ method: 'POST', headers: { ...sealed.headers, ...headers }, body: sealed.body },
      ...{ redirect: 'manual', signal: AbortSignal.timeout(patienceMs) },
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  }
}

async function run(command: string, message: string): Promise<void> {
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  const child = spawn(command, { shell: true, detached: process.platform !== 'win32', stdio: [...stdio] });
  child.stdin!.on('error', () => undefined).end(message);
  const { code, signal } = await endOf(child, patienceMs);
  if (code !== 0) throw new Error(`the command ended with ${code ?? signal}`);
}
