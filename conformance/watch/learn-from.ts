import type { PointId } from '../../spec/profile.ts';
import { areaOf, itemsOf, type PagedArea, pagedLists, paginationOf } from '../predicates/pages.ts';
import { userFields } from '../predicates/settings.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
import { isInvalid, isRefusal, isSuccess, type Seen, type SeenDelivery } from './passed.ts';
import type { Picture } from './picture.ts';

type Learn = (point: PointId, value: unknown) => void;

/** The order of some instants; undefined when there are too few, or they are in no order. */
function orderOf(times: readonly number[]): 'oldest-first' | 'newest-first' | undefined {
  if (new Set(times).size < 3 || times.some(Number.isNaN)) return undefined;
  if (times.every((at, index) => index === 0 || at >= times[index - 1]!)) return 'oldest-first';
  return times.every((at, index) => index === 0 || at <= times[index - 1]!) ? 'newest-first' : undefined;
}

const accepts = (seen: Seen): 'accept' | 'reject' | undefined =>
  isSuccess(seen) ? 'accept' : isInvalid(seen) ? 'reject' : undefined;

/** The body fields that an operation may require. */
const required = {
  queryPayrollConnection: ['account_id'],
  createDirectConnection: ['user_id'],
  submitMfa: ['mfa'],
  inviteMember: ['email', 'role'],
  createWebhook: ['name', 'events', 'url', 'config'],
  presignBankStatements: ['file_name', 'external_id'],
} as const;

function learnRequired(seen: Seen, operation: keyof typeof required, tell: Learn): void {
  const sent = fieldsOf(seen.sent);
  const [file] = objectsIn(sent['files']);
  const given = operation === 'presignBankStatements' ? file : sent;
  const fields: readonly string[] = required[operation];
  const lacking = fields.filter((field) => given && given[field] === undefined);
  const named = seen.status === 400 ? lacking.filter((field) => seen.text.includes(field)) : [];
  // A 404 says that the service looked for what was not named.
  const isTaken = isSuccess(seen) || (seen.status === 404 && fields.length === 1);
  if (lacking.length === 0 || (named.length === 0 && !isTaken)) return;
  const isOptional = (field: string): boolean => field === 'config' || field === 'external_id';
  const wanted = fields.filter((field) =>
    isTaken ? !lacking.includes(field) : named.includes(field) || !isOptional(field),
  );
  tell(`requests.required.${operation}`, wanted);
}

