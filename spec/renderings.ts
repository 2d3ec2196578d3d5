import { addedRefusals } from './added-refusals.ts';
import type { Json, JsonObject } from './json.ts';
import type { Points } from './profile.ts';

/** One thing that open points change in the contract beyond statuses and names. */
type Rendering = (document: JsonObject, points: Points) => void;

const object = (node: Json | undefined): JsonObject => node as JsonObject;
const at = (document: JsonObject, ...keys: string[]): JsonObject =>
  keys.reduce((node, key) => object(node[key]), document);
const schema = (document: JsonObject, name: string): JsonObject =>
  at(document, 'components', 'schemas', name);
const properties = (document: JsonObject, name: string): JsonObject =>
  at(schema(document, name), 'properties');

function parameter(document: JsonObject, path: string, method: string, name: string): JsonObject {
  const parameters = at(document, 'paths', path, method)['parameters'] as JsonObject[];
  return parameters.find((one) => one['name'] === name) as JsonObject;
}

function setDefault(document: JsonObject, path: string, name: string, value: number): void {
  object(parameter(document, path, 'get', name)['schema'])['default'] = value;
}

function operationsOf(document: JsonObject): JsonObject[] {
  return Object.values(at(document, 'paths'))
    .flatMap((path) => Object.values(object(path)).map(object))
    .filter((node) => node['operationId'] !== undefined);
}

function eachObject(node: Json, visit: (node: JsonObject) => void): void {
  if (Array.isArray(node)) for (const child of node) eachObject(child, visit);
  else if (node !== null && typeof node === 'object') {
    visit(node);
    for (const child of Object.values(node)) eachObject(child, visit);
  }
}

const body = (document: JsonObject, path: string, method: string): JsonObject =>
  at(document, 'paths', path, method, 'requestBody', 'content', 'application/json');

const answer = (document: JsonObject, path: string, method: string, status: string): JsonObject =>
  at(document, 'paths', path, method, 'responses', status, 'content', 'application/json');

