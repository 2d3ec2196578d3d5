import {
  around,
  type Defect,
  mutantsOf,
  onAnswer,
  onErrors,
  onRequest,
  onStatus,
  refusal,
} from './mutant.ts';

function keepsRightFields(): Defect[] {
  let isRefused = false;
  return [
    onRequest('updateUser', ({ sent }) => {
      isRefused = typeof sent['date_of_birth'] === 'number';
      if (isRefused) Reflect.deleteProperty(sent, 'date_of_birth');
    }),
    onAnswer('updateUser', () => isRefused && refusal(400, 'Field [date_of_birth] is no date')),
  ];
}

function deletesBeforeItAsks(): Defect[] {
  let isRefused = false;
  return [
    onRequest('deleteUser', ({ headers }) => {
      isRefused = headers['x-api-key'] === undefined;
      if (isRefused) headers['x-api-key'] = 'sandbox-key';
    }),
    onAnswer('deleteUser', () => isRefused && refusal(401, 'No key was given')),
  ];
}

function forgetsRefused(): Defect {
  const emptied = new Set<string>();
  return around('queryPayrollConnection', async (context, handler) => {
    const { account_id } = context.body;
    const answer = await handler(context).catch((refusal: unknown) => {
      emptied.add(account_id);
      throw refusal;
    });
    if (!answer.body || !emptied.has(account_id)) return answer;
    return { ...answer, body: { ...answer.body, payroll_submissions: [] } };
  });
}

export const errorMutants = mutantsOf('', {
  'errors.refused.changes-nothing: keeps-the-right-fields-of-a-refused-update': keepsRightFields(),
  'errors.refused.changes-nothing: deletes-a-user-before-it-asks-for-the-key': deletesBeforeItAsks(),
  'errors.refused.changes-nothing: forgets-the-payroll-of-a-refused-query': forgetsRefused(),
  'errors.body.shape: says-nothing-to-one-wrong-answer-too-many': onErrors('submitMfa', (errors) =>
    errors.some((one) => /locked/.test(one)) ? undefined : errors,
  ),
  'http.answers-are-json: sends-json-as-text': onAnswer('getOnsExpenditure', ({ headers }) => ({
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  })),
  'http.answers-are-json: refuses-with-a-page': onStatus(
    'inviteMember',
    401,
    401,
    Buffer.from('<h1>Unauthorised</h1>'),
  ),
});
