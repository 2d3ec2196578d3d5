import { loadContract } from '../../../spec/contract.ts';
import type { OperationId, SuccessBody } from '../../../spec/operations.ts';
import { completeProfile, type PartialProfile } from '../../../spec/profile.ts';
import { type Call, must, type ReceivedResponse } from './connection.ts';

export type Exchanged = { operation: OperationId; what: string; answer: ReceivedResponse };

type Parts = {
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string> | undefined;
};

const unknownId = '00000000-0000-4000-8000-000000000000';

/** Uses every operation of the service: rightly, and wrongly in each way that has an answer of its own. */
export async function useEveryOperation(
  service: Call,
  arrange: Call,
  profile: PartialProfile = {},
  { malformed = true }: { /** Whether to send bodies that are no JSON, too. */ malformed?: boolean } = {},
): Promise<Exchanged[]> {
  const complete = completeProfile(profile);
  const { operations } = loadContract(complete);
  const exchanged: Exchanged[] = [];
  const use: Use = async (what, id, given = {}) => {
    const { method, path } = operations.get(id)!;
    const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => given.path?.[name] ?? unknownId);
    const { body, headers, query = '' } = given;
    const answer = await service({ method: method.toUpperCase(), path: filled + query, body, headers });
    exchanged.push({ operation: id, what, answer });
    return answer.body as SuccessBody<typeof id>;
  };
  await useRightly(use, arrange, `${complete.naming.authority}_enabled`);
  const bearer = { authorization: `Bearer ${await someToken(arrange)}` };
  for (const { id, body, parameters, security } of operations.values()) {
    const isOpen = security.length === 0;
    const headers = security.includes('userBearer') ? bearer : undefined;
    if (!isOpen) {
      await use('a wrong key', id, { headers: { 'x-api-key': 'wrong', authorization: 'Bearer wrong' } });
      await use('no key', id, { headers: { 'x-api-key': '' } });
    }
    await use('an unknown id', id, { headers, body: body && (lawful[id] ?? {}) });
    if (body) {
      await use('an empty body', id, { headers, body: {} });
      await use('a body that is no object', id, { headers, body: '[1]' });
      if (malformed) await use('malformed JSON', id, { headers, body: '{' });
      await use('unknown and wrong fields', id, {
        headers,
        body: { bogus: 1, name: 7, files: 'x', email: 0 },
      });
    }
    if (parameters.some((one) => one.in === 'query')) {
      await use('a query out of range', id, { headers, query: '?limit=0&offset=-1' });
      await use('a query of the wrong type', id, { headers, query: '?limit=many&limit=few' });
    }
  }
  return exchanged;
}

const lawful: Partial<Record<OperationId, object>> = {
  signInMember: { username: 'nobody@sandbox.test', password: 'wrong' },
  queryPayrollConnection: { account_id: unknownId },
  createDirectConnection: { user_id: unknownId },
  submitMfa: { mfa: '1234' },
  presignBankStatements: { files: [{ file_name: 'a.pdf' }] },
};

async function someToken(arrange: Call): Promise<string> {
  const { user_id } = await must(arrange, 'createUser');
  return (await must(arrange, 'issueUserToken', { path: { user_id } })).token;
}

type Use = <Id extends OperationId>(what: string, id: Id, given?: Parts) => Promise<SuccessBody<Id>>;

async function useRightly(use: Use, arrange: Call, authorityField: string): Promise<void> {
  const right = 'rightly';
  const { user_id } = await must(arrange, 'createUser', {
    body: { forename: 'Ada', date_of_birth: '1990-05-17', post_codes: ['LS1 4AP'], ni_number: 'QQ123456A' },
  });
  const path = { user_id };
  await must(arrange, 'setDirectPayroll', {
    path,
    body: { payroll_submissions: [{}, { document_id: null }] },
  });
  await use('without an authorisation', 'createDirectConnection', { body: { user_id } });
  const { term_id } = await must(arrange, 'acceptTerm', { path });
  const { account_id } = await must(arrange, 'linkAccount', {
    path,
    body: { mfa_enabled: true, payroll: [{}, {}] },
  });
  const { token } = await must(arrange, 'issueUserToken', { path });
  const headers = { authorization: `Bearer ${token}` };
  await must(arrange, 'createBankStatement', { path });
  await must(arrange, 'createIncomeSubmission', { path });
  const { jwt } = await use(right, 'signInMember', {
    body: { username: 'member@sandbox.test', password: 'sandbox-password' },
  });
  await use('by a member', 'listUsers', { headers: { authorization: `Bearer ${jwt}` } });
  await use(right, 'inviteMember', { body: { email: `${user_id}@sandbox.test`, role: 'viewer' } });
  await use('once more', 'inviteMember', { body: { email: `${user_id}@sandbox.test`, role: 'viewer' } });
  await use(right, 'getAuthorisationTerm', { path: { term_id } });
  await use(right, 'listUsers', { query: '?limit=100&offset=1' });
  await use(right, 'updateUser', { path, body: { surname: 'King', [authorityField]: true, ext_id: null } });
  await use(right, 'getConfiguration');
  await use(right, 'updateConfiguration', { body: { client_display_name: 'Lender', client_logo: null } });
  await use('while it is pending', 'queryPayrollConnection', { headers, body: { account_id } });
  await use('wrongly', 'submitMfa', { path: { account_id }, body: { mfa: 'wrong' } });
  await use(right, 'submitMfa', { path: { account_id }, body: { mfa: '1234' } });
  const found = await use(right, 'queryPayrollConnection', { headers, body: { account_id } });
  await use('with nothing new', 'queryPayrollConnection', { headers, body: { account_id } });
  await use(right, 'createDirectConnection', { body: { user_id } });
  await use(right, 'presignBankStatements', {
    headers,
    body: { files: [{ file_name: 'a.pdf', external_id: 'x' }, { file_name: 'b.pdf' }] },
  });
  await use(right, 'listBankStatements', { path });
  await use(right, 'getTaxauthIncome', { path });
  await use(right, 'getOnsExpenditure', { path });
  await use(right, 'listProviders');
  const webhook = { name: `hook-${user_id}`, events: ['user-payroll-submitted'], url: 'http://127.0.0.1:9/' };
  const { webhook_id } = await use(right, 'createWebhook', { body: webhook });
  await use('with a name that is taken', 'createWebhook', { body: webhook });
  await use(right, 'listWebhooks');
  await use(right, 'deleteWebhook', { path: { webhook_id } });
  await use(right, 'deleteEntry', { path: { entry_id: found.entry_id ?? unknownId } });
  await use(right, 'deleteAccount', { path: { account_id } });
  await use(right, 'deleteUser', { path });
  await use('of one who is gone', 'getOnsExpenditure', { path });
}
