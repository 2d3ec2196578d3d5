import { stream } from '../../../generators/random.ts';
import { resilienceTest } from '../resilience-test.ts';
import { type FuzzTarget, learn } from './learn.ts';
import { reportTarget, snapshotTarget } from './stored-targets.ts';
import {
  bodyTarget,
  envelopeTarget,
  pdfTarget,
  profileTarget,
  queryTarget,
  scenarioTarget,
} from './targets.ts';

export const fuzzTargets: Readonly<Record<string, () => FuzzTarget | Promise<FuzzTarget>>> = {
  pdf: pdfTarget,
  body: bodyTarget,
  query: queryTarget,
  envelope: envelopeTarget,
  scenario: scenarioTarget,
  profile: profileTarget,
  snapshot: snapshotTarget,
  report: reportTarget,
};

export type FuzzReadersSize = { seconds: number };

/** Tries every reader of foreign bytes with inputs that learn from the code they reach. */
export const fuzzReadersTest = resilienceTest<FuzzReadersSize>('readers', async (bed) => {
  const { seed, size, problems, progress } = bed;
  const figures = { readers: 0, inputs: 0, 'inputs that reached new code': 0 };
  for (const [name, makeTarget] of Object.entries(fuzzTargets)) {
    const target = await makeTarget();
    const { inputs, kept, reached, crashes } = await learn(target, size.seconds, stream(seed, name));
    for (const { input, error } of crashes) {
      const story = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const shown = input.length > 3000 ? `${input.length} bytes` : input.toString('base64');
      problems.add(
        `${name}: ${story.split('\n')[0]}`,
        `seed ${seed}: ${story.slice(0, 900)}\n    input ${shown}`,
      );
    }
    if (inputs === 0) problems.add(name, 'nothing was tried');
    figures.readers += 1;
    figures.inputs += inputs;
    figures['inputs that reached new code'] += kept;
    progress(
      `${name}: ${inputs} inputs, ${kept} kept, ${reached} characters of code reached, ${crashes.length} crashes`,
    );
  }
  return figures;
});
