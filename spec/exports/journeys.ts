import { isObject, type Json, type JsonObject } from '../json.ts';
import type { AnyOperationId } from '../operations.ts';
import type { Points } from '../profile.ts';

/** What every step of a journey has. Values that begin with `$` are runtime expressions, as Arazzo writes them. */
type StepBase = {
  id: string;
  does: string;
  path?: Record<string, string>;
  body?: JsonObject;
  /** A user's token, for calls that the user makes. */
  token?: string;
  /** What has to be true of the answer beyond its status. */
  holds?: readonly string[];
  /** What later steps need of the answer: a JSON pointer each. */
  keeps?: Record<string, string>;
  /** What is asked for comes a moment later: ask again until it is there. */
  waits?: boolean;
};

export type CallStep = StepBase & { operation: AnyOperationId; refusedBy?: StatusPoint };
type StatusPoint = { [Id in keyof Points]: Points[Id] extends number ? Id : never }[keyof Points];

/** A step that uploads a text to an address from an earlier answer. */
type UploadStep = StepBase & { put: string; text: string };

export type Step = CallStep | UploadStep;

/** Something that people really do with the service, from the first call to the last. */
export type Journey = { id: string; title: string; steps: readonly Step[] };

const out = (step: string, name: string): string => `$steps.${step}.outputs.${name}`;
const user = { user_id: out('create-user', 'user_id') };

const call = (
  id: string,
  does: string,
  operation: AnyOperationId,
  more: Omit<CallStep, 'id' | 'does' | 'operation'>,
): CallStep => ({ id, does, operation, ...more });

const nora = { forename: 'Nora', surname: 'Fielding', post_codes: ['LS1 4AP'], date_of_birth: '1990-05-17' };
const createUser = call('create-user', 'The client makes a user.', 'createUser', {
  body: nora,
  keeps: { user_id: '/user_id' },
});
const acceptTerm = call('accept-term', 'The user accepts the terms.', 'acceptTerm', {
  path: user,
  body: {},
  keeps: { authorisation_id: '/authorisation_id' },
});
const getToken = call('get-token', 'The user gets a token.', 'issueUserToken', {
  path: user,
  body: {},
  keeps: { token: '/token' },
});
const linkAccount = (body: JsonObject): CallStep =>
  call('link-account', 'The user logs in at a payroll provider.', 'linkAccount', {
    path: user,
    body,
    keeps: { account_id: '/account_id' },
  });
const query = (id: string, does: string, more: Partial<CallStep>): CallStep =>
  call(id, does, 'queryPayrollConnection', {
    token: out('get-token', 'token'),
    body: { account_id: out('link-account', 'account_id') },
    ...more,
  });
const deleted = 'The client deletes the user with everything that was collected.';
const deleteUser = call('delete-user', deleted, 'deleteUser', { path: user });
const found = ['$response.body#/payroll_submissions/0/id != null'];

/** A statement that any reader of PDF files opens; plain text, so that every tool can send it. */
const statementPdf = plainPdf([
  'Bank statement',
  'Account holder: Nora Fielding',
  'Sort code: 20-00-00',
  'Account number: 12345678',
  'Statement period: 01/09/2026 to 30/09/2026',
  'Opening balance: 120.00',
  '25/09/2026 SALARY 1,900.00 credit',
  '28/09/2026 RENT 700.00 debit',
  'Closing balance: 1,320.00',
]);

