// Run as a process, since to look at what an input reached costs the more, the more code a process has loaded. Learns each
// reader for so many seconds, or `nested` alone if it is named, and prints what came of each as a line of JSON.
import { stream } from '../../../../generators/random.ts';
import { learn } from './learn.ts';
import { nestedTarget } from './nested.ts';

/** What became of one reader; of a crash the error, and the input if it is short. */
export type LearntReader = {
  name: string;
  inputs: number;
  kept: number;
  reached: number;
  crashes: { story: string; input: string }[];
};

const [seed, seconds, only] = process.argv.slice(2);
const targets = only === 'nested' ? [nestedTarget] : (await import('./all-targets.ts')).allTargets;
for (const makeTarget of targets) {
  const target = await makeTarget();
  const { crashes, ...figures } = await learn(target, Number(seconds), stream(Number(seed), target.name));
  const learnt: LearntReader = {
    name: target.name,
    ...figures,
    crashes: crashes.map(({ input, error }) => ({
      story: error instanceof Error ? (error.stack ?? error.message) : String(error),
      input: input.length > 3000 ? `${input.length} bytes` : input.toString('base64'),
    })),
  };
  console.log(JSON.stringify(learnt));
}
// Whatever a reader forgot to close must not keep the process.
process.exit();
