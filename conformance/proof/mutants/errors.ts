import { around, type Defect, mutantsOf, onAnswer, onRequest, refusal } from './mutant.ts';

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

/** A run asks the sandbox server before the production server, which has no catalogue here. */
function servesNoProvidersInProduction(): Defect {
  let first: unknown;
  return onAnswer('*', (_, { operation, headers }) => {
    first ??= headers['host'];
    return operation === 'listProviders' && headers['host'] !== first && refusal(404, 'No such path');
  });
}

export const errorMutants = mutantsOf('', {
  'errors.refused.changes-nothing: keeps-the-right-fields-of-a-refused-update': keepsRightFields(),
  'errors.refused.changes-nothing: deletes-a-user-before-it-asks-for-the-key': deletesBeforeItAsks(),
  'errors.refused.changes-nothing: forgets-the-payroll-of-a-refused-query': forgetsRefused(),
  'http.answers-are-json: sends-json-as-text': onAnswer('getOnsExpenditure', ({ headers }) => ({
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  })),
  'http.answers-are-json: declares-messages-of-wrong-updates-as-text': onAnswer(
    'updateUser',
    ({ status, headers }) =>
      [400, 404].includes(status) && { headers: { ...headers, 'content-type': 'text/plain' } },
  ),
  'http.same-paths: serves-no-providers-in-production': servesNoProvidersInProduction(),
  'http.answers-are-json: refuses-with-a-page': onAnswer(
    'inviteMember',
    ({ status }) => status === 401 && { body: Buffer.from('<h1>Unauthorised</h1>') },
  ),
});
