import { type Call, must } from '../connection.ts';
import { uploadPath } from '../writers/uploads.ts';

/** Things that exist, so that garbage gets beyond the first refusal. */
export type Fixture = {
  /** Ids by the name of the parameter or field that takes them. */
  ids: Record<string, string[]>;
  userTokens: string[];
  memberToken: string;
  uploads: string[];
};

export async function arrangeFixture(call: Call, users = 3): Promise<Fixture> {
  const term = await must(call, 'createTerm', {
    body: { authorisation_category: 'recurring', is_active: true },
  });
  const { webhook_id } = await must(call, 'createWebhook', {
    body: { name: `fixture-${term.id}`, events: ['user-payroll-submitted'], url: 'http://127.0.0.1:9/' },
  });
  const { jwt } = await must(call, 'signInMember', {
    body: { username: 'member@sandbox.test', password: 'sandbox-password' },
  });
  const fixture: Fixture = {
    ids: { term_id: [term.id], webhook_id: [webhook_id] },
    userTokens: [],
    memberToken: jwt,
    uploads: [],
  };
  const know = (name: string, id: string) => {
    fixture.ids[name] ??= [];
    fixture.ids[name].push(id);
  };
  for (let n = 0; n < users; n += 1) {
    const { user_id } = await must(call, 'createUser', {
      body: { forename: 'Ada', date_of_birth: '1990-05-17', post_codes: ['LS1 4AP'], ni_number: 'QQ123456A' },
    });
    know('user_id', user_id);
    const path = { user_id };
    know('authorisation_id', (await must(call, 'acceptTerm', { path })).authorisation_id);
    know(
      'account_id',
      (await must(call, 'linkAccount', { path, body: { mfa_enabled: n % 2 === 0 } })).account_id,
    );
    know(
      'entry_id',
      (await must(call, 'createEntry', { path, body: { payroll_submissions: [{}] } })).entry_id,
    );
    await must(call, 'createBankStatement', { path });
    await must(call, 'createIncomeSubmission', { path });
    const { token } = await must(call, 'issueUserToken', { path, body: { expires_in: 3_000_000_000 } });
    fixture.userTokens.push(token);
    const { presigned_urls } = await must(call, 'presignBankStatements', {
      body: { files: [{ file_name: 'a.pdf' }] },
      headers: { authorization: `Bearer ${token}` },
    });
    fixture.uploads.push(...presigned_urls.map(({ presigned_url }) => uploadPath(presigned_url)));
  }
  const { deliveries } = await must(call, 'listDeliveries');
  for (const { delivery_id } of deliveries) know('delivery_id', delivery_id);
  return fixture;
}
