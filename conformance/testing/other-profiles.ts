import { sample } from '../../spec/testing/test-run.ts';

/** `npm test` judges a sandbox under another profile in one of the areas, `npm run proof` in all. */
const areas = sample(['client', 'data', 'events', 'expenditure'] as const, 1);

/** The profiles of an area under which this run judges a sandbox. */
export const drawnProfiles = <Profile>(
  area: (typeof areas)[number],
  profiles: Readonly<Record<string, Profile>>,
): readonly [name: string, profile: Profile][] =>
  areas.includes(area) ? sample(Object.entries(profiles), 1) : [];
