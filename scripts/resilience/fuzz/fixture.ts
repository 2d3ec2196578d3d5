import { type Call, must } from '../connection.ts';

/** Things that are there, so that garbage reaches beyond the first refusal. */
export type Fixture = {
  /** Ids by the name of the parameter or field that they stand for. */
  ids: Record<string, string[]>;
  userTokens: string[];
  memberToken: string;
  /** Presigned addresses that wait for a file. */
  uploads: string[];
};

/** Arranges a few users with everything that can hang on one. */
export async function arrangeFixture(call: Call, users = 3): Promise<Fixture> {
  const post = (path: string, body: object, headers = {}) =>
    must(call, { method: 'POST', path, body, headers });
  const term = await post('/_sandbox/terms', { authorisation_category: 'recurring', is_active: true });
  const webhook = await post('/webhooks', {
    name: `fixture-${term.id}`,
    events: ['user-payroll-submitted'],
    url: 'http://127.0.0.1:9/',
  });
  const { jwt } = await post('/members/signin', {
    username: 'member@sandbox.test',
    password: 'sandbox-password',
  });
  const fixture: Fixture = {
    ids: { term_id: [term.id], webhook_id: [webhook.webhook_id] },
    userTokens: [],
    memberToken: jwt,
    uploads: [],
  };
  const know = (name: string, id: string) => {
    fixture.ids[name] ??= [];
    fixture.ids[name].push(id);
  };
  for (let n = 0; n < users; n += 1) {
    const { user_id } = await post('/_sandbox/users', {
      forename: 'Ada',
      date_of_birth: '1990-05-17',
      post_codes: ['LS1 4AP'],
      ni_number: 'QQ123456A',
    });
    know('user_id', user_id);
    const under = `/_sandbox/users/${user_id}`;
    know('authorisation_id', (await post(`${under}/authorisations`, {})).authorisation_id);
    know('account_id', (await post(`${under}/accounts`, { mfa_enabled: n % 2 === 0 })).account_id);
    know('entry_id', (await post(`${under}/entries`, { payroll_submissions: [{}] })).entry_id);
    await post(`${under}/bank-statements`, {});
    await post(`${under}/taxauth`, {});
    const { token } = await post(`${under}/tokens`, { expires_in: 3_000_000_000 });
    fixture.userTokens.push(token);
    const { presigned_urls } = await must(call, {
      method: 'PUT',
      path: '/documents/bank-statements/presign',
      body: { files: [{ file_name: 'a.pdf' }] },
      headers: { authorization: `Bearer ${token}` },
    });
    fixture.uploads.push(
      new URL(presigned_urls[0].presigned_url).pathname + new URL(presigned_urls[0].presigned_url).search,
    );
  }
  const { deliveries } = await must(call, { method: 'GET', path: '/_sandbox/deliveries' });
  for (const { delivery_id } of deliveries) know('delivery_id', delivery_id);
  return fixture;
}