/** What a single exchange tells of the open points; it judges nothing. */
export function learnFrom(seen: Seen, picture: Picture, learn: Learn): void {
  const { operation, status } = seen;
  const sent = fieldsOf(seen.sent);
  const body = fieldsOf(seen.body);
  const tell = (point: PointId, value: unknown): void => {
    if (value !== undefined) learn(point, value);
  };
  const area = areaOf(operation);
  if (area !== undefined) learnFromList(area, seen, picture, tell);
  if (
    seen.sent === undefined &&
    /^\s*[[{]/.test(String(seen.request.body ?? '')) &&
    isRefusal(seen) &&
    status !== 401
  )
    tell('requests.malformed-json-status', status);
  if (operation in required) learnRequired(seen, operation as keyof typeof required, tell);
  switch (operation) {
    case 'updateUser':
      if (isSuccess(seen))
        for (const field of userFields)
          if (sent[field] === null) tell('users.unset-form', field in body ? 'null' : 'absent');
      if (JSON.stringify(seen.sent) === '{}' && (status === 200 || status === 400))
        tell('users.patch.empty-body', status);
      if (
        Array.isArray(sent['post_codes']) &&
        sent['post_codes'].length === 0 &&
        Object.keys(sent).length === 1
      )
        tell('users.post-codes.empty', accepts(seen));
      if (/^\d{4}-\d\d-\d\d$/.test(String(sent['date_of_birth'])) && Object.keys(sent).length === 1)
        tell('users.date-only-timestamps', accepts(seen));
      break;
    case 'signInMember':
      if (
        isRefusal(seen) &&
        status !== 429 &&
        typeof sent['username'] === 'string' &&
        typeof sent['password'] === 'string'
      )
        tell('members.sign-in.wrong-credentials-status', status);
      break;
    case 'submitMfa':
      // An account that has shown itself linked was not waiting for an answer.
      if (isRefusal(seen) && typeof sent['mfa'] === 'string' && status !== 404 && seen.bearer === undefined)
        if (
          picture.acceptedKeys.has(seen.apiKey ?? '') &&
          !picture.settled(`account ${seen.path['account_id']}`, seen)
        )
          tell('accounts.mfa.wrong-answer-status', status);
      break;
    case 'inviteMember':
      if (!isSuccess(seen)) break;
      tell('members.invite.initial-status', body['status']);
      tell('members.invite.initial-mfa-status', body['mfa_status']);
      break;
    case 'queryPayrollConnection':
      if (isRefusal(seen) && status !== 401 && picture.isGone(sent['account_id'], seen))
        tell('connections.unknown-account-status', status);
      if (isSuccess(seen)) learnFromQuery(seen, picture, tell);
      break;
    case 'createDirectConnection':
      if (isRefusal(seen) && status !== 401 && picture.isGone(sent['user_id'], seen))
        tell('direct-connections.unknown-user-status', status);
      if (!isSuccess(seen)) break;
      tell('direct-connections.success-status', status);
      tell('direct-connections.pagination-offset', paginationOf(seen)['offset']);
      break;
    case 'presignBankStatements':
      if (!isSuccess(seen)) break;
      for (const [at, file] of objectsIn(sent['files']).entries()) {
        const item = objectsIn(body['presigned_urls'])[at];
        if (item && file['external_id'] === undefined && item['file_name'] === file['file_name'])
          tell('presign.missing-external-id', 'external_id' in item ? 'null' : 'absent');
      }
      break;
    case 'getOnsExpenditure': {
      const written = /param (\d{4}-\d\d-\d\d)(T)?/.exec(seen.text);
      if (status === 404 && written) tell('expenditure.message-date', written[2] ? 'timestamp' : 'date');
      break;
    }
    case 'createWebhook':
      if (Array.isArray(sent['events']) && sent['events'].length === 0)
        tell('webhooks.create.no-events', accepts(seen));
      if (
        [400, 409, 422].includes(status) &&
        [...picture.subscriptions.values()].some(
          ({ name, apiKey }) => name === sent['name'] && apiKey === seen.apiKey,
        )
      )
        tell('webhooks.create.duplicate-name-status', status);
      break;
    case 'listWebhooks': {
      if (!isSuccess(seen)) break;
      const list = Array.isArray(seen.body) ? seen.body : body['webhooks'];
      if (Array.isArray(list))
        tell(
          'webhooks.list.shape',
          Array.isArray(seen.body) ? 'array' : 'pagination' in body ? 'paginated' : 'object',
        );
      for (const one of objectsIn(list)) tell('webhooks.list.config', 'config' in one ? 'shown' : 'hidden');
      break;
    }
    case 'deleteWebhook':
      if (picture.isGone(seen.path['webhook_id'], seen)) tell('webhooks.delete.unknown-status', status);
      else if (isSuccess(seen)) tell('webhooks.delete.response', 'message' in body ? 'message' : 'empty');
      break;
  }
}

function learnFromList(area: PagedArea, seen: Seen, picture: Picture, tell: Learn): void {
  const { lowestOffset, mostItems } = pagedLists[area];
  const { offset, limit } = seen.query;
  const isOutside =
    (limit !== undefined && /^-?\d+$/.test(limit) && (Number(limit) < 1 || Number(limit) > mostItems)) ||
    (offset !== undefined && /^-?\d+$/.test(offset) && Number(offset) < lowestOffset);
  if (isOutside && (isSuccess(seen) || isInvalid(seen)))
    tell('lists.out-of-range', isSuccess(seen) ? 'clamp' : 'reject');
  if (area !== 'users' && picture.isGone(seen.path['user_id'], seen)) {
    if (seen.status === 404) tell(`${area}.list.unknown-user`, 'not-found');
    if (isSuccess(seen) && itemsOf(area, seen).length === 0) tell(`${area}.list.unknown-user`, 'empty');
  }
  if (!isSuccess(seen)) return;
  const shown = paginationOf(seen);
  if (limit === undefined && Number.isInteger(shown['limit']))
    tell(`${area}.list.default-limit`, shown['limit']);
  if (offset === undefined && area !== 'bank-statements' && Number.isInteger(shown['offset']))
    tell(`${area}.list.default-offset`, shown['offset']);
  if (area === 'income') return;
  const order = orderOf(itemsOf(area, seen).map(({ created_at }) => Date.parse(String(created_at))));
  if (order) tell(`${area}.list.order`, order);
}

function learnFromQuery(seen: Seen, picture: Picture, tell: Learn): void {
  const { payroll_submissions, entry_id } = fieldsOf(seen.body);
  const found = objectsIn(payroll_submissions);
  if (found.length === 0)
    tell(
      'connections.empty-entry-id',
      entry_id === undefined ? 'absent' : entry_id === null ? 'null' : 'uuid',
    );
  if (found.some(({ id }) => picture.isGone(picture.submissions.get(`${id}`)?.entry, seen)))
    tell('connections.after-entry-deleted', 'found-again');
  const order = orderOf(
    found.map(({ income_information }) => Date.parse(String(fieldsOf(income_information)['pay_date']))),
  );
  if (order) tell('connections.order', order);
  if (seen.bearer !== undefined)
    tell('auth.user-token.format', /^[\w-]+\.[\w-]+\.[\w-]+$/.test(seen.bearer) ? 'jwt' : 'opaque');
}

/** What a delivery tells of the open points. */
export function learnFromDelivery({ body, seal, headers }: SeenDelivery, learn: Learn): void {
  if (seal.encryption === 'opens') {
    if (seal.vectorBytes !== undefined) learn('webhooks.encryption.iv-bytes', seal.vectorBytes);
    learn('webhooks.encryption.content-type', (headers['content-type'] ?? '').split(';')[0]);
  }
  const [key] = Object.entries(fieldsOf(body?.['payload'])).find(([, value]) => Array.isArray(value)) ?? [];
  if (body?.['event'] === 'user-taxauth-data-submitted') {
    learn('events.income.trigger', 'new-income-submission');
    if (key !== undefined) learn('events.income.payload-key', key);
  }
  if (body?.['event'] === 'user-bank-statement-submitted' && key !== undefined)
    learn('events.bank-statement.payload-key', key);
}
