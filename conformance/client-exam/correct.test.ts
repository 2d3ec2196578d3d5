// Clients that are right, in the styles in which people write them: none of them may be blamed for anything.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { isProof, sample } from '../../spec/testing/test-run.ts';
import type { RunResult } from '../judgement/result.ts';
import { runClientExam } from '../suite/run-client-exam.ts';
import type { ClientExamOptions } from './open-client.ts';
import { type Journey, journeys } from './stage/journeys.ts';
import type { JourneyStart } from './stage/start-journey.ts';
import { specimen } from './testing/specimen.ts';

const folder = fileURLToPath(new URL('./testing/clients/', import.meta.url));
const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const classes = mkdtempSync(join(tmpdir(), 'payrig-classes-'));
afterAll(() => rmSync(classes, { recursive: true, force: true }));

const typed = [
  'list-users',
  'update-user',
  'connect',
  'direct-connection',
  'affordability',
  'delete-user',
] as const;
const deletions = ['delete-user', 'delete-account', 'delete-entry'] as const;
const node = process.execPath;

const receiver = 'http://127.0.0.1:{PORT}/hooks';
type Style = {
  name: string;
  run: string;
  journeys: readonly Journey[];
  isInstalled: () => boolean;
  receives?: boolean;
};
const always = () => true;
const styles: readonly Style[] = [
  { name: 'the typed client of the kit', run: `${node} typed.ts`, journeys: typed, isInstalled: always },
  { name: 'plain fetch', run: `${node} plain-fetch.mjs`, journeys, isInstalled: always, receives: true },
  { name: 'a wrapper like axios', run: `${node} axios-like.mjs`, journeys, isInstalled: always },
  {
    name: 'the standard library of Python',
    run: 'python3 client.py',
    journeys,
    isInstalled: () => works('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 8))'),
  },
  {
    name: 'HttpClient of Java',
    run: `java -Xshare:auto -XX:TieredStopAtLevel=1 -cp ${classes} Client`,
    journeys: ['list-users', 'update-user', 'connect', 'affordability', ...deletions],
    isInstalled: () => works('javac', '-d', classes, join(folder, 'Client.java')),
  },
  {
    name: 'a shell script with curl',
    run: 'sh client.sh',
    journeys: [...typed, 'delete-account', 'delete-entry'],
    isInstalled: () => works('jq', '--version') && works('curl', '--version'),
  },
];

const blamed = ({ clauses, seed }: RunResult) =>
  clauses
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skip')
    .map(({ clause, verdict, failure, error }) => ({ clause, verdict, failure, error, seed }));

const startsOf = (names: readonly Journey[], start: JourneyStart) =>
  Object.fromEntries(names.map((name) => [name, start]));

const options: ClientExamOptions = { failOn: 'implied', concurrency: 4 };

test.for(sample(styles, 1))('a client by $name passes', { timeout: 900_000 }, async (style, { skip }) => {
  if (!style.isInstalled()) skip(`${style.name} is not installed`);
  const starts = startsOf(isProof ? style.journeys : sample(style.journeys, 1), {
    run: style.run,
    cwd: folder,
    receiver: style.receives ? receiver : undefined,
  });
  const result = await runClientExam({ journeys: starts }, options);
  expect(blamed(result)).toEqual([]);
  expect(result.exitCode).toBe(0);
});

test('a client that is a function passes, and may retry what is safe', { timeout: 900_000 }, async () => {
  const starts = startsOf(sample(journeys, 1), { call: specimen(), receiver });
  const result = await runClientExam({ journeys: starts }, { ...options, patienceMs: 60_000 });
  expect(blamed(result)).toEqual([]);
});
