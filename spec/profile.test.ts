import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { completeProfile, defaultProfile, loadOpenPoints, type Profile, ProfileError } from './profile.ts';
import { profileArbitrary } from './testing/profile-arbitrary.ts';

const problemsOf = (partial: unknown): readonly string[] => {
  try {
    completeProfile(partial);
  } catch (error) {
    if (error instanceof ProfileError) return error.problems;
    throw error;
  }
  return [];
};

describe('a profile', () => {
  it('has a value for every open point', () => {
    expect(Object.keys(defaultProfile().points)).toEqual(loadOpenPoints().map(({ id }) => id));
    expect(defaultProfile().naming).toEqual({ vendor: 'svc', authority: 'taxauth' });
  });

  it('that is empty is the default one', () => {
    expect(completeProfile()).toEqual(defaultProfile());
    expect(completeProfile({ naming: {}, points: {} })).toEqual(defaultProfile());
  });

  it('that is partial is completed with the defaults', () => {
    const profile = completeProfile({
      naming: { vendor: 'acme' },
      points: { 'users.list.default-limit': 5 },
    });
    const { naming, points } = defaultProfile();
    expect(profile).toEqual({
      naming: { ...naming, vendor: 'acme' },
      points: { ...points, 'users.list.default-limit': 5 },
    });
  });

  it('that is complete stays as it is', () => {
    fc.assert(
      fc.property(profileArbitrary(), (profile) => {
        expect(completeProfile(profile)).toEqual(profile);
      }),
      { numRuns: 30 },
    );
  });

  it('may name its schema, which an editor reads', () => {
    expect(completeProfile({ $schema: './profile.schema.json' })).toEqual(defaultProfile());
  });

  it('belongs to the caller that asked for it', () => {
    defaultProfile().points['authorisations.reads'].push('listBankStatements');
    expect(defaultProfile().points['authorisations.reads']).toEqual([]);
    const given = { points: { 'authorisations.reads': ['listBankStatements'] } };
    completeProfile(given).points['authorisations.reads'].pop();
    expect(given.points['authorisations.reads']).toEqual(['listBankStatements']);
  });

  it('is typed by its points', () => {
    expectTypeOf<Profile['points']['users.list.order']>().toEqualTypeOf<
      'oldest-first' | 'newest-first' | 'unspecified'
    >();
    expectTypeOf<Profile['points']['users.list.default-limit']>().toEqualTypeOf<number>();
    // @ts-expect-error There is no such point.
    expectTypeOf<Profile['points']['users.list.colour']>();
  });
});

describe('a wrong profile', () => {
  const wrong: [string, unknown, RegExp[]][] = [
    ['an unknown key', { nameing: {} }, [/there is no \[nameing\]/, /naming, points/]],
    ['an unknown name', { naming: { vendr: 'a' } }, [/naming: there is no \[vendr\]/, /vendor, authority/]],
    ['an unknown point', { points: { 'users.colour': 1 } }, [/\[users\.colour\]/, /users\.list\.order/]],
    [
      'a word not allowed',
      { points: { 'users.list.order': 'random' } },
      [/users\.list\.order/, /"random"/, /"oldest-first", "newest-first", "unspecified"/],
    ],
    [
      'a number out of range',
      { points: { 'users.list.default-limit': 101 } },
      [/users\.list\.default-limit/, /101/, /<= 100/],
    ],
    ['a status not allowed', { points: { 'users.patch.empty-body': 418 } }, [/418/, /200, 400/]],
    [
      'a wrong type',
      { points: { 'presign.max-files': 'many' } },
      [/presign\.max-files/, /"many"/, /integer/],
    ],
    [
      'a wrong item',
      { points: { 'authorisations.reads': ['all'] } },
      [/authorisations\.reads > 0/, /"listBankStatements"/],
    ],
    ['a vendor word that is no word', { naming: { vendor: 'Ac me' } }, [/naming > vendor/, /"Ac me"/]],
    ['an authority word that is a path', { naming: { authority: 'users' } }, [/naming > authority/, /taken/]],
    [
      'two filters of one name',
      { points: { 'bank-statements.list.exclude-before-name': 'created_to' } },
      [/exclude-after-name/],
    ],
    [
      'a filter called offset',
      { points: { 'bank-statements.list.exclude-before-name': 'offset' } },
      [/exclude-before-name/],
    ],
    [
      'a lookback of at least two months and at most one',
      {
        points: {
          'settings.payroll-period-months.minimum': 2,
          'settings.payroll-period-months.maximum': 1,
        },
      },
      [/payroll-period-months\.maximum/],
    ],
    ['no object at all', 'profile', [/the profile/, /object/]],
    ['a list', [], [/object/]],
    ['null', null, [/object/]],
  ];
  it.each(wrong)('is reported: %s', (_, partial, messages) => {
    const problems = problemsOf(partial);
    expect(problems).toHaveLength(1);
    for (const message of messages) expect(problems[0]).toMatch(message);
  });

  it('has all its problems reported at once', () => {
    expect(problemsOf({ naming: { vendor: 1 }, points: { 'users.list.order': 1, nothing: 1 } })).toHaveLength(
      3,
    );
  });
});

describe('the published schema', () => {
  const schema = JSON.parse(readFileSync(new URL('./profile.schema.json', import.meta.url), 'utf8'));
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);

  it('accepts the defaults, and nothing at all', () => {
    expect(validate(defaultProfile())).toBe(true);
    expect(validate({})).toBe(true);
  });

  it('explains every point', () => {
    for (const point of Object.values<Record<string, unknown>>(schema.properties.points.properties)) {
      expect(point).toHaveProperty('description');
      expect(point).toHaveProperty('default');
    }
  });
});