/** The journeys that the documents for other tools are made from. */
export const journeys: readonly Journey[] = [
  {
    id: 'invite-to-payslips',
    title: 'From the invitation of a colleague to the payslips of a user and what they can afford',
    steps: [
      call('invite-member', 'The client invites a colleague.', 'inviteMember', {
        body: { email: '$inputs.colleague', role: 'analyst' },
        holds: ['$response.body#/email == $inputs.colleague'],
      }),
      createUser,
      acceptTerm,
      getToken,
      linkAccount({ user_name: 'ok' }),
      query('query', 'The newest payslips are retrieved.', { holds: found }),
      call('estimate', 'The client reads what the user can afford, month by month.', 'getOnsExpenditure', {
        path: user,
        holds: ['$response.body#/expenditures/0/total != null'],
      }),
      deleteUser,
    ],
  },
  {
    id: 'multi-factor',
    title: 'A login that asks for a second factor',
    steps: [
      createUser,
      acceptTerm,
      getToken,
      {
        ...linkAccount({ user_name: 'mfa', mfa_enabled: true, mfa: '1234' }),
        holds: ['$response.body#/status == "PENDING"'],
      },
      call('answer', 'The user gives the code.', 'submitMfa', {
        path: { account_id: out('link-account', 'account_id') },
        body: { mfa: '1234' },
        holds: ['$response.body#/status != "PENDING"'],
      }),
      query('query', 'The newest payslips are retrieved.', { holds: found }),
      deleteUser,
    ],
  },
  {
    id: 'statement-upload',
    title: 'A bank statement, from the upload address to what was read from it',
    steps: [
      createUser,
      acceptTerm,
      getToken,
      call('presign', 'The user asks for an upload address.', 'presignBankStatements', {
        token: out('get-token', 'token'),
        body: { files: [{ file_name: 'september.pdf', external_id: 'statement-1' }] },
        keeps: { address: '/presigned_urls/0/presigned_url' },
      }),
      { id: 'upload', does: 'The user sends the file.', put: out('presign', 'address'), text: statementPdf },
      call('read-statement', 'The client reads what was found in it.', 'listBankStatements', {
        path: user,
        waits: true,
        holds: ['$response.body#/bank_statement_submissions/0/document_external_id == "statement-1"'],
      }),
      deleteUser,
    ],
  },
  {
    id: 'webhook-flow',
    title: 'A subscription, an event and its delivery',
    steps: [
      call('subscribe', 'The client subscribes.', 'createWebhook', {
        body: {
          name: '$inputs.subscription',
          events: ['user-payroll-submitted'],
          url: '$inputs.receiver',
          signing_secret: 'a-secret-of-yours',
          config: { include_payload: true },
        },
        keeps: { webhook_id: '/webhook_id' },
      }),
      createUser,
      call('upload-payslip', 'A payslip of the user comes in.', 'createEntry', {
        path: user,
        body: { account_id: null, payroll_submissions: [{}] },
        keeps: { entry_id: '/entry_id' },
      }),
      call('see-delivery', 'The delivery is there to be looked at.', 'listDeliveries', {
        waits: true,
        holds: ['$response.body#/deliveries/0/event == "user-payroll-submitted"'],
      }),
      call('unsubscribe', 'The client unsubscribes.', 'deleteWebhook', {
        path: { webhook_id: out('subscribe', 'webhook_id') },
      }),
      deleteUser,
    ],
  },
  {
    id: 'consent-revoked',
    title: 'A consent that is taken back',
    steps: [
      createUser,
      acceptTerm,
      getToken,
      linkAccount({ user_name: 'ok' }),
      query('query', 'The newest payslips are retrieved.', { holds: found }),
      call('revoke', 'The user takes the consent back.', 'revokeAuthorisation', {
        path: { ...user, authorisation_id: out('accept-term', 'authorisation_id') },
      }),
      query('query-again', 'Nothing can be retrieved any more.', {
        refusedBy: 'authorisations.missing-status',
        holds: ['$response.body#/errors/0 != null'],
      }),
      deleteUser,
    ],
  },
];

/** A PDF of one page with lines of text, without anything that is not plain ASCII. */
function plainPdf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf 14 TL 50 780 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

/** Every text of a step's body in which a runtime expression stands, replaced by what `replace` says. */
export function replaceExpressions(value: Json, replace: (expression: string) => Json): Json {
  if (typeof value === 'string') return value.startsWith('$') ? replace(value) : value;
  if (Array.isArray(value)) return value.map((item) => replaceExpressions(item, replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, replaceExpressions(child, replace)]),
  );
}
