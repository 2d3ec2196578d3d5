// The journeys over any way to call: `call(method, path, { body, token })` answers with the parsed body or throws.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const env = (name) => process.env[`PAYRIG_EXAM_${name}`];
const id = (name) => encodeURIComponent(env(name));

function sum(amounts) {
  const pence = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '')), 0n);
  const digits = String(pence < 0n ? -pence : pence).padStart(3, '0');
  return `${pence < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

async function all(call, path, key, idKey) {
  const found = new Map();
  for (let offset = 1; ; ) {
    const page = await call('GET', `${path}?offset=${offset}&limit=100`);
    for (const item of page[key]) found.set(item[idKey], item);
    offset += page[key].length;
    if (page[key].length === 0 || found.size >= page.pagination.total_count) return [...found.values()];
  }
}

const authorisation = () =>
  env('AUTHORISATION_ID') ? { 'x-svc-authorisation-id': env('AUTHORISATION_ID') } : {};
/** A text of the event that the journey waits for, where it takes webhooks. */
let awaited;
const payslips = ({ payroll_submissions: slips }) => {
  awaited = slips[0]?.entry_id;
  return {
    payslips: slips.length,
    net_pay: sum(slips.map((slip) => slip.income_information.earnings.net_pay)),
  };
};

export const journeys = (call, upload) => ({
  'list-users': async () => ({ users: (await all(call, '/users', 'users', 'user_id')).length }),
  'update-user': async () => ({
    user: await call('PATCH', `/users/${id('USER_ID')}`, { body: JSON.parse(env('FIELDS')) }),
  }),
  connect: async () => {
    const headers = authorisation();
    let account = {};
    if (env('MFA') !== undefined) {
      const { status } = await call('PUT', `/accounts/${id('ACCOUNT_ID')}/mfa`, {
        body: { mfa: env('MFA') },
        headers,
      });
      account = { account: status };
    }
    const body = { account_id: env('ACCOUNT_ID') };
    const token = env('USER_TOKEN');
    return {
      ...payslips(await call('POST', '/payroll/entries/connections', { body, token, headers })),
      ...account,
    };
  },
  'direct-connection': async () =>
    payslips(
      await call('POST', '/accounts/direct-connections', {
        body: { user_id: env('USER_ID') },
        headers: authorisation(),
      }),
    ),
  'upload-statement': async () => {
    const own = async () =>
      (await call('GET', `/bankstatements/${id('USER_ID')}?limit=1000`)).bank_statement_submissions.find(
        (one) => one.document_external_id === env('EXTERNAL_ID'),
      );
    let found = await own();
    if (!found) {
      const body = { files: [{ file_name: basename(env('FILE')), external_id: env('EXTERNAL_ID') }] };
      const made = await call('PUT', '/documents/bank-statements/presign', {
        body,
        token: env('USER_TOKEN'),
      });
      await upload(made.presigned_urls[0].presigned_url, await readFile(env('FILE')));
      awaited = JSON.stringify(env('EXTERNAL_ID'));
    }
    for (let times = 0; !found && times < 100; times++) {
      if (times > 0) await sleep(200);
      found = await own();
    }
    if (!found) throw new Error('the statement cannot be read yet');
    return { statements: 1, closing_balance: found.balance_information.closing_balance.replaceAll(',', '') };
  },
  income: async () => {
    const found = await all(call, `/taxauth/${id('USER_ID')}`, 'income_submissions', 'id');
    return { submissions: found.length, total_income: sum(found.map((one) => one.employment.total_income)) };
  },
  affordability: async () => {
    const { expenditures } = await call('GET', `/expenditure/${id('USER_ID')}/ons`);
    return { months: expenditures.length, total: sum(expenditures.map(({ total }) => total)) };
  },
  subscribe: async () => {
    const listed = await call('GET', '/webhooks');
    const there = (Array.isArray(listed) ? listed : listed.webhooks).find(
      ({ url }) => url === env('WEBHOOK_URL'),
    );
    const events = env('EVENTS').split(',');
    if (events.every((kind) => there?.events.includes(kind))) return { webhook_id: there.webhook_id };
    if (there) await call('DELETE', `/webhooks/${there.webhook_id}`);
    const body = {
      name: `income ${env('WEBHOOK_URL')}`,
      url: env('WEBHOOK_URL'),
      events,
    };
    if (env('SECRET')) body.signing_secret = env('SECRET');
    if (env('ENCRYPTION_KEY')) body.encryption_key = env('ENCRYPTION_KEY');
    const { webhook_id } = await call('POST', '/webhooks', { body });
    if (!webhook_id) throw new Error('the answer names no webhook');
    return { webhook_id };
  },
  'delete-user': async () => void (await call('DELETE', `/users/${id('USER_ID')}`)),
  'delete-account': async () => void (await call('DELETE', `/accounts/${id('ACCOUNT_ID')}`)),
  'delete-entry': async () => void (await call('DELETE', `/payroll/entries/${id('ENTRY_ID')}`)),
  'invite-member': async () => {
    const credentials = { username: env('MEMBER'), password: env('PASSWORD') };
    const { jwt } = await call('POST', '/members/signin', { body: credentials, token: '' });
    const body = { email: env('INVITE_EMAIL'), role: env('ROLE') };
    return { status: (await call('POST', '/members', { body, token: jwt })).status };
  },
});

/** Keeps every signed event, known kind or not, until the journey knows which one is its own. */
async function listening() {
  const events = new Set();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const right = createHmac('sha512', env('SECRET')).update(body).digest('hex');
    const given = String(request.headers['x-svc-signature']).padEnd(128).slice(0, 128);
    const isGenuine = timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(right));
    if (isGenuine) events.add(body.toString());
    response.writeHead(isGenuine ? 204 : 401).end();
  }).listen(Number(env('PORT')), '127.0.0.1');
  await once(server, 'listening');
  return { server, isHere: () => [...events].some((event) => event.includes(awaited)) };
}

export async function main(call, upload) {
  let listener;
  try {
    if (env('PORT')) listener = await listening();
    const printed = await journeys(call, upload)[env('JOURNEY')]();
    for (let times = 0; listener && awaited && !listener.isHere(); times++) {
      if (times > 400) throw new Error('no event came');
      await sleep(20);
    }
    console.log(JSON.stringify(printed ?? {}));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    listener?.server.close();
    listener?.server.closeAllConnections();
  }
}
