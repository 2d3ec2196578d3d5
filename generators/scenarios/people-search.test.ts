import { describe, expect, it } from 'vitest';
import { peopleMatcher, personGroups, wordsOf } from './people-search.ts';
import { scenarios } from './scenario.ts';

const found = (search: string) => {
  const matches = peopleMatcher(search);
  return scenarios.filter((one) => matches(wordsOf({ ...one, group: one.group ?? 'own' })));
};
const keys = (search: string) => found(search).map(({ key }) => key);

describe('people', () => {
  it('who are built in belong to a group, and every group but your own has some', () => {
    expect(scenarios.filter(({ group }) => group === undefined)).toEqual([]);
    const used = new Set<string>(scenarios.flatMap(({ group }) => group ?? []));
    expect([...used].sort()).toEqual(
      personGroups
        .map(({ id }): string => id)
        .filter((id) => id !== 'own')
        .sort(),
    );
  });

  it('whose documents disagree are those with a discrepancy', () => {
    const disagreeing = scenarios.filter(({ group }) => group === 'documents-disagree');
    expect(disagreeing).toEqual(scenarios.filter(({ discrepancies }) => discrepancies));
    for (const word of ['fraud', 'discrepancy', 'dishonest', 'Documents disagree'])
      expect(keys(word)).toEqual(expect.arrayContaining(disagreeing.map(({ key }) => key)));
  });

  it('are found by other words for what is special about them', () => {
    expect(keys('2FA')).toEqual(expect.arrayContaining(['mfa-code-pending', 'mfa-date-pending']));
    expect(keys('self-employed')).toContain('gig-worker');
    expect(keys('sick')).toContain('northern-irish-carer');
    expect(keys('dob')).toContain('no-date-of-birth');
  });

  it('are found by every word of a search, and by no part of a word that stands for another', () => {
    expect(keys('ada leeds')).toEqual(['steady-salary']);
    // Words such as "until" and "still" hold "ill", which stands for sick.
    expect(keys('sickness')).toEqual(keys('illness'));
    expect(keys('sickness').length).toBeLessThan(4);
    expect(keys('nothing of the kind')).toEqual([]);
  });
});
