import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that a test started. */
export type Child = {
  pid: number;
  /** Everything on its standard output and standard error so far. */
  output(): string;
  /** Waits until its output has something of this form, which is an error once it has ended. */
  says(form: RegExp): Promise<RegExpExecArray>;
  /** Ends it; answers with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  ended: Promise<void>;
  /** Whether it ended without being asked to. */
  crashed(): boolean;
};

export function startChild(
  command: string,
  words: readonly string[],
  variables: Record<string, string> = {},
): Child {
  const child = spawn(command, words, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} did not start`);
  let said = '';
  let hear = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      hear();
    });
  let asked = false;
  let isOver = false;
  const ended = once(child, 'close').then(() => {
    isOver = true;
  });
  return {
    pid,
    output: () => said,
    async says(form) {
      for (;;) {
        const found = form.exec(said);
        if (found) return found;
        if (isOver) throw new Error(`It ended before it was ready: ${said}`);
        await Promise.race([new Promise<void>((resolve) => (hear = resolve)), ended]);
      }
    },
    async end(signal) {
      asked = true;
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
    ended,
    crashed: () => !asked && (child.exitCode !== null || child.signalCode !== null),
  };
}
