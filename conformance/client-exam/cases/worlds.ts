import { basename } from 'node:path';
import { type Answer, jsonAnswer, jsonOf, type Reaction } from '../stage/front.ts';
import { firstStartCutOff } from '../stage/reactions.ts';
import { dossierOf, type Stage } from '../stage/stage.ts';
import { extracted, isOwn, statementsIn } from '../stage/statements.ts';

type Make = (stage: Stage) => Reaction;

/** Addresses of other services: at the same host, and such as begin like the client's own. */
export const neighboursOf = ({ values: { WEBHOOK_URL: own = '' } }: Stage): readonly string[] => [
  new URL('/another-service', own).href,
  own.split('?')[0] ?? '',
  `${own}&of=another`,
];

/** Does something once an answer is made, before the client has it. */
const onceMade =
  (act: (stage: Stage) => Promise<unknown>, operation: string, isOnce = false): Make =>
  (stage) =>
  async (seen, pass) => {
    const answer = await pass();
    if (seen.operation === operation && (!isOnce || seen.nth === 0)) await act(stage);
    return answer;
  };

async function revoke(stage: Stage): Promise<void> {
  for (const { authorisation_id } of (await dossierOf(stage))?.authorisations ?? [])
    await stage.sandbox.arrange('revokeAuthorisation', { path: { ...stage.path, authorisation_id } });
}

const addUser = ({ sandbox }: Stage) => sandbox.arrange('createUser', { body: { forename: 'Late' } });

async function deleteFirst({ sandbox: { client } }: Stage): Promise<void> {
  const { data } = await client.GET('/users', { params: { query: { limit: 1 } } });
  const user_id = data?.users[0]?.user_id ?? '';
  await client.DELETE('/users/{user_id}', { params: { path: { user_id } } });
}

const extractionMs = 700;

/** Statements show only some time after the upload; meanwhile the list has what is left of it. */
const slowExtraction =
  (meanwhile: (stage: Stage, answer: Answer) => Promise<unknown[]>): Make =>
  (stage) =>
  async (seen, pass) => {
    const upload = stage.front.seen.find(({ operation }) => operation === 'upload');
    const isLook = seen.operation === 'listBankStatements';
    const others = isLook && upload ? await meanwhile(stage, await pass()) : [];
    const answer = await pass();
    const isDone = upload && performance.now() - upload.answeredAt > extractionMs;
    if (!isLook || isDone || !jsonOf(answer)) return answer;
    const { length: count } = others;
    const pagination = { offset: 0, limit: 1000, count, total_count: count };
    return jsonAnswer(answer.status, { pagination, bank_statement_submissions: others });
  };

/** Another document of the user is read while the client waits for its own. */
async function rivals(stage: Stage, answer: Answer): Promise<unknown[]> {
  const shown = statementsIn(jsonOf(answer) ?? {}).filter((one) => !isOwn(stage, one));
  if (shown.length > 0) return shown;
  await otherStatements(stage);
  return [];
}

/** Statements of other documents with the same file name, two of which have a similar external id. */
async function otherStatements({ sandbox, values, path }: Stage): Promise<void> {
  const document_filename = basename(values['FILE'] ?? '');
  for (const [document_external_id, closing_balance] of [
    ['exam-other', '55.05'],
    [`${values['EXTERNAL_ID']}-2`, '66.06'],
    [`2-${values['EXTERNAL_ID']}`, '33.03'],
    [values['EXTERNAL_ID']?.slice(0, -1) ?? null, '44.04'],
    [values['EXTERNAL_ID']?.toUpperCase() ?? null, '88.08'],
    [null, '77.07'],
  ] as const)
    await sandbox.arrange('createBankStatement', {
      path,
      body: { document_external_id, document_filename, balance_information: { closing_balance } },
    });
}

/** What a world does while the client is in it, by the name that the cases give it. */
export const reactions: Readonly<Record<string, Make>> = {
  'cut-off': firstStartCutOff,
  // An upload is answered when its statement can be read.
  'prompt-extraction': onceMade(extracted, 'upload'),
  'revoked-after-mfa': onceMade(revoke, 'submitMfa'),
  'user-added': onceMade(addUser, 'listUsers', true),
  // A user is there from the first page to the second, so that another one slips to the second.
  'user-passing': ({ sandbox }) => {
    let user_id = '';
    return async (seen, pass) => {
      const answer = await pass();
      if (seen.operation !== 'listUsers') return answer;
      if (seen.nth === 0)
        ({ user_id } = await sandbox.arrange('createUser', { body: { forename: 'Passing' } }));
      if (seen.nth === 1) await sandbox.client.DELETE('/users/{user_id}', { params: { path: { user_id } } });
      return answer;
    };
  },
  'user-deleted': onceMade(deleteFirst, 'listUsers', true),
  // The service gives fewer than were asked for, as it may.
  'short-pages': () => (seen, pass) => {
    const most = { listUsers: 30, getTaxauthIncome: 2 }[String(seen.operation)];
    const [path, query] = seen.url.split('?');
    const asked = new URLSearchParams(query);
    const limit = Number(asked.get('limit') ?? 100);
    if (most === undefined || limit < 1 || limit > 100) return pass();
    asked.set('limit', String(Math.min(limit, most)));
    return pass(`${path}?${asked}`);
  },
  'slow-extraction': slowExtraction(async () => []),
  'rival-while-waiting': slowExtraction(rivals),
};

export const arrangements: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'other-statements': otherStatements,
  // Answers wrongly until the provider's attempts are used up.
  async lock({ sandbox, values }) {
    const params = { path: { account_id: values['ACCOUNT_ID'] ?? '' } };
    for (let times = 0; times < 12; times++)
      await sandbox.client.PUT('/accounts/{account_id}/mfa', { params, body: { mfa: 'wrong' } });
  },
  async 'fewer-events'({ sandbox, values }) {
    const events = ['user-payroll-submitted' as const];
    const body = { name: 'an earlier one', url: values['WEBHOOK_URL'] ?? '', events };
    await sandbox.client.POST('/webhooks', { body });
  },
  async 'another-service'(stage) {
    for (const url of neighboursOf(stage)) {
      const body = { name: `another service's ${url}`, url, events: ['user-payroll-submitted' as const] };
      await stage.sandbox.client.POST('/webhooks', { body });
    }
  },
  async 'many-statements'({ sandbox, path }) {
    for (let count = 0; count < 110; count++)
      await sandbox.arrange('createBankStatement', { path, body: {} });
  },
};
