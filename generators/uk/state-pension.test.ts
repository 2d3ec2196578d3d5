import { expect, it } from 'vitest';
import { dayNumber, dayText } from '../calendar.ts';
import { niStatus } from '../people/tax-status.ts';
import { statePensionDay } from './state-pension.ts';

const published: [born: string, reached: string][] = [
  ['1953-12-05', '2018-12-05'],
  ['1953-12-06', '2019-03-06'],
  ['1954-10-05', '2020-09-06'],
  ['1954-10-06', '2020-10-06'],
  ['1960-04-05', '2026-04-05'],
  ['1960-04-06', '2026-05-06'],
  ['1960-07-31', '2026-11-30'],
  ['1961-03-05', '2028-02-05'],
  ['1961-03-06', '2028-03-06'],
  ['1962-01-31', '2029-01-31'],
  ['1977-04-06', '2044-05-06'],
  ['1978-04-05', '2046-03-06'],
  ['1978-04-06', '2046-04-06'],
];

it.each(published)('those born on %s reach State Pension age on %s', (born, reached) => {
  expect(dayText(statePensionDay(dayNumber(born)))).toBe(reached);
});

it.each(published)('those born on %s stop paying national insurance on %s', (born, reached) => {
  const { changes } = niStatus(born, dayText(dayNumber(born) + 365 * 30));
  expect(changes).toEqual([{ kind: 'ni-category', from: reached, niCategory: 'C' }]);
});
