import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonOf } from './json.ts';

const record = fc.dictionary(fc.string(), fc.jsonValue());

describe('the JSON of a body', () => {
  it('says the same as that of a body without documents, where they stand and whatever stands beside them', () => {
    fc.assert(
      fc.property(record, fc.array(record), record, fc.string(), (before, list, after, name) => {
        const body = { ...before, [name]: list, gap: undefined, ...after };
        // The second time the texts are known.
        for (const _ of [1, 2]) expect(jsonOf(body, name)).toBe(JSON.stringify(body));
      }),
    );
  });

  it('is as ever where the field is none of a list', () => {
    for (const body of [{ users: 'nobody' }, { users: null }, {}])
      expect(jsonOf(body, 'users')).toBe(JSON.stringify(body));
    expect(jsonOf([1, { a: null }], undefined)).toBe('[1,{"a":null}]');
  });

  it('reads a document once, however often it is listed', () => {
    let readings = 0;
    const document = {
      get user_id() {
        readings += 1;
        return 'one';
      },
    };
    const other = { user_id: 'two' };
    expect(jsonOf({ users: [document, other] }, 'users')).toBe(
      '{"users":[{"user_id":"one"},{"user_id":"two"}]}',
    );
    expect(jsonOf({ users: [document] }, 'users')).toBe('{"users":[{"user_id":"one"}]}');
    expect(readings).toBe(1);
  });
});
