// The receivers of docs/receivers, each in its own language, examined where that language is installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, type TestContext, test } from 'vitest';
import { sample } from '../../spec/testing/test-run.ts';
import { runExam } from '../suite/run-exam.ts';
import { agreedInTests } from './testing/agreed-in-tests.ts';
import { leftOut } from './testing/left-out.ts';

const { secret, key } = agreedInTests;
const folder = fileURLToPath(new URL('../../docs/receivers/', import.meta.url));
const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

const python = works('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 8))');
const languages = [
  {
    name: 'Python',
    command: ['python3', 'receiver.py'],
    installed: python,
    encrypts: python && works('python3', '-c', 'import cryptography'),
  },
  { name: 'Java', command: ['java', 'Receiver.java'], installed: works('javac', '-version'), encrypts: true },
];

type Environment = Record<string, string>;
type Finishing = Pick<TestContext, 'onTestFinished'>;

function launched(
  [command, ...args]: readonly string[],
  env: Environment,
  { onTestFinished }: Finishing,
): ChildProcess {
  const child = spawn(command!, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT: '0', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The address that the program prints when it listens. */
async function started(command: readonly string[], env: Environment, context: Finishing): Promise<string> {
  const child = launched(command, env, context);
  const closed = once(child, 'close');
  let printed = '';
  let told = '';
  child.stderr?.on('data', (chunk) => {
    told += chunk;
  });
  for await (const chunk of child.stdout!) {
    printed += chunk;
    if (printed.includes('\n')) return printed.trim();
  }
  await closed;
  throw new Error(`It ended before it listened: ${told}`);
}

describe.concurrent.each(sample(languages, 1))(
  'the receiver in $name',
  { timeout: 120_000 },
  ({ name, command, installed, encrypts }) => {
    const note = installed ? '' : ` (left out: ${name} is not installed here)`;

    test.skipIf(!installed)(`passes the exam${note}`, async (context) => {
      const signed = { WEBHOOK_SECRET: secret, WEBHOOK_UNENCRYPTED: '1' };
      const url = await started(
        command,
        encrypts ? { WEBHOOK_SECRET: secret, WEBHOOK_KEY: key } : signed,
        context,
      );
      const [handled, failing] = ['/handled', '/failing'].map((path) => new URL(path, url).href);
      const result = await runExam(
        { url, secret, ...(encrypts && { encryptionKey: key }) },
        { handled, failing, failOn: 'implied', promptMs: 4000, skip: leftOut },
      );
      const blamed = result.clauses
        .filter(
          ({ verdict, skip }) =>
            verdict !== 'pass' && skip?.kind !== 'not-selected' && !skip?.message.startsWith('it needs key'),
        )
        .map(({ clause, failure, skip }) => ({ clause, failure, skip }));
      expect(blamed).toEqual([]);
      expect(result.exitCode).toBe(0);
    });

    test.skipIf(!installed)(`does not start without its secret${note}`, async (context) => {
      await expect(started(command, { WEBHOOK_KEY: key }, context)).rejects.toThrow(
        /WEBHOOK_SECRET is not set/,
      );
    });
  },
);

const { encrypts: canOpenVectors } = languages[0]!;
test.skipIf(!canOpenVectors)(
  `Python opens and refuses every published vector as the kit does${canOpenVectors ? '' : ' (left out: Python or its cryptography is not installed here)'}`,
  () => {
    const { status, stdout } = spawnSync('python3', ['vectors.py'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toMatch(/^\d+ accepted, \d+ refused, 0 wrong\n$/);
    expect(status).toBe(0);
  },
);
