import { must } from '../connection.ts';
import { dossier, newUser, type Register } from './writer.ts';

type Fields = { forename?: string; ext_id?: string; post_codes?: string[]; payroll_period_months?: number };

/** One user, whose fields are changed together: they belong to one change or to the one before, never to both. */
export function userFields(name: string): Register<Fields> {
  let userId = '';
  return {
    name,
    async open(call) {
      userId = await newUser(call);
      return {};
    },
    next(_, n) {
      const fields = {
        forename: `${name} ${n}`,
        ext_id: String(n),
        post_codes: n % 3 === 0 ? null : [`LS${n % 9} ${n}`],
        payroll_period_months: (n % 100) + 1,
      };
      const { post_codes, ...rest } = fields;
      return {
        ask: { method: 'PATCH', path: `/users/${userId}`, body: fields },
        after: () => ({ ...rest, ...(post_codes && { post_codes }) }),
      };
    },
    async read(call) {
      const { user_id: _, created_at: __, ...fields } = (await dossier(call, userId)).user;
      return fields;
    },
  };
}

/** The client's configuration, likewise. */
export function configuration(): Register<Record<string, unknown>> {
  return {
    name: 'configuration',
    open: (call) => must(call, { method: 'GET', path: '/configuration' }),
    next(state, n) {
      const fields = {
        client_display_name: `Display ${n}`,
        payroll_period_months: (n % 100) + 1,
        client_callback_url: `https://client.example/${n}`,
      };
      return {
        ask: { method: 'PATCH', path: '/configuration', body: fields },
        after: () => ({ ...state, ...fields }),
      };
    },
    read: (call) => must(call, { method: 'GET', path: '/configuration' }),
  };
}
