import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkScenario, readScenario, ScenarioError } from './read-scenario.ts';
import { scenarios } from './scenario.ts';

const valid = `key: mine
description: Somebody of my own.
purpose: To see whether it is read.
person:
  forename: Mina
  date_of_birth: aged 40, birthday 2 June
  homes:
    - post_code: LS6 2AQ
jobs:
  - employer: cindermoor
    role: Accountant
    start: 3 years ago
    pay: { salary: 31000 }
    events:
      - { kind: bonus, on: 2 months ago, description: Bonus, amount: 500 }
start:
  accounts:
    - job: main
promises:
  - { call: query, finds: 0 }
`;

/** What is said of a text, as lines. */
function problems(text: string): string[] {
  try {
    readScenario(text, 'my.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.split('\n');
  }
}

const changed = (from: string | RegExp, to: string) => problems(valid.replace(from, to));

describe('a scenario', () => {
  it('is read from YAML and from JSON alike', () => {
    const scenario = readScenario(valid);
    expect(scenario.jobs?.[0]?.pay).toEqual({ salary: 31_000 });
    expect(readScenario(JSON.stringify(scenario))).toEqual(scenario);
    expect(checkScenario(scenario)).toEqual(scenario);
  });

  it('that comes with every world is one of its schema', () => {
    for (const scenario of scenarios) expect(checkScenario(scenario)).toEqual(scenario);
  });

  it.each([
    ['a key that is misspelt', 'forename: Mina', 'fornename: Mina', 5, /perhaps \[forename\] is meant/],
    ['a key that is missing', 'key: mine\n', '', 1, /\[key\] is missing/],
    [
      'a word that is not allowed',
      'salary: 31000 }',
      'salary: 31000 }\n    type: fulltime',
      14,
      /"fulltime" is not one of full_time, part_time.*perhaps full_time is meant/,
    ],
    ['a misspelt day', '3 years ago', '3 yaers ago', 12, /"3 yaers ago" is not a day.*2 years 1 month ago/],
    ['a text for a number', '31000', '"31000"', 13, /pay > salary: it must be a number, not "31000"/],
    ['no full stop', 'of my own.', 'of my own', 2, /with a full stop at its end/],
    [
      'a second job without a key',
      'start:\n  accounts',
      '  - { employer: cindermoor, role: Cook, start: 1 year ago, pay: { salary: 20000 } }\nstart:\n  accounts',
      16,
      /a second job needs a \[key\] of its own/,
    ],
    ['a plain date', '3 years ago', '2024-01-01', 12, /is not a day; write it relative to today/],
    ['an employer that is unknown', 'employer: cindermoor', 'employer: cindermore', 10, /cindermoor/],
    [
      'a kind of event that is unknown',
      'kind: bonus',
      'kind: bonuss',
      15,
      /"bonuss" is not one of .*perhaps bonus is meant/,
    ],
    ['a call that is unknown', 'call: query', 'call: qery', 20, /perhaps query is meant/],
    [
      'a field that does not go with an event',
      'amount: 500',
      'amount: 500, rate: 3',
      15,
      /there is no \[rate\] here/,
    ],
    [
      'pay that is of no form',
      '{ salary: 31000 }',
      '{ sallary: 31000 }',
      13,
      /salary .*hourly_rate, weekly_hours/,
    ],
    ['a tenth of a penny', 'amount: 500', 'amount: 500.001', 15, /more than two decimals/],
    ['a job that is not there', 'job: main', 'job: second', 18, /no job with the key second; there is main/],
    ['a day of the year that does not come back', '2 months ago', '12 March', 15, /every: year/],
    [
      'a promise before the one before it',
      'finds: 0 }',
      'finds: 0, after: P2M }\n  - { call: query, after: P1M }',
      21,
      /sooner than that of the promise before/,
    ],
    ['what is not YAML', 'key: mine', 'key: mine: yours', 1, /not YAML/],
  ])('with %s is refused with its line and what is allowed', (_, from, to, line, said) => {
    const told = changed(from, to);
    expect(told.join('\n')).toMatch(said);
    expect(
      told.some((one) => one.startsWith(`my.yaml:${line}: `)),
      told.join('\n'),
    ).toBe(true);
  });

  it('with several faults lists all of them, in the order of their lines', () => {
    const told = problems(
      valid
        .replace('forename:', 'forname:')
        .replace('employer: cindermoor', 'employer: nobody')
        .replace('call:', 'cal:'),
    );
    const lines = told.map((one) => Number(one.split(':')[1]));
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    expect(new Set(lines)).toEqual(new Set([5, 10, 20]));
  });

  it('is refused in sentences whatever the data is, and nothing else is thrown', () => {
    const garbled = fc
      .tuple(fc.constantFrom(...scenarios), fc.json(), fc.nat())
      .map(([scenario, json, at]) => {
        const text = JSON.stringify(scenario);
        const values = [...text.matchAll(/:("[^"]*"|\d+|\{|\[)/g)];
        const one = values[at % values.length]!;
        return /["\d]/.test(one[1]![0]!)
          ? text.slice(0, one.index + 1) + json + text.slice(one.index + one[0].length)
          : json;
      });
    fc.assert(
      fc.property(garbled, (text) => {
        for (const told of problems(text)) expect(told).toMatch(/^my\.yaml:\d+: ./);
      }),
      { numRuns: 150 },
    );
  });
});
