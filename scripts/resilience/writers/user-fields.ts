import type { SuccessBody } from '../../../spec/operations.ts';
import { must } from '../connection.ts';
import { dossier, newUser, type Register, step } from './writer.ts';

type Fields = Omit<SuccessBody<'inspectUser'>['user'], 'user_id' | 'created_at'>;

/** One user whose fields are changed together: they are all of one change. */
export function userFields(name: string): Register<Fields> {
  let user_id = '';
  return {
    name,
    async open(call) {
      user_id = await newUser(call);
      return {};
    },
    next(_, n) {
      const fields = { forename: `${name} ${n}`, ext_id: String(n), payroll_period_months: (n % 100) + 1 };
      const post_codes = [`LS${n % 9} ${n}`];
      const isCleared = n % 3 === 0;
      const body = { ...fields, post_codes: isCleared ? null : post_codes };
      return step('updateUser', [{ path: { user_id }, body }], () =>
        isCleared ? fields : { ...fields, post_codes },
      );
    },
    async read(call) {
      const { user_id: _, created_at: __, ...fields } = (await dossier(call, user_id)).user;
      return fields;
    },
  };
}

/** The client's configuration, whose fields are changed together. */
export const configuration = (): Register<SuccessBody<'getConfiguration'>> => ({
  name: 'configuration',
  open: (call) => must(call, 'getConfiguration'),
  next(state, n) {
    const body = {
      client_display_name: `Display ${n}`,
      payroll_period_months: (n % 100) + 1,
      client_callback_url: `https://client.example/${n}`,
    };
    return step('updateConfiguration', [{ body }], () => ({ ...state, ...body }));
  },
  read: (call) => must(call, 'getConfiguration'),
});
