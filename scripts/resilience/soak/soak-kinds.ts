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
import type { ResilienceOutcome } from '../resilience-test.ts';
import { secretsTest } from '../secrets-test.ts';
import { soakTest } from '../soak-test.ts';
import { timeTest } from '../time-test.ts';
import { webhookTest } from '../webhook-test.ts';

/** One kind of trouble, in its long form. */
export type SoakKind = {
  about: string;
  run: (seed: number, progress: (line: string) => void) => Promise<ResilienceOutcome>;
};

/** Every kind of trouble. All of them together take less than twenty minutes on two quiet cores. */
export const soakKinds = (minutes: number): Record<string, SoakKind> => ({
  kill: {
    about: 'kill -9 fifty times under concurrent writes',
    run: (seed, progress) => killTest({ seed, progress, size: { kills: 50, writers: 4, uploads: true } }),
  },
  webhooks: {
    about: 'thousands of events, a process that dies and a receiver that fails',
    run: (seed, progress) => webhookTest({ seed, progress, size: { users: 40, events: 2000, kills: 20 } }),
  },
  replicas: {
    about: 'three replicas on PostgreSQL behind a balancer, each killed in turn, and the database restarted',
    run: (seed, progress) =>
      replicasTest({
        seed,
        progress,
        size: { users: 20, writers: 2, kills: 12, changes: 1000, seconds: 5, moves: true },
      }),
  },
  'check-replicas': {
    about: 'every clause and race of payrig check through a balancer over three replicas on PostgreSQL',
    run: (seed, progress) => checkReplicasTest({ seed, progress }),
  },
  proxy: { about: "every operation through Prism's validating proxy", run: () => proxyTest() },
  'proxy-profile': { about: 'the same under another profile', run: () => proxyTest(anotherProfile) },
  fuzz: {
    about: 'garbage of every kind',
    run: (seed, progress) =>
      fuzzTest({ seed, progress, size: { requests: 30_000, raw: 3000, witnessed: 500 } }),
  },
  floods: {
    about: 'silent, slow and greedy connections beyond the limit of descriptors',
    run: (seed, progress) =>
      floodsTest({ seed, progress, size: { rounds: 27, seconds: 50, connections: 700 } }),
  },
  receivers: {
    about: 'receivers that drip, hang and lie',
    run: (seed, progress) => receiversTest({ seed, progress, size: { users: 5, events: 30, seconds: 45 } }),
  },
  disk: {
    about: 'a disk that fills and empties',
    run: (seed, progress) => diskTest({ seed, progress, size: { rounds: 60, seconds: 45, changes: 60 } }),
  },
  damage: {
    about: 'files damaged at random between restarts',
    run: (seed, progress) => damageTest({ seed, progress, size: { users: 30, rounds: 30, seconds: 45 } }),
  },
  files: {
    about: 'a folder of 100,000 files, opened with 128 descriptors',
    run: (seed, progress) => filesTest({ seed, progress, size: { files: 100_000, changes: 1000 } }),
  },
  folder: {
    about: 'sandboxes that fight for a folder, the holder killed each time',
    run: (seed, progress) => folderTest({ seed, progress, size: { rounds: 40, seconds: 50 } }),
  },
  time: {
    about: 'a wall clock that is set back, by an hour and by ten years',
    run: (seed, progress) => timeTest({ seed, progress, size: { users: 6, rounds: 30, seconds: 45 } }),
  },
  hostile: {
    about: 'the suite against deployments whose answers mean harm',
    run: (seed, progress) => hostileTest({ seed, progress, size: { runs: 12, seconds: 50, runSeconds: 20 } }),
  },
  'fuzz-readers': {
    about: 'all that reads bytes of others, with inputs that learn from the code they reach',
    run: (seed, progress) => fuzzReadersTest({ seed, progress, size: { seconds: 8 } }),
  },
  secrets: { about: 'planted secrets, looked for in all that comes out', run: () => secretsTest() },
  soak: {
    about: 'fifty connections of mixed traffic with faults and kills, memory watched',
    run: (seed, progress) => soakTest({ seed, progress, size: { seconds: 60 * minutes, connections: 50 } }),
  },
});
