import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { damageTest } from '../damage-test.ts';
import { diskTest } from '../disk-test.ts';
import { filesTest } from '../files-test.ts';
import { floodsTest } from '../floods-test.ts';
import { folderTest } from '../folder-test.ts';
import { fuzzTest } from '../fuzz-test.ts';
import { hostileTest } from '../hostile-test.ts';
import { killTest } from '../kill-test.ts';
import { anotherProfile, proxyTest } from '../proxy-test.ts';
import { fuzzReadersTest } from '../readers/fuzz-readers-test.ts';
import { receiversTest } from '../receivers-test.ts';
import { replicasTest } from '../replicas-test.ts';
import { secretsTest } from '../secrets-test.ts';
import { soakTest } from '../soak-test.ts';
import { checkReplicasTest } from '../testing/check-replicas.ts';
import type { ResilienceOutcome, ResilienceTest } from '../testing/fault-test.ts';
import { timeTest } from '../time-test.ts';
import { webhookTest } from '../webhook-test.ts';

/** By the title of a line in docs/figures/faults.md, its tests by name. */
export const soakLines: Readonly<Record<string, Readonly<Record<string, { about: string; told: string }>>>> =
  parse(readFileSync(new URL('./kinds.yaml', import.meta.url), 'utf8'));

type Run = (seed: number, progress: (line: string) => void) => Promise<ResilienceOutcome>;

export type SoakKind = { about: string; run: Run };

const sized =
  <Size>(test: ResilienceTest<Size>, size: Size): Run =>
  (seed, progress) =>
    test({ seed, size, progress });

const testsOf = (minutes: number): Readonly<Record<string, Run>> => ({
  kill: sized(killTest, { kills: 50, writers: 4, uploads: true }),
  webhooks: sized(webhookTest, { users: 40, events: 2000, kills: 20 }),
  replicas: sized(replicasTest, {
    users: 20,
    writers: 2,
    kills: 12,
    changes: 1000,
    seconds: 5,
    moves: true,
  }),
  'check-replicas': sized(checkReplicasTest, {}),
  proxy: sized(proxyTest, {}),
  'proxy-profile': sized(proxyTest, { profile: anotherProfile }),
  fuzz: sized(fuzzTest, { requests: 30_000, raw: 3000, witnessed: 500 }),
  floods: sized(floodsTest, { rounds: 27, seconds: 50, connections: 700 }),
  receivers: sized(receiversTest, { users: 5, events: 30, seconds: 45 }),
  disk: sized(diskTest, { rounds: 60, seconds: 45, changes: 60 }),
  damage: sized(damageTest, { users: 30, rounds: 30, seconds: 45 }),
  files: sized(filesTest, { files: 100_000, changes: 1000 }),
  folder: sized(folderTest, { rounds: 40, seconds: 50 }),
  time: sized(timeTest, { users: 6, rounds: 30, seconds: 45 }),
  hostile: sized(hostileTest, { runs: 12, seconds: 50, runSeconds: 20 }),
  'fuzz-readers': sized(fuzzReadersTest, { seconds: 8 }),
  secrets: sized(secretsTest, {}),
  soak: sized(soakTest, { seconds: 60 * minutes, connections: 50 }),
});

/** Every resilience test. All of them together take less than twenty minutes on two quiet cores. */
export function soakKinds(minutes: number): Record<string, SoakKind> {
  const texts = Object.assign({}, ...Object.values(soakLines));
  const tests = Object.entries(testsOf(minutes));
  return Object.fromEntries(tests.map(([name, run]) => [name, { about: texts[name].about, run }]));
}
