import { createPayrollClient, type PayrollClient, unwrap } from '../../spec/client.ts';

/** A member of a client's team. */
export type MemberHandle = {
  readonly email: string;
  readonly password: string;
  /** Calls the service with the member's own token. */
  readonly client: PayrollClient;
};

/** The handle of a member who can sign in; each call signs in anew, so that no token is ever too old. */
export function memberHandle(url: string, email: string, password: string): MemberHandle {
  const anybody = createPayrollClient({ baseUrl: url });
  const token = async () =>
    (await unwrap(anybody.POST('/members/signin', { body: { username: email, password } }))).jwt;
  return { email, password, client: createPayrollClient({ baseUrl: url, token }) };
}
