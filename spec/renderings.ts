import { isObject, type Json, type JsonObject, objectAt, objectsIn, textsIn } from './json.ts';
import { addResponse, operationsIn } from './openapi-document.ts';
import type { Points } from './profile.ts';

/** One thing that open points change in the contract beyond statuses and names. */
type Rendering = (document: JsonObject, points: Points) => void;

const schema = (document: JsonObject, name: string): JsonObject =>
  objectAt(document, 'components', 'schemas', name);
const properties = (document: JsonObject, name: string): JsonObject =>
  objectAt(schema(document, name), 'properties');

function parameter(document: JsonObject, path: string, name: string): JsonObject {
  const parameters = objectsIn(objectAt(document, 'paths', path, 'get')['parameters']);
  return objectAt(parameters.find((one) => one['name'] === name));
}

function setDefault(document: JsonObject, path: string, name: string, value: number): void {
  objectAt(parameter(document, path, name), 'schema')['default'] = value;
}

function eachObject(node: Json, visit: (node: JsonObject) => void): void {
  if (isObject(node)) visit(node);
  if (typeof node === 'object' && node !== null)
    for (const child of Object.values(node)) eachObject(child, visit);
}

const body = (document: JsonObject, path: string, method: string): JsonObject =>
  objectAt(document, 'paths', path, method, 'requestBody', 'content', 'application/json');

const answer = (document: JsonObject, path: string, method: string, status: string): JsonObject =>
  objectAt(document, 'paths', path, method, 'responses', status, 'content', 'application/json');

const securities: Rendering = (document, points) => {
  const both = new Set<string>(points['auth.member-token.operations']);
  for (const { node } of operationsIn(document)) {
    if (node['security'] === undefined && !both.has(String(node['operationId'])))
      node['security'] = [{ apiKey: [] }];
  }
};

const requiredFields: Rendering = (document, points) => {
  const required = {
    PayrollConnectionRequest: points['requests.required.queryPayrollConnection'],
    DirectConnectionRequest: points['requests.required.createDirectConnection'],
    MfaRequest: points['requests.required.submitMfa'],
    PresignFile: points['requests.required.presignBankStatements'],
    InviteMemberRequest: points['requests.required.inviteMember'],
    WebhookRequest: points['requests.required.createWebhook'],
    PayrollSubmission: points['payroll.required-fields'],
    EventPayrollSubmission: points['payroll.required-fields'],
    TaxauthIncomeSubmission: points['income.required-fields'],
    EventTaxauthIncomeSubmission: points['income.required-fields'],
  };
  for (const [name, fields] of Object.entries(required)) schema(document, name)['required'] = [...fields];
};

const unknownFields: Rendering = (document, points) => {
  if (points['requests.unknown-fields'] === 'reject') return;
  eachObject(document, (node) => {
    const marks = [node['x-open-point'] ?? []].flat();
    if (marks.includes('requests.unknown-fields')) delete node['additionalProperties'];
  });
};

const listParameters: Rendering = (document, points) => {
  setDefault(document, '/users', 'limit', points['users.list.default-limit']);
  setDefault(document, '/users', 'offset', Math.max(1, points['users.list.default-offset']));
  setDefault(document, '/taxauth/{user_id}', 'limit', points['income.list.default-limit']);
  setDefault(document, '/taxauth/{user_id}', 'offset', Math.max(1, points['income.list.default-offset']));
  setDefault(document, '/bankstatements/{user_id}', 'limit', points['bank-statements.list.default-limit']);
  parameter(document, '/bankstatements/{user_id}', 'created_from')['name'] =
    points['bank-statements.list.exclude-before-name'];
  parameter(document, '/bankstatements/{user_id}', 'created_to')['name'] =
    points['bank-statements.list.exclude-after-name'];
  if (points['users.list.out-of-range'] === 'clamp')
    delete objectAt(document, 'paths', '/users', 'get', 'responses')['400'];
  if (points['bank-statements.list.out-of-range'] === 'clamp')
    clampedList(document, '/bankstatements/{user_id}');
  if (points['income.list.out-of-range'] === 'clamp') clampedList(document, '/taxauth/{user_id}');
};

/** A list that clamps refuses nothing but a filter that cannot be read. */
function clampedList(document: JsonObject, path: string): void {
  const refusal = objectAt(document, 'paths', path, 'get', 'responses', '400');
  delete refusal['x-open-point'];
  refusal['description'] = 'A filter cannot be read.';
  objectAt(refusal, 'content', 'application/json')['example'] = { errors: ['A filter cannot be read'] };
}

