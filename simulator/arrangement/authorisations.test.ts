import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuthorisationTerm } from '../../spec/types.ts';
import { type Arranging, arranging, unknownId } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
beforeEach(() => at.sandbox.reset());
afterAll(() => at.close());

const newTerm = async (body: object = {}): Promise<AuthorisationTerm> =>
  (await at.call('POST', '/_sandbox/terms', body)).body;

test('a term has what was given, is no system term, and has the next version', async () => {
  const given = {
    name: 'Mine',
    authorisation_text: 'I agree.',
    authorisation_category: 'recurring',
    is_active: false,
  };
  const { status, body } = await at.call('POST', '/_sandbox/terms', given);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...given, is_system_term: false });
  expect((await newTerm()).authorisation_version).toBe(body.authorisation_version + 1);
  expect((await at.call('GET', `/authorisations/terms/${body.id}`)).body).toEqual(body);
});

test('what is left out of a term, or null, is plausible: it is active and has a name and a text', async () => {
  for (const given of [{}, { name: null, authorisation_text: null }]) {
    expect(await newTerm(given)).toMatchObject({
      is_active: true,
      name: expect.stringMatching(/./),
      authorisation_text: expect.stringMatching(/./),
      authorisation_category: 'one_time',
    });
  }
});

test('only an active term can be accepted, and it can be switched off and on', async () => {
  const userId = await at.user();
  const { id } = await newTerm();
  const accept = () => at.call('POST', `/_sandbox/users/${userId}/authorisations`, { term_id: id });
  expect((await at.call('PATCH', `/_sandbox/terms/${id}`, { is_active: false })).body).toMatchObject({
    id,
    is_active: false,
  });
  const refused = await accept();
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0]).toContain(id);
  expect((await at.dossier(userId)).authorisations).toEqual([]);
  await at.call('PATCH', `/_sandbox/terms/${id}`, { is_active: true });
  expect((await accept()).status).toBe(201);
});

test('an accepted term is an authorisation of the user, in its category', async () => {
  const userId = await at.user();
  const term = await newTerm({ authorisation_category: 'recurring' });
  const accepted = await at.accept(userId, { term_id: term.id.toUpperCase() });
  expect(accepted).toMatchObject({ user_id: userId, term_id: term.id, authorisation_category: 'recurring' });
  expect((await at.dossier(userId)).authorisations).toEqual([accepted]);
});

test('without a term id the newest active system term is accepted', async () => {
  const userId = await at.user();
  await newTerm();
  const first = await at.accept(userId);
  const newest = (await at.call('GET', `/authorisations/terms/${first.term_id}`)).body;
  expect(newest).toMatchObject({ is_system_term: true, is_active: true });
  await at.call('PATCH', `/_sandbox/terms/${newest.id}`, { is_active: false });
  const second = await at.accept(userId);
  const older = (await at.call('GET', `/authorisations/terms/${second.term_id}`)).body;
  expect(older.is_system_term).toBe(true);
  expect(older.created_at < newest.created_at).toBe(true);
  await at.call('PATCH', `/_sandbox/terms/${older.id}`, { is_active: false });
  expect((await at.call('POST', `/_sandbox/users/${userId}/authorisations`, {})).status).toBe(400);
});

test('a revoked authorisation authorises nothing from then on, and stays listed', async () => {
  const userId = await at.user();
  const accepted = await at.accept(userId);
  const bearer = { authorization: `Bearer ${await at.token(userId)}` };
  const presign = () =>
    at.call('PUT', '/documents/bank-statements/presign', { files: [{ file_name: 'a.pdf' }] }, bearer);
  expect((await presign()).status).toBe(200);
  const path = `/_sandbox/users/${userId}/authorisations/${accepted.authorisation_id}`;
  expect((await at.call('DELETE', path)).status).toBe(200);
  expect((await presign()).status).toBeGreaterThanOrEqual(400);
  const [listed] = (await at.dossier(userId)).authorisations;
  expect(listed).toEqual({ ...accepted, revoked_at: expect.any(String) });
  await at.call('POST', '/_sandbox/clock', { by: 'PT1H' });
  expect((await at.call('DELETE', path)).status).toBe(200);
  expect((await at.dossier(userId)).authorisations).toEqual([listed]);
});

test('unknown terms and authorisations are 404, also those of another user', async () => {
  const [userId, other] = [await at.user(), await at.user()];
  const theirs = await at.accept(other);
  const answers = [
    await at.call('PATCH', `/_sandbox/terms/${unknownId}`, { is_active: true }),
    await at.call('POST', `/_sandbox/users/${userId}/authorisations`, { term_id: unknownId }),
    await at.call('DELETE', `/_sandbox/users/${userId}/authorisations/${unknownId}`),
    await at.call('DELETE', `/_sandbox/users/${userId}/authorisations/${theirs.authorisation_id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test.each([
  ['POST', '/_sandbox/terms', { authorisation_category: 'sometimes' }, 'authorisation_category'],
  ['POST', '/_sandbox/terms', { is_active: 'yes' }, 'is_active'],
  ['PATCH', `/_sandbox/terms/${unknownId}`, {}, 'is_active'],
  ['PATCH', `/_sandbox/terms/${unknownId}`, { is_active: true, name: 'x' }, 'name'],
  ['POST', `/_sandbox/users/${unknownId}/authorisations`, { term_id: 'first' }, 'term_id'],
  ['POST', `/_sandbox/users/${unknownId}/tokens`, { expires_in: 0 }, 'expires_in'],
])('%s %s with %j is refused, naming %s', async (method, path, body, field) => {
  const answer = await at.call(method, path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.join()).toContain(`[${field}]`);
});