const securities: Rendering = (document, points) => {
  const both = new Set<string>(points['auth.member-token.operations']);
  for (const operation of operationsOf(document)) {
    if (operation['security'] === undefined && !both.has(String(operation['operationId'])))
      operation['security'] = [{ apiKey: [] }];
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
  parameter(document, '/bankstatements/{user_id}', 'get', 'created_from')['name'] =
    points['bank-statements.list.exclude-before-name'];
  parameter(document, '/bankstatements/{user_id}', 'get', 'created_to')['name'] =
    points['bank-statements.list.exclude-after-name'];
  if (points['lists.out-of-range'] === 'clamp') clampedLists(document);
};

/** Lists that clamp refuse nothing but a filter that cannot be read, where they have one. */
function clampedLists(document: JsonObject): void {
  delete at(document, 'paths', '/users', 'get', 'responses')['400'];
  for (const path of ['/bankstatements/{user_id}', '/taxauth/{user_id}']) {
    const refusal = at(document, 'paths', path, 'get', 'responses', '400');
    delete refusal['x-open-point'];
    refusal['description'] = 'A filter cannot be read.';
    at(refusal, 'content', 'application/json')['example'] = { errors: ['A filter cannot be read'] };
  }
}

const users: Rendering = (document, points) => {
  if (points['users.unset-form'] === 'null') {
    const fields = properties(document, 'User');
    for (const [name, field] of Object.entries(fields)) {
      if (name !== 'user_id' && name !== 'created_at') fields[name] = { anyOf: [field, { type: 'null' }] };
    }
  }
  const update = properties(document, 'UserUpdate');
  if (points['users.post-codes.empty'] === 'accept') delete object(update['post_codes'])['minItems'];
  if (points['users.patch.empty-body'] === 400) schema(document, 'UserUpdate')['minProperties'] = 1;
  if (points['users.date-only-timestamps'] === 'reject') {
    const timestamp = schema(document, 'RequestTimestamp');
    delete timestamp['anyOf'];
    Object.assign(timestamp, { type: 'string', format: 'date-time', description: 'An ISO 8601 instant.' });
  }
  const months = points['settings.payroll-period-months.maximum'];
  object(update['payroll_period_months'])['maximum'] = months;
  object(properties(document, 'ClientConfigurationUpdate')['payroll_period_months'])['maximum'] = months;
  const example = object(body(document, '/configuration', 'patch')['example']);
  example['payroll_period_months'] = Math.min(Number(example['payroll_period_months']), months);
};

const configuration: Rendering = (document, points) => {
  if (points['configuration.patch.null'] === 'unset') return;
  const fields = properties(document, 'ClientConfigurationUpdate');
  for (const [name, field] of Object.entries(fields).map(([key, node]) => [key, object(node)] as const)) {
    if (Array.isArray(field['type']))
      field['type'] = field['type'].filter((type) => type !== 'null')[0] as Json;
    if (Array.isArray(field['anyOf'])) fields[name] = field['anyOf'][0] as Json;
  }
};

const members: Rendering = (document, points) => {
  const roles = points['members.roles'];
  if (!roles) return;
  object(properties(document, 'InviteMemberRequest')['role'])['enum'] = [...roles];
  const role = roles[0] as string;
  object(body(document, '/members', 'post')['example'])['role'] = role;
  object(answer(document, '/members', 'post', '201')['example'])['role'] = role;
  at(answer(document, '/members/signin', 'post', '200'), 'example', 'member')['role'] = role;
};

const payroll: Rendering = (document, points) => {
  const result = schema(document, 'PayrollConnectionResult');
  if (points['connections.empty-entry-id'] === 'absent') {
    result['required'] = (result['required'] as string[]).filter((name) => name !== 'entry_id');
  }
  object(properties(document, 'PresignRequest')['files'])['maxItems'] = points['presign.max-files'];
};

const webhookList: Rendering = (document, points) => {
  if (points['webhooks.list.config'] === 'hidden') {
    delete properties(document, 'Webhook')['config'];
    delete at(document, 'components', 'schemas')['WebhookConfig'];
  }
  const media = answer(document, '/webhooks', 'get', '200');
  const example = object(media['example'])['webhooks'] as JsonObject[];
  if (points['webhooks.list.config'] === 'hidden') for (const one of example) delete one['config'];
  const list = schema(document, 'WebhookList');
  if (points['webhooks.list.shape'] === 'array') {
    const items = properties(document, 'WebhookList')['webhooks'] as JsonObject;
    for (const key of ['required', 'properties']) delete list[key];
    Object.assign(list, items);
    media['example'] = example;
  } else if (points['webhooks.list.shape'] === 'paginated') {
    object(list['properties'])['pagination'] = { $ref: '#/components/schemas/Pagination' };
    list['required'] = ['pagination', 'webhooks'];
    media['example'] = { pagination: { offset: 0, limit: 1, count: 1, total_count: 1 }, webhooks: example };
  }
};

const webhookRequests: Rendering = (document, points) => {
  const fields = properties(document, 'WebhookRequest');
  const events = object(fields['events']);
  // A kind that was taken is also answered, so the list and the creation must be able to show it.
  if (points['webhooks.create.unknown-event'] === 'accept') delete schema(document, 'EventKind')['enum'];
  if (points['webhooks.create.no-events'] === 'accept') delete events['minItems'];
  if (points['webhooks.create.url-schemes'] === 'https-only') object(fields['url'])['pattern'] = '^https://';
  if (points['webhooks.delete.response'] === 'empty') {
    const responses = at(document, 'paths', '/webhooks/{webhook_id}', 'delete', 'responses');
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
      delete at(document, 'components', 'schemas')[unused];
  } else renamePayload(document, 'TaxauthEventPayload', incomeKey);
  if (points['webhooks.encryption.content-type'] === 'text/plain') return;
  for (const path of Object.values(at(document, 'webhooks'))) {
    const content = at(object(path), 'post', 'requestBody', 'content');
    const plain = object(content['application/json']);
    plain['schema'] = { anyOf: [plain['schema'] as Json, { $ref: '#/components/schemas/SealedBody' }] };
    delete content['text/plain'];
  }
};

function renamePayload(document: JsonObject, name: string, key: string): void {
  const payload = schema(document, name);
  payload['properties'] = { [key]: Object.values(object(payload['properties']))[0] as Json };
  payload['required'] = [key];
}

export const renderings: readonly Rendering[] = [
  securities,
  requiredFields,
  unknownFields,
  listParameters,
  users,
  configuration,
  members,
  payroll,
  webhookList,
  webhookRequests,
  deliveries,
  addedRefusals,
];
