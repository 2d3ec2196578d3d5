import {
  atMost,
  casesOf,
  type Evidence,
  type ExamCase,
  fails,
  hopeless,
  lawful,
  pausesOf,
  RequestFailure,
  requestsOf,
  succeeds,
} from '../stage/exam-case.ts';
import { jsonAnswer, jsonOf, type Reaction } from '../stage/front.ts';
import { type Journey, retrieving } from '../stage/journeys.ts';
import { dossierOf, type Stage } from '../stage/stage.ts';

const start = { mfa: 'k7Q-2x' };
const consent: Journey[] = [...retrieving, 'upload-statement'];

/** Answers wrongly until the provider's attempts are used up. */
async function lock({ sandbox, values }: Stage): Promise<void> {
  const params = { path: { account_id: values['ACCOUNT_ID'] ?? '' } };
  for (let times = 0; times < 12; times++)
    await sandbox.client.PUT('/accounts/{account_id}/mfa', { params, body: { mfa: 'wrong' } });
}

/** The authorisation is taken back as soon as the MFA answer is taken. */
const revokedAfterMfa =
  (stage: Stage): Reaction =>
  async (seen, pass) => {
    const answer = await pass();
    if (seen.operation !== 'submitMfa') return answer;
    for (const { authorisation_id } of (await dossierOf(stage))?.authorisations ?? [])
      await stage.sandbox.arrange('revokeAuthorisation', { path: { ...stage.path, authorisation_id } });
    return answer;
  };

const extractionMs = 700;

/** Statements show only some time after the upload. */
function slowExtraction(stage: Stage): Reaction {
  return async (seen, pass) => {
    const answer = await pass();
    const upload = stage.front.seen.find(({ operation }) => operation === 'upload');
    const isDone = upload && performance.now() - upload.answeredAt > extractionMs;
    if (seen.operation !== 'listBankStatements' || isDone || !jsonOf(answer)) return answer;
    const pagination = { offset: 0, limit: 1000, count: 0, total_count: 0 };
    return jsonAnswer(answer.status, { pagination, bank_statement_submissions: [] });
  };
}

/** Statements of other documents, one of which has a similar external id. */
async function otherStatements({ sandbox, values, path }: Stage): Promise<void> {
  for (const [document_external_id, closing_balance] of [
    ['exam-other', '55.05'],
    [`${values['EXTERNAL_ID']}-2`, '66.06'],
  ])
    await sandbox.arrange('createBankStatement', {
      path,
      body: { document_external_id, balance_information: { closing_balance } },
    });
}

/** One MFA answer and one query tell all that there is to know. */
function notHammered(evidence: Evidence): void {
  atMost(1, requestsOf(evidence, 'submitMfa'), 'an MFA answer that is refused to be sent');
  atMost(1, requestsOf(evidence, 'queryPayrollConnection'), 'the account to be queried');
}

/** Pauses below this are none. */
const leastPauseMs = 20;

function waitsPolitely(evidence: Evidence): void {
  const looks = requestsOf(evidence, 'listBankStatements');
  const pauses = pausesOf(looks).sort((a, b) => a - b);
  // A busy machine lengthens pauses and shortens none: the shorter ones tell whether the client pauses at all.
  const short = pauses[pauses.length >> 2] ?? leastPauseMs;
  if (looks.length > 3 && short < leastPauseMs)
    throw new RequestFailure(
      'a pause between two looks at the list',
      `${looks.length} looks, many ${short.toFixed(1)} ms apart or less`,
      looks.at(-1)!,
    );
}

const authorised = ['queryPayrollConnection', 'createDirectConnection', 'submitMfa'] as const;

function authorisationSent(evidence: Evidence): void {
  for (const seen of authorised.flatMap((operation) => requestsOf(evidence, operation))) {
    const sent = seen.headers['x-svc-authorisation-id'];
    if (sent !== evidence.stage.values['AUTHORISATION_ID'])
      throw new RequestFailure('x-svc-authorisation-id as it was chosen', sent ?? 'no such header', seen);
  }
}

export const stateCases: readonly ExamCase[] = [
  ...lawful('states.mfa-answered', 'an account that waits for an MFA answer', ['connect'], { start }),
  ...hopeless('states.pending-told', 'an account that waits for an answer that nobody has', ['connect'], {
    ...{ start, values: { MFA: undefined } },
  }),
  ...([400, 422] as const).flatMap((status) =>
    casesOf(`a wrong MFA answer (${status})`, ['connect'], {
      ...{ start, values: { MFA: '9999' } },
      points: { 'accounts.mfa.wrong-answer-status': status, 'connections.pending-account-status': 409 },
      judges: { 'states.wrong-mfa-told': fails, 'states.wrong-mfa-once': notHammered },
    }),
  ),
  ...([400, 423] as const).flatMap((status) =>
    casesOf(`an account that is locked (${status})`, ['connect'], {
      ...{ start, arrange: lock, points: { 'accounts.mfa.locked-status': status } },
      judges: { 'states.locked-told': fails, 'states.locked-not-hammered': notHammered },
    }),
  ),
  ...([403, 409] as const).flatMap((status) => [
    ...hopeless('states.terms-missing', `terms that nobody accepted (${status})`, consent, {
      ...{ start: { terms: 0 }, points: { 'authorisations.missing-status': status } },
    }),
    ...hopeless('states.connections-off', `payroll connections switched off (${status})`, ['connect'], {
      start: { person: { payroll_connections_enabled: false } },
      points: { 'connections.disabled-status': status },
    }),
  ]),
  ...hopeless('states.revoked-midway', 'consent withdrawn between two calls', ['connect'], {
    ...{ start, react: revokedAfterMfa },
  }),
  ...(['null', 'absent'] as const).flatMap((entry) =>
    lawful('states.nothing-new', `nothing new at the provider (entry id ${entry})`, retrieving, {
      ...{ start: { payslips: [] }, points: { 'connections.empty-entry-id': entry } },
    }),
  ),
  ...lawful('states.short-lookback', 'a lookback of three months', ['connect'], {
    start: { person: { payroll_period_months: 3 } },
  }),
  ...casesOf('a statement that takes a moment to be read', ['upload-statement'], {
    judges: { 'states.extraction-awaited': succeeds, 'states.waits-politely': waitsPolitely },
    react: slowExtraction,
  }),
  ...lawful('states.own-document', 'a user who has other statements', ['upload-statement'], {
    arrange: otherStatements,
  }),
  ...casesOf('an authorisation that has to be chosen', retrieving, {
    ...{ start: { ...start, terms: 2 }, judges: { 'requests.authorisation-header': authorisationSent } },
  }),
];
