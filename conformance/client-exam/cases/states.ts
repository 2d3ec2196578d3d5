import {
  atMost,
  casesOf,
  type Evidence,
  type ExamCase,
  fails,
  RequestFailure,
  requestsOf,
  succeeds,
} from '../exam-case.ts';
import { jsonAnswer, jsonOf, type Reaction } from '../front.ts';
import type { Journey } from '../journeys.ts';
import type { Stage } from '../stage.ts';

const consent: Journey[] = ['connect', 'direct-connection', 'upload-statement'];

/** Answers wrongly until the provider's attempts are used up. */
async function lock(stage: Stage): Promise<void> {
  const params = { path: { account_id: stage.values['ACCOUNT_ID'] ?? '' } };
  for (let times = 0; times < 12; times++)
    await stage.sandbox.client.PUT('/accounts/{account_id}/mfa', { params, body: { mfa: 'wrong' } });
}

/** The authorisation is taken back as soon as the MFA answer is taken. */
const revokedAfterMfa =
  (stage: Stage): Reaction =>
  async (seen, pass) => {
    const answer = await pass();
    if (seen.operation === 'submitMfa') await stage.revokeAll();
    return answer;
  };

const extractionMs = 700;

/** Statements show only some time after the upload. */
function slowExtraction(stage: Stage): Reaction {
  return async (seen, pass) => {
    const answer = await pass();
    const body = jsonOf(answer);
    const upload = stage.front.seen.find(({ operation }) => operation === 'upload');
    const isDone = upload && performance.now() - upload.answeredAt > extractionMs;
    if (seen.operation !== 'listBankStatements' || isDone || !body) return answer;
    const pagination = { ...(body['pagination'] as object), count: 0, total_count: 0 };
    return jsonAnswer(answer.status, { pagination, bank_statement_submissions: [] });
  };
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
  const pauses = looks.slice(1).map((seen, at) => seen.at - (looks[at]?.answeredAt ?? 0));
  const middle = pauses.sort((a, b) => a - b)[pauses.length >> 1] ?? leastPauseMs;
  if (looks.length > 3 && middle < leastPauseMs)
    throw new RequestFailure(
      'a pause between two looks at the list',
      `${looks.length} looks, mostly ${middle.toFixed(1)} ms apart`,
      looks.at(-1)!,
    );
}

function authorisationSent(evidence: Evidence): void {
  const { requests, stage } = evidence;
  for (const seen of requests) {
    if (!['queryPayrollConnection', 'createDirectConnection', 'submitMfa'].includes(seen.operation ?? ''))
      continue;
    const sent = seen.headers['x-svc-authorisation-id'];
    if (sent !== stage.values['AUTHORISATION_ID'])
      throw new RequestFailure(
        `x-svc-authorisation-id with the authorisation that was chosen`,
        sent === undefined ? 'no such header' : sent,
        seen,
      );
  }
}

const states: ExamCase[] = [
  ...casesOf('an account that waits for an MFA answer', ['connect'], {
    wish: { mfa: 'k7Q-2x' },
    judges: { 'states.mfa-answered': succeeds },
  }),
  ...casesOf('an account that waits for an answer that the client does not have', ['connect'], {
    wish: { mfa: 'k7Q-2x', values: { MFA: undefined } },
    judges: { 'states.pending-told': fails },
  }),
  ...([400, 422] as const).flatMap((status) =>
    casesOf(`a wrong MFA answer (${status})`, ['connect'], {
      wish: {
        mfa: 'k7Q-2x',
        values: { MFA: '9999' },
        points: { 'accounts.mfa.wrong-answer-status': status, 'connections.pending-account-status': 409 },
      },
      judges: { 'states.wrong-mfa-told': fails, 'states.wrong-mfa-once': notHammered },
    }),
  ),
  ...([400, 423] as const).flatMap((status) =>
    casesOf(`an account that is locked (${status})`, ['connect'], {
      wish: { mfa: 'k7Q-2x', arrange: lock, points: { 'accounts.mfa.locked-status': status } },
      judges: { 'states.locked-told': fails, 'states.locked-not-hammered': notHammered },
    }),
  ),
  ...([403, 409] as const).flatMap((status) =>
    casesOf(`terms that nobody accepted (${status})`, consent, {
      wish: { isUnauthorised: true, points: { 'authorisations.missing-status': status } as object },
      judges: { 'states.terms-missing': fails },
    }),
  ),
  ...casesOf('consent withdrawn between two calls', ['connect'], {
    wish: { mfa: 'k7Q-2x', react: revokedAfterMfa },
    judges: { 'states.revoked-midway': fails },
  }),
  ...([403, 409] as const).flatMap((status) =>
    casesOf(`payroll connections switched off (${status})`, ['connect'], {
      wish: {
        person: { payroll_connections_enabled: false },
        points: { 'connections.disabled-status': status },
      },
      judges: { 'states.connections-off': fails },
    }),
  ),
  ...(['null', 'absent'] as const).flatMap((entry) =>
    casesOf(`nothing new at the provider (entry id ${entry})`, ['connect', 'direct-connection'], {
      wish: { payslips: [], points: { 'connections.empty-entry-id': entry } },
      judges: { 'states.nothing-new': succeeds },
    }),
  ),
  ...casesOf('a lookback of three months', ['connect'], {
    wish: { person: { payroll_period_months: 3 } },
    judges: { 'states.short-lookback': succeeds },
  }),
  ...casesOf('a statement that takes a moment to be read', ['upload-statement'], {
    wish: { react: slowExtraction },
    judges: {
      'states.extraction-awaited': succeeds,
      'states.waits-politely': waitsPolitely,
    },
  }),
  ...casesOf('a user who has other statements', ['upload-statement'], {
    wish: {
      arrange: async (stage) => {
        for (const [document_external_id, closing_balance] of [
          ['exam-other', '55.05'],
          [`${stage.values['EXTERNAL_ID']}-2`, '66.06'],
        ])
          await stage.sandbox.arrange('createBankStatement', {
            path: stage.path,
            body: { document_external_id, balance_information: { closing_balance } },
          });
      },
    },
    judges: { 'states.own-document': succeeds },
  }),
  ...casesOf('an authorisation that has to be chosen', ['connect', 'direct-connection'], {
    wish: (journey) => ({ choose: true, mfa: journey === 'connect' ? 'k7Q-2x' : undefined }),
    judges: { 'requests.authorisation-header': authorisationSent },
  }),
];

export const stateCases: readonly ExamCase[] = states;
