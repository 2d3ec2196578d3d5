import { type Defect, defect } from '../defect.ts';
import { demanding } from './habits.ts';

export const toleranceDefects: readonly Defect[] = [
  // Tolerance
  defect('tolerance.unknown-fields', 'list-users', 'refuses fields it does not know', (right) => ({
    read: (text, status) => {
      const body = right.read(text, status);
      if ('schema_version' in body) throw new Error('unknown field');
      return body;
    },
  })),
  defect(
    'tolerance.unknown-fields',
    'direct-connection',
    'refuses payslips with fields it does not know',
    (right) => ({
      payslips: (client, slips) => {
        if (slips.some((slip) => '_links' in slip)) throw new Error('unknown field');
        return right.payslips(client, slips);
      },
    }),
  ),
  defect('tolerance.unknown-values', 'direct-connection', 'knows three ratings', (right) => ({
    payslips: (client, slips) => {
      if (slips.some(({ trust_score }) => !['HIGH', 'MEDIUM', 'LOW'].includes(trust_score)))
        throw new Error('rating');
      return right.payslips(client, slips);
    },
  })),
  defect('tolerance.unknown-values', 'connect', 'goes on only with an account that is LINKED', (right) => ({
    call: async (client, request) => {
      const body = await right.call(client, request);
      if (request.method === 'PUT' && body.status !== 'LINKED') throw new Error(`status ${body.status}`);
      return body;
    },
  })),
  defect('tolerance.unknown-values', 'subscribe', 'knows three events', (right) => ({
    webhook: (client) => {
      if (client.values['EVENTS']!.includes('pension')) throw new Error('unknown event');
      return right.webhook(client);
    },
  })),
  defect(
    'tolerance.null-for-absent',
    'connect',
    'needs the employment of a payslip',
    demanding('employment_information'),
  ),
  defect('tolerance.null-for-absent', 'list-users', 'takes every field of a user for a text', (right) => ({
    all: async (client, path, key, id) => {
      const all = await right.all(client, path, key, id);
      for (const user of all) if (user.ext_id === null) throw new Error('ext_id is not text');
      return all;
    },
  })),
  defect('tolerance.order', 'list-users', 'takes the first field for the list of pages', (right) => ({
    read: (text, status) => {
      const body = right.read(text, status);
      if (!Array.isArray(body) && Object.keys(body)[0] !== 'pagination') throw new Error('no pagination');
      return body;
    },
  })),
  defect('tolerance.open-points', 'direct-connection', 'takes nothing but 201 for success', {
    isSuccess: (status) => status === 201,
  }),
  defect('tolerance.open-points', 'subscribe', 'knows one shape of the list of webhooks', (right) => ({
    read: (text, status) => {
      const body = right.read(text, status);
      if (Array.isArray(body)) throw new Error('an array');
      return body;
    },
  })),
  defect('tolerance.open-points', 'invite-member', 'takes nothing but unconfirmed for success', (right) => ({
    'invite-member': async (client) => {
      const { status } = await right['invite-member'](client);
      if (status !== 'unconfirmed') throw new Error(status);
      return { status };
    },
  })),
  defect('tolerance.long-names', 'update-user', 'cuts names', {
    fields: (given) => ({
      ...given,
      ...(typeof given['forename'] === 'string' && { forename: given['forename'].slice(0, 50) }),
    }),
  }),
  defect('tolerance.any-script', 'update-user', 'writes Latin-1', {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what Latin-1 has
    write: (body) => JSON.stringify(body).replace(/[^\u0000-\u00ff]/g, '?'),
  }),
  defect('tolerance.empty-list', 'list-users', 'takes no users for an error', (right) => ({
    'list-users': async (client) => {
      const { users } = await right['list-users'](client);
      if (!users) throw new Error('no users');
      return { users };
    },
  })),
  defect('tolerance.empty-list', 'income', 'takes the first submission for granted', (right) => ({
    all: async (client, path, key, id) => {
      const all = await right.all(client, path, key, id);
      if (all[0].id === '') throw new Error('no id');
      return all;
    },
  })),
  defect('tolerance.zero', 'direct-connection', 'takes zero for missing', {
    payslips: (client, slips) => {
      const nets = slips.map((slip) => slip.income_information.earnings.net_pay).filter((net) => Number(net));
      return { payslips: nets.length, net_pay: client.sum(nets) };
    },
  }),
];