const users: Rendering = (document, points) => {
  if (points['users.unset-form'] === 'null') {
    const fields = properties(document, 'User');
    for (const [name, field] of Object.entries(fields)) {
      if (name !== 'user_id' && name !== 'created_at') fields[name] = { anyOf: [field, { type: 'null' }] };
    }
  }
  const update = properties(document, 'UserUpdate');
  if (points['users.post-codes.empty'] === 'accept') delete objectAt(update, 'post_codes')['minItems'];
  if (points['users.patch.empty-body'] === 400) schema(document, 'UserUpdate')['minProperties'] = 1;
  if (points['users.date-only-timestamps'] === 'reject') {
    const timestamp = schema(document, 'RequestTimestamp');
    delete timestamp['anyOf'];
    Object.assign(timestamp, { type: 'string', format: 'date-time', description: 'An ISO 8601 instant.' });
  }
  const minimum = points['settings.payroll-period-months.minimum'];
  const maximum = points['settings.payroll-period-months.maximum'];
  for (const name of ['UserUpdate', 'ClientConfigurationUpdate'])
    Object.assign(objectAt(properties(document, name)['payroll_period_months']), { minimum, maximum });
  const example = objectAt(body(document, '/configuration', 'patch')['example']);
  example['payroll_period_months'] = Math.min(Number(example['payroll_period_months']), maximum);
};

const configuration: Rendering = (document, points) => {
  if (points['configuration.income-enabled'] === 'none') {
    for (const name of ['ClientConfiguration', 'ClientConfigurationUpdate'])
      delete properties(document, name)['taxauth_enabled'];
  }
  if (points['configuration.patch.null'] === 'unset') return;
  const fields = properties(document, 'ClientConfigurationUpdate');
  for (const name of Object.keys(fields)) {
    const field = objectAt(fields, name);
    const [type] = textsIn(field['type']).filter((one) => one !== 'null');
    if (type !== undefined) field['type'] = type;
    const [choice] = objectsIn(field['anyOf'] ?? []);
    if (choice) fields[name] = choice;
  }
};

const answers: Rendering = (document, points) => {
  if (points['answers.money-decimals'] === 'two') return;
  const description = 'An amount in pounds as decimal text.';
  Object.assign(schema(document, 'Money'), { description, pattern: '^-?\\d+(\\.\\d+)?$' });
};

const members: Rendering = (document, points) => {
  const [role, ...others] = points['members.roles'] ?? [];
  if (!role) return;
  objectAt(properties(document, 'InviteMemberRequest')['role'])['enum'] = [role, ...others];
  objectAt(body(document, '/members', 'post')['example'])['role'] = role;
  objectAt(answer(document, '/members', 'post', '201')['example'])['role'] = role;
  objectAt(answer(document, '/members/signin', 'post', '200'), 'example', 'member')['role'] = role;
};

const payroll: Rendering = (document, points) => {
  const result = schema(document, 'PayrollConnectionResult');
  if (points['connections.empty-entry-id'] === 'absent')
    result['required'] = textsIn(result['required']).filter((name) => name !== 'entry_id');
  objectAt(properties(document, 'PresignRequest')['files'])['maxItems'] = points['presign.max-files'];
  const longest = points['presign.max-file-name-length'];
  objectAt(properties(document, 'PresignFile')['file_name'])['maxLength'] = longest;
};

const webhookList: Rendering = (document, points) => {
  if (points['webhooks.list.config'] === 'hidden') {
    delete properties(document, 'Webhook')['config'];
    delete objectAt(document, 'components', 'schemas')['WebhookConfig'];
  }
  const media = answer(document, '/webhooks', 'get', '200');
  const example = objectsIn(objectAt(media, 'example')['webhooks']);
  if (points['webhooks.list.config'] === 'hidden') for (const one of example) delete one['config'];
  const list = schema(document, 'WebhookList');
  if (points['webhooks.list.shape'] === 'array') {
    const items = objectAt(properties(document, 'WebhookList'), 'webhooks');
    for (const key of ['required', 'properties']) delete list[key];
    Object.assign(list, items);
    media['example'] = example;
  } else if (points['webhooks.list.shape'] === 'paginated') {
    objectAt(list, 'properties')['pagination'] = { $ref: '#/components/schemas/Pagination' };
    list['required'] = ['pagination', 'webhooks'];
    media['example'] = { pagination: { offset: 0, limit: 1, count: 1, total_count: 1 }, webhooks: example };
  }
};

