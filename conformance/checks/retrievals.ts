import type { ClientUnderTest } from '../check.ts';
import { details, linkedUser } from '../steps/linked-user.ts';
import type { ServiceResponse } from '../target/exchange.ts';

/** A user through whom every retrieval can be tried, without an authorisation at first. */
export type Subject = { user_id: string; account_id: string; waiting: string; bearer: string };

export async function subject({ arrange }: Pick<ClientUnderTest, 'arrange'>): Promise<Subject> {
  const user = { ...details, post_codes: [...details.post_codes] };
  const { user_id, account_id, bearer } = await linkedUser({ arrange }, { user, accepts: false });
  const { account_id: waiting } = await arrange.linkAccount(user_id, {
    mfa_enabled: true,
    mfa: '1234',
    payroll: [],
  });
  return { user_id, account_id, waiting, bearer };
}

type Caller = Pick<ClientUnderTest, 'call'>;

/** The authorisation header, where one is to be named. */
const naming = (authorisation?: string): { headers?: Record<string, string> } =>
  authorisation === undefined ? {} : { headers: { 'x-svc-authorisation-id': authorisation } };

/** Queries the subject's connection. */
export const connection = ({ call }: Caller, { account_id, bearer }: Subject, authorisation?: string) =>
  call('queryPayrollConnection', { body: { account_id }, as: { bearer }, ...naming(authorisation) });

/** Connects directly. */
export const direct = ({ call }: Caller, { user_id }: Subject, authorisation?: string) =>
  call('createDirectConnection', { body: { user_id }, ...naming(authorisation) });

/** Gives the right answer to the account that waits for one. */
export const mfa = ({ call }: Caller, { waiting }: Subject, authorisation?: string) =>
  call('submitMfa', { path: { account_id: waiting }, body: { mfa: '1234' }, ...naming(authorisation) });

/** Asks for an upload address. */
export const presign = ({ call }: Caller, { bearer }: Subject, authorisation?: string) =>
  call('presignBankStatements', {
    body: { files: [{ file_name: 'march.pdf', external_id: 'loan-1' }] },
    as: { bearer },
    ...naming(authorisation),
  });

export type Retrieve = (caller: Caller, subject: Subject, authorisation?: string) => Promise<ServiceResponse>;

/** Everything that needs an authorisation by the document. The MFA answer comes last, since it is taken once. */
export const retrievals: readonly Retrieve[] = [connection, direct, mfa];
