import fc from 'fast-check';
import { otherFrequencies, usualFrequencies } from '../arbitraries/user-updates.ts';
import { type Check, type ClientUnderTest, check } from '../judgement/check.ts';
import { expectRefusal, expectTwin } from '../judgement/expect.ts';
import { expectFrequency } from '../predicates/settings.ts';
import type { ServiceResponse } from '../target/exchange.ts';

type SetTo = (word: string) => Promise<ServiceResponse>;

/** The clauses about the frequency of checks, of a user and of the client alike; `open` gives the way to set it. */
export function frequencyChecks(
  area: 'users' | 'configuration',
  { needs = [], exclusive }: Pick<Check, 'needs' | 'exclusive'>,
  open: (side: ClientUnderTest) => Promise<SetTo>,
): readonly Check[] {
  return [
    check(`${area}.frequency.hourly-in-sandbox`, { needs: ['sandbox', ...needs], exclusive }).by(
      async (ctx) => expectFrequency(await (await open(ctx))('HOURLY')),
    ),
    check(`${area}.frequency.no-hourly-in-production`, { needs: ['production', ...needs], exclusive }).by(
      async ({ production }) => {
        const setTo = await open(production);
        expectTwin(await setTo('WEEKLY'));
        expectRefusal(await setTo('HOURLY'));
      },
    ),
    check(`${area}.frequency.no-others`, {
      ...{ needs, exclusive, arrange: open },
      given: fc.record({ bad: otherFrequencies, good: fc.constantFrom<string>('WEEKLY', 'MONTHLY') }),
      always: usualFrequencies.map((bad) => ({ bad, good: 'WEEKLY' })),
      effort: 0.5,
    }).by(async ({ arranged: setTo }, { bad, good }) => {
      expectTwin(await setTo(good));
      expectRefusal(await setTo(bad));
    }),
  ];
}
