import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

const TICKS_A_SECOND = 100;

/** Processor time of this process and of the children that have ended, in seconds. Linux alone counts those for us. */
function processorSeconds(): number {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  // user, system, and the same of ended children: fields 14 to 17, and the split has taken two away.
  const times = fields.split(' ').slice(11, 15);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

// PAYRIG_TEST_COSTS=FILE npx vitest run: a line for each test file with its seconds of processor time and by the clock.
const costs = process.env['PAYRIG_TEST_COSTS'];
if (costs !== undefined) {
  const began = { processor: processorSeconds(), clock: performance.now() };
  afterAll(() => {
    const processor = (processorSeconds() - began.processor).toFixed(1);
    const clock = ((performance.now() - began.clock) / 1000).toFixed(1);
    appendFileSync(
      costs,
      `${processor}\t${clock}\t${relative(process.cwd(), expect.getState().testPath ?? '')}\n`,
    );
  });
}
