import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { anotherProfile, proxyTest } from './proxy-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

const everything = loadContract(defaultProfile()).operations.size;

describe.runIf(isDrawn('proxy'))('behind a validating proxy', { timeout: 240_000 }, () => {
  const profiles = [
    ['the default profile', {}],
    ['another profile', anotherProfile],
  ] as const;
  it.each(sample(profiles, 1))('no answer breaks the contract under %s', async (_, profile) => {
    const { figures, problems } = await proxyTest({ seed: 1, size: { profile } });
    expect(problems).toEqual([]);
    expect(figures['operations with success']).toBe(everything);
    expect(figures['operations with refusals']).toBe(everything);
  });

  it('an answer that does break it is told', async () => {
    const { problems } = await proxyTest({
      seed: 1,
      size: {
        wrap: {
          operations: (handlers) => ({
            ...handlers,
            listUsers: async () => ({ status: 200, body: JSON.parse('{"users":"none"}') }),
          }),
        },
      },
    });
    expect(problems.some((one) => one.startsWith('listUsers'))).toBe(true);
    expect(problems.every((one) => one.startsWith('listUsers'))).toBe(true);
  });
});
