// The receivers of docs/receivers, each in its own language, examined where that language is installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { runExam } from './run-exam.ts';
import { agreedInTests } from './testing/agreed-in-tests.ts';

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

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

type Environment = Record<string, string>;

function launched([command, ...args]: readonly string[], env: Environment): ChildProcess {
  const child = spawn(command!, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT: '0', ...env },
  });
  running.push(child);
  return child;
}

/** The address that the program prints when it listens. */
async function started(command: readonly string[], env: Environment): Promise<string> {
  const child = launched(command, env);
  let printed = '';
  let told = '';
  child.stderr?.on('data', (chunk) => {
    told += chunk;
  });
  for await (const chunk of child.stdout!) {
    printed += chunk;
    if (printed.includes('\n')) return printed.trim();
  }
  throw new Error(`It ended before it listened: ${told}`);
}

describe.each(languages)('the receiver in $name', ({ name, command, installed, encrypts }) => {
  const note = installed ? '' : ` (left out: ${name} is not installed here)`;

  test.skipIf(!installed)(`passes the exam${note}`, async () => {
    const signed = { WEBHOOK_SECRET: secret, WEBHOOK_UNENCRYPTED: '1' };
    const url = await started(command, encrypts ? { WEBHOOK_SECRET: secret, WEBHOOK_KEY: key } : signed);
    const [handled, failing] = ['/handled', '/failing'].map((path) => new URL(path, url).href);
    const result = await runExam(
      { url, secret, ...(encrypts && { encryptionKey: key }) },
      { handled, failing, failOn: 'implied', promptMs: 4000 },
    );
    const blamed = result.clauses
      .filter(({ verdict, skip }) => verdict !== 'pass' && !skip?.message.startsWith('it needs key'))
      .map(({ clause, failure, skip }) => ({ clause, failure, skip }));
    expect(blamed).toEqual([]);
    expect(result.exitCode).toBe(0);
  });

  test.skipIf(!installed)(`does not start without its secret${note}`, async () => {
    await expect(started(command, { WEBHOOK_KEY: key })).rejects.toThrow(/WEBHOOK_SECRET is not set/);
  });
});

const { encrypts: canOpenVectors } = languages[0]!;
test.skipIf(!canOpenVectors)(
  `Python opens and refuses every published vector as the kit does${canOpenVectors ? '' : ' (left out: Python or its cryptography is not installed here)'}`,
  () => {
    const { status, stdout } = spawnSync('python3', ['vectors.py'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toMatch(/^\d+ accepted, \d+ refused, 0 wrong\n$/);
    expect(status).toBe(0);
  },
);
