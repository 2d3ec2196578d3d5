import { type Defect, defect } from '../defect.ts';
import { emptyList, floats, localDates, onlyWhere, repeating, swallowing } from './habits.ts';

export const valuesAndStatesDefects: readonly Defect[] = [
  // Money and time
  defect('money.exact', 'direct-connection', 'adds floats', { sum: floats }),
  defect('money.exact', 'income', 'adds floats', { sum: floats }),
  defect('money.exact', 'connect', 'rounds to whole pounds', {
    sum: (amounts) => String(Math.round(floats(amounts))),
  }),
  defect('money.huge', 'direct-connection', 'adds floats and rounds at the end', {
    sum: (amounts) => floats(amounts).toFixed(2),
  }),
  defect('money.thousands', 'upload-statement', 'reads a balance up to the first comma', {
    balance: (text) => Number.parseFloat(text),
  }),
  defect('money.negative', 'upload-statement', 'loses the sign', {
    balance: (text) => text.replace(/[^\d.]/g, ''),
  }),
  defect('money.negative', 'direct-connection', 'takes negative pay for an error', {
    sum: (amounts) => {
      if (amounts.some((amount) => amount.startsWith('-'))) throw new Error('negative');
      return floats(amounts);
    },
  }),
  defect('money.sparse-payslip', 'direct-connection', 'needs the address of a payslip', (right) => ({
    payslips: (client, slips) => {
      for (const { identity_information: identity } of slips)
        if (!identity.address) throw new Error('no address');
      return right.payslips(client, slips);
    },
  })),
  defect('time.months', 'affordability', 'counts a year', (right) => ({
    months: (client, list) => ({ ...right.months(client, list), months: 12 }),
  })),
  defect('time.zones', 'update-user', 'writes dates in local time', localDates),
  defect('time.leap-day', 'update-user', 'moves a leap day to March', {
    fields: (given) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          name,
          String(value).includes('-02-29') ? String(value).replace('02-29', '03-01') : value,
        ]),
      ),
  }),
  defect('time.dst', 'affordability', 'fails in the hour that the clocks skip', (right) => ({
    affordability: async (client) => {
      if (new Date(Date.UTC(2026, 2, 29, 1, 30)).getHours() !== 1) throw new Error('no such hour');
      return right.affordability(client);
    },
  })),
  // States
  defect('states.mfa-answered', 'connect', 'never answers', (right) => ({
    connect: (client) => right.connect({ ...client, values: { ...client.values, MFA: undefined as never } }),
  })),
  defect(
    'states.pending-told',
    'connect',
    'takes an account that waits for one without payslips',
    onlyWhere(({ method }) => method === 'POST', emptyList),
  ),
  defect('states.wrong-mfa-told', 'connect', 'goes on after a wrong answer', swallowing(emptyList)),
  defect('states.wrong-mfa-once', 'connect', 'sends a wrong answer three times', repeating(400)),
  defect(
    'states.locked-told',
    'connect',
    'takes a locked account for one without payslips',
    swallowing(emptyList),
  ),
  defect('states.locked-not-hammered', 'connect', 'tries a locked account again', repeating(400)),
  defect(
    'states.terms-missing',
    'direct-connection',
    'takes missing terms for nothing new',
    swallowing(emptyList),
  ),
  defect(
    'states.revoked-midway',
    'connect',
    'looks at the answer to the MFA only',
    onlyWhere(({ method }) => method === 'POST', emptyList),
  ),
  defect(
    'states.connections-off',
    'connect',
    'takes a switched-off connection for nothing new',
    swallowing(emptyList),
  ),
  defect('states.nothing-new', 'connect', 'takes nothing new for an error', (right) => ({
    payslips: (client, slips) => {
      if (slips.length === 0) throw new Error('no payslips');
      return right.payslips(client, slips);
    },
  })),
  defect('states.short-lookback', 'connect', 'insists on a year of payslips', (right) => ({
    payslips: (client, slips) => {
      if (slips.length < 12) throw new Error('less than a year');
      return right.payslips(client, slips);
    },
  })),
  defect('states.extraction-awaited', 'upload-statement', 'looks once', { polls: 1 }),
  defect('states.waits-politely', 'upload-statement', 'looks without a pause', { pollMs: 0, polls: 5000 }),
  defect('states.own-document', 'upload-statement', 'takes the newest statement for its own', {
    isOwn: () => true,
    findsUploaded: false,
  }),
];
