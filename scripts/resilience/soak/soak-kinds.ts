import { checkReplicasTest } from '../check-replicas.ts';
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
import type { ResilienceOutcome, ResilienceTest } from '../resilience-test.ts';
import { secretsTest } from '../secrets-test.ts';
import { soakTest } from '../soak-test.ts';
import { timeTest } from '../time-test.ts';
import { webhookTest } from '../webhook-test.ts';

export type SoakKind = {
  about: string;
  run: (seed: number, progress: (line: string) => void) => Promise<ResilienceOutcome>;
};

const kind = <Size>(about: string, test: ResilienceTest<Size>, size: Size): SoakKind => ({
  about,
  run: (seed, progress) => test({ seed, size, progress }),
});

/** Every resilience test. All of them together take less than twenty minutes on two quiet cores. */
export const soakKinds = (minutes: number): Record<string, SoakKind> => ({
  kill: kind('kill -9 fifty times under concurrent writes', killTest, {
    kills: 50,
    writers: 4,
    uploads: true,
  }),
  webhooks: kind('thousands of events, a process that dies and a receiver that fails', webhookTest, {
    users: 40,
    events: 2000,
    kills: 20,
  }),
  replicas: kind(
    'three replicas on PostgreSQL behind a balancer, each killed in turn, and the database restarted',
    replicasTest,
    { users: 20, writers: 2, kills: 12, changes: 1000, seconds: 5, moves: true },
  ),
  'check-replicas': kind(
    'every clause and race of payrig check through a balancer over three replicas on PostgreSQL',
    checkReplicasTest,
    {},
  ),
  proxy: kind("every operation through Prism's validating proxy", proxyTest, {}),
  'proxy-profile': kind('the same under another profile', proxyTest, { profile: anotherProfile }),
  fuzz: kind('garbage of every kind', fuzzTest, { requests: 30_000, raw: 3000, witnessed: 500 }),
  floods: kind('silent, slow and greedy connections beyond the limit of descriptors', floodsTest, {
    rounds: 27,
    seconds: 50,
    connections: 700,
  }),
  receivers: kind('receivers that are slow, hang and send malformed responses', receiversTest, {
    users: 5,
    events: 30,
    seconds: 45,
  }),
  disk: kind('a disk that fills and empties', diskTest, { rounds: 60, seconds: 45, changes: 60 }),
  damage: kind('files damaged at random between restarts', damageTest, {
    users: 30,
    rounds: 30,
    seconds: 45,
  }),
  files: kind('a folder of 100,000 files, opened with 128 descriptors', filesTest, {
    files: 100_000,
    changes: 1000,
  }),
  folder: kind('sandboxes that compete for a folder, the holder killed each time', folderTest, {
    rounds: 40,
    seconds: 50,
  }),
  time: kind('a wall clock that is set back, by an hour and by ten years', timeTest, {
    users: 6,
    rounds: 30,
    seconds: 45,
  }),
  hostile: kind('the suite against deployments whose responses mean harm', hostileTest, {
    runs: 12,
    seconds: 50,
    runSeconds: 20,
  }),
  'fuzz-readers': kind(
    'every reader of foreign bytes, with inputs that learn from the code they reach',
    fuzzReadersTest,
    { seconds: 8 },
  ),
  secrets: kind('planted secrets, searched for in all output', secretsTest, {}),
  soak: kind('fifty connections of mixed traffic with faults and kills, memory watched', soakTest, {
    seconds: 60 * minutes,
    connections: 50,
  }),
});
