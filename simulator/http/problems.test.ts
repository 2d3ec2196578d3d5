import { describe, expect, it } from 'vitest';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { problemsOf } from './problems.ts';

const service = loadContract(defaultProfile());
const arrangement = loadArrangementContract();

function problems(schema: string, value: unknown): string[] {
  const validate = service.validators.schema(schema);
  return validate(value) ? [] : problemsOf(validate.errors ?? [], 'Field');
}

describe('problems of a body', () => {
  it('name each field that is missing', () => {
    expect(problems('SignInRequest', {})).toEqual([
      'Request is missing the required field [username]',
      'Request is missing the required field [password]',
    ]);
  });

  it('name every field that is wrong, once each', () => {
    const body = {
      date_of_birth: 'zz',
      bogus: 1,
      post_codes: [1],
      recurring_check_frequency: 'DAILY',
      forename: 7,
    };
    expect(problems('UserUpdate', body)).toEqual([
      'Field [bogus] is not known',
      'Field [forename] must be a string',
      'Field [date_of_birth] is not a valid timestamp',
      'Field [post_codes.0] must be a string',
      'Field [recurring_check_frequency] must be one of HOURLY, WEEKLY, MONTHLY',
    ]);
  });

  it('say what an invalid key must be', () => {
    const webhook = { name: 'a', events: ['user-payroll-submitted'], url: 'https://a.test' };
    for (const length of [0, 16, 31, 33])
      expect(
        problems('WebhookRequest', { ...webhook, encryption_key: Buffer.alloc(length).toString('base64') }),
      ).toEqual(['Field [encryption_key] must be 32 bytes, Base64']);
  });

  it('name fields of items by their place', () => {
    expect(problems('PresignRequest', { files: [{ file_name: 'a.pdf' }, {}] })).toEqual([
      'Request is missing the required field [files.1.file_name]',
    ]);
    expect(problems('PresignRequest', { files: [] })).toEqual(['Field [files] must have at least 1 item']);
  });

  it('speak of the body itself when it is no object', () => {
    expect(problems('UserUpdate', [])).toEqual(['The body must be an object']);
  });

  it('are listed for a choice of bodies too', () => {
    const pointer = arrangement.operations.get('moveClock')?.body?.pointer as string;
    const validate = arrangement.validators.at(pointer);
    expect(validate({ by: 'a while' })).toBe(false);
    const found = problemsOf(validate.errors ?? [], 'Field');
    expect(found.length).toBeGreaterThan(0);
    expect(found.join()).toContain('by');
  });

  it('are listed up to a hundred, however many there are, and found in a time that grows with them alone', () => {
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`unknown${n}`, n]));
    const found = problems('UserUpdate', { ...body, date_of_birth: 'zz' });
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toBe('There are 19901 more problems');
  });
});