const webhookRequests: Rendering = (document, points) => {
  const fields = properties(document, 'WebhookRequest');
  const events = objectAt(fields, 'events');
  // A kind that was taken is also answered, so the list and the creation must be able to show it.
  if (points['webhooks.create.unknown-event'] === 'accept') delete schema(document, 'EventKind')['enum'];
  if (points['webhooks.create.no-events'] === 'accept') delete events['minItems'];
  if (points['webhooks.create.url-schemes'] === 'https-only')
    objectAt(fields, 'url')['pattern'] = '^https://';
  if (points['webhooks.delete.response'] === 'empty') {
    const responses = objectAt(document, 'paths', '/webhooks/{webhook_id}', 'delete', 'responses');
    if (points['webhooks.delete.unknown-status'] !== 200) delete responses['200'];
    responses['204'] = {
      'x-open-point': 'webhooks.delete.response',
      description: 'The subscription is gone.',
    };
  }
};

const deliveries: Rendering = (document, points) => {
  renamePayload(document, 'BankStatementEventPayload', points['events.bank-statement.payload-key']);
  const incomeKey = points['events.income.payload-key'];
  if (incomeKey === null) {
    delete properties(document, 'TaxauthEvent')['payload'];
    for (const unused of ['TaxauthEventPayload', 'EventTaxauthIncomeSubmission'])
      delete objectAt(document, 'components', 'schemas')[unused];
  } else renamePayload(document, 'TaxauthEventPayload', incomeKey);
  if (points['webhooks.encryption.content-type'] === 'text/plain') return;
  for (const path of objectsIn(document['webhooks'])) {
    const content = objectAt(path, 'post', 'requestBody', 'content');
    const plain = objectAt(content, 'application/json');
    plain['schema'] = { anyOf: [objectAt(plain, 'schema'), { $ref: '#/components/schemas/SealedBody' }] };
    delete content['text/plain'];
  }
};

function renamePayload(document: JsonObject, name: string, key: string): void {
  const payload = schema(document, name);
  const [content] = objectsIn(payload['properties']);
  payload['properties'] = { [key]: objectAt(content) };
  payload['required'] = [key];
}

export const renderings: readonly Rendering[] = [
  securities,
  requiredFields,
  unknownFields,
  listParameters,
  users,
  configuration,
  answers,
  members,
  payroll,
  webhookList,
  webhookRequests,
  deliveries,
  addedRefusals,
];

/** A refusal that an open point brings; it concerns every operation unless it names one. */
type Refusal = { operation?: string; status: number | string; id: string; because: string };

/** What open points let operations refuse that they never refuse by default. */
function refusals(points: Points): Refusal[] {
  const list: Refusal[] = points['authorisations.reads'].map((operation) => ({
    operation,
    status: points['authorisations.missing-status'],
    id: 'authorisations.reads',
    because: 'The user has no active authorisation',
  }));
  const operation = 'createDirectConnection';
  if (points['connections.disabled-direct'] === 'refused') {
    const status = points['connections.disabled-status'];
    list.push({ operation, status, id: 'connections.disabled-direct', because: 'Connections are disabled' });
  }
  const noMatch = points['direct-connections.no-match'];
  if (noMatch !== 'empty')
    list.push({ operation, status: noMatch, id: 'direct-connections.no-match', because: 'Nothing matches' });
  if (points['requests.unknown-parameters'] === 'reject')
    list.push({
      status: points['requests.invalid-value-status'],
      id: 'requests.unknown-parameters',
      because: 'A query parameter is not known',
    });
  if (points['requests.rate-limit'] !== null)
    list.push({ status: 429, id: 'requests.rate-limit', because: 'Too many requests' });
  return list;
}

function addedRefusals(document: JsonObject, points: Points): void {
  for (const { item, node } of operationsIn(document)) {
    const responses = objectAt(node, 'responses');
    for (const { operation, status, id, because } of refusals(points)) {
      if (operation === undefined || operation === node['operationId'])
        addResponse(responses, String(status), id, refused(because));
    }
    // Every identifier of a path is a UUID and is declared for the path as a whole.
    const id = 'requests.invalid-path-id-status';
    if (item['parameters'] !== undefined)
      addResponse(responses, String(points[id]), id, refused('The id is not a UUID'));
  }
}

const refused = (because: string): JsonObject => ({
  description: `${because}.`,
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Errors' }, example: { errors: [because] } },
  },
});
