import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { magicAnswerOf, magicAnswers, magicLogins, magicOf } from './catalogue.ts';

describe('magic logins', () => {
  it('fail, ask for each kind of second factor, lock, time out and find nothing', () => {
    const kinds = magicLogins.map(({ behaviour }) =>
      behaviour.kind === 'mfa' ? `mfa ${behaviour.mfa}` : behaviour.kind,
    );
    expect(new Set(kinds)).toEqual(
      new Set([
        'ok',
        'fail',
        'lock',
        'time-out',
        'nothing',
        'mfa code',
        'mfa date',
        'mfa password-characters',
      ]),
    );
    expect(new Set(magicLogins.map(({ userName }) => userName)).size).toBe(magicLogins.length);
  });

  it('behave the same with anything after a plus', () => {
    fc.assert(
      fc.property(fc.constantFrom(...magicLogins), fc.string(), (login, suffix) => {
        expect(magicOf(`${login.userName}+${suffix}`)).toBe(login);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...magicAnswers), fc.string(), (magic, suffix) => {
        expect(magicAnswerOf(`${magic.answer}+${suffix}`)).toBe(magic);
      }),
    );
  });

  it('are no ordinary names', () => {
    for (const name of ['alice', 'mfa2', 'a+mfa', 'locked', 'constructor', '']) {
      expect(magicOf(name)).toBeUndefined();
      expect(magicAnswerOf(name)).toBeUndefined();
    }
  });
});
