import { describe, expect, it } from 'vitest';
import { wrongWith } from './judge.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const answer = (status: number, body: unknown, headers: object = json) =>
  wrongWith('GET', { status, headers: headers as never, text: JSON.stringify(body) ?? '', body });

describe('the judge of answers to garbage', () => {
  it('takes successes, and refusals in the error shape', () => {
    expect(answer(200, { anything: 1 })).toBeUndefined();
    expect(answer(404, { errors: ['There is nothing'] })).toBeUndefined();
  });

  it.each([
    [500, { errors: ['It broke'] }, json],
    [400, undefined, {}],
    [400, { errors: [] }, json],
    [400, { errors: [''] }, json],
    [400, { errors: ['a'], stack: 'at' }, json],
    [404, { errors: ['a'] }, { 'content-type': 'text/html' }],
  ])('takes nothing else: %i %j', (status, body, headers) => {
    expect(answer(status, body, headers)).toEqual(expect.any(String));
  });
});
