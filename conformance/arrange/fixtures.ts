import { readFileSync } from 'node:fs';
import { loadAjv } from '../../spec/load-ajv.ts';
import type { Account, Authorisation, User } from '../../spec/types.ts';
import { whyUnreadable } from '../../spec/why-unreadable.ts';
import type { Arrangement, NewUser, PartialArrangement } from '../judgement/arrangement.ts';
import { BadUsage, CannotArrange } from '../judgement/failure.ts';
import type { Caller } from '../target/caller.ts';
import type { CleanupList } from './cleanup-list.ts';
import { wantedText } from './discover.ts';
import type { components } from './generated/fixtures.ts';

type Fixtures = components['schemas']['Fixtures'];

export function readFixtures(file: string): Fixtures {
  let fixtures: unknown;
  try {
    fixtures = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new BadUsage(`Cannot read the fixtures file ${file}: ${whyUnreadable(error)}`);
  }
  const schema = JSON.parse(readFileSync(new URL('./fixtures.schema.json', import.meta.url), 'utf8'));
  const validate = new (loadAjv())({ allErrors: true }).compile<Fixtures>(schema);
  if (validate(fixtures)) return fixtures;
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = params['additionalProperty'] ? ` [${params['additionalProperty']}]` : '';
    return `${instancePath.slice(1).replaceAll('/', ' > ') || 'the file'} ${message}${extra}`;
  });
  throw new BadUsage(`The fixtures file ${file} is not valid: ${faults.join('; ')}.`);
}

/** Uses existing users and terms instead of creating new ones. Disposable users are handed out one after the other. */
export function fixturesArrangement(
  name: string,
  { users = [], terms = [] }: Pick<Fixtures, 'users' | 'terms'>,
  caller: Caller,
  cleanup: CleanupList,
  environment?: Fixtures['environment'],
): PartialArrangement {
  for (const { user_id } of users) cleanup.markForeign(user_id);
  const disposable = users.filter((user) => user.disposable);
  let next = 0;
  const of = (userId: string) => users.find(({ user_id }) => user_id === userId);
  const functions: Partial<Arrangement> = {
    async held(wanted) {
      const user = users.find(
        (one) =>
          (one.bank_statements ?? 0) >= (wanted.bankStatements ?? 0) &&
          (one.income ?? 0) >= (wanted.income ?? 0) &&
          (!wanted.payroll || one.payroll === true),
      );
      if (!user || (wanted.term && terms.length === 0)) throw lacking(name, wantedText(wanted));
      return {
        user_id: user.user_id,
        term_id: terms[0]?.term_id,
        bankStatements: user.bank_statements ?? 0,
        income: user.income ?? 0,
      };
    },
  };
  if (disposable.length > 0) {
    functions.createUser = (fields = {}) => {
      return lent(caller, disposable[next++ % disposable.length]!.user_id, fields);
    };
    // What was lent is not removed.
    functions.removeUser = async () => {};
  }
  if (users.some(({ token }) => token)) {
    functions.tokenFor = async (userId) => {
      const token = of(userId)?.token;
      if (!token) throw lacking(name, `a token of user ${userId}`);
      return token;
    };
  }
  if (disposable.some(({ accounts }) => accounts && accounts.length > 0)) {
    functions.linkAccount = async (userId, { mfa_enabled = false, payroll, user_name } = {}) => {
      const account = of(userId)?.accounts?.find((one) => (one.mfa_enabled ?? false) === mfa_enabled);
      if (!account || payroll || user_name) throw lacking(name, 'an account of that kind');
      return account as Account;
    };
  }
  if (users.some(({ authorisation_ids }) => authorisation_ids && authorisation_ids.length > 0)) {
    functions.accept = async (user_id, termId) => {
      const authorisation_id = of(user_id)?.authorisation_ids?.[0];
      if (!authorisation_id || termId) throw lacking(name, 'an authorisation of that kind');
      return { authorisation_id, user_id } as Authorisation;
    };
  }
  return { name, functions, concurrency: 1, environment };
}

const lacking = (name: string, what: string): CannotArrange =>
  new CannotArrange(`${name} has no user with ${what}`, ['add one to the fixtures file']);

async function lent(caller: Caller, user_id: string, fields: NewUser): Promise<User> {
  const answer = await caller.call('updateUser', { path: { user_id }, json: fields });
  if (answer.status !== 200)
    throw new CannotArrange(`the fixtures user ${user_id} could not be prepared (status ${answer.status})`);
  return answer.body as User;
}
