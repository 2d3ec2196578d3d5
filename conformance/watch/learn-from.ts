import type { OperationId } from '../../spec/operations.ts';
import { defaultProfile, type PointId } from '../../spec/profile.ts';
import { areaOf, itemsOf, type PagedArea, pagedLists, paginationOf } from '../predicates/pages.ts';
import { illTyped, isRequiredPoint, mayRequire, requiringObjects } from '../predicates/request-bodies.ts';
import { userFields } from '../predicates/settings.ts';
import { webhooksIn } from '../predicates/webhooks.ts';
import { isRefusal, isSuccess } from '../target/exchange.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn } from '../target/read-json.ts';
import { type Page, pageOf, showsAll } from './memory/lists.ts';
import { clientOf, isInvalid, lacksAuthorisation, type Seen, type SeenDelivery } from './memory/passed.ts';
import { type Picture, problemAt } from './memory/picture.ts';
import { isUnknown, says } from './memory/rule.ts';

/** `instead` is what was told before with less evidence. */
type Learn = (point: PointId, value: unknown, instead?: unknown) => void;

/** The order of some instants; undefined when there are too few. */
function orderOf(times: readonly number[]): 'oldest-first' | 'newest-first' | 'unspecified' | undefined {
  if (new Set(times).size < 3 || times.some(Number.isNaN)) return undefined;
  const steps = times.slice(1).map((at, index) => at - times[index]!);
  if (steps.every((step) => step >= 0)) return 'oldest-first';
  return steps.every((step) => step <= 0) ? 'newest-first' : 'unspecified';
}

/** The operations that need an authorisation, and those that may need one. */
const authorised = /^(queryPayrollConnection|createDirectConnection|submitMfa|presignBankStatements)$/;
const reads = /^(listBankStatements|getTaxauthIncome|getOnsExpenditure)$/;

const accepts = (seen: Seen): 'accept' | 'reject' | undefined =>
  isSuccess(seen) ? 'accept' : isInvalid(seen) ? 'reject' : undefined;

function learnRequired(seen: Seen, picture: Picture, tell: Learn): void {
  const { operation } = seen;
  const point = `requests.required.${operation}`;
  if (!isRequiredPoint(point)) return;
  const fields = mayRequire(point);
  const lacking = fields.filter((field) => requiringObjects(seen).some((one) => one[field] === undefined));
  const names = (field: string): boolean => seen.text.includes(field);
  // A refusal for another reason says that the service looked for what was not named, or at what the path names.
  const looked =
    [403, 404, 409, 422].includes(seen.status) || Object.values(seen.path).some((id) => names(id));
  const isTaken = isSuccess(seen) || (fields.length === 1 && looked && !names(fields[0]!));
  const told = lacking.filter((field) => isTaken || (seen.status === 400 && names(field)));
  if (told.length === 0) return;
  if (isTaken && !isSuccess(seen)) {
    if (operation === 'createDirectConnection') tell('direct-connections.unknown-user-status', seen.status);
    if (operation === 'queryPayrollConnection') tell('connections.unknown-account-status', seen.status);
  }
  const known = picture.trials.required.get(operation) ?? new Map<string, boolean>();
  const usual: readonly string[] = defaultProfile().points[point] ?? [];
  const isWanted = (field: string): boolean => known.get(field) ?? usual.includes(field);
  const before = known.size > 0 ? fields.filter(isWanted) : undefined;
  for (const field of told) known.set(field, !isTaken);
  picture.trials.required.set(operation, known);
  tell(point, fields.filter(isWanted), before);
}

/** Which reads of data that is held already ask for an authorisation. */
function learnReads({ operation }: Seen, { trials: { reads } }: Picture, tell: Learn): void {
  const before = reads.size > 0 ? [...reads].sort() : undefined;
  reads.add(operation);
  tell('authorisations.reads', [...reads].sort(), before);
}

/** Which operations take the token of a member who signed in. */
function learnMember({ operation, status }: Seen, { trials: { memberTakes } }: Picture, tell: Learn): void {
  // Some look for what is named before they look at the credentials.
  if (!isSuccess({ status }) && status !== 401) return;
  const keyed = defaultProfile().points['auth.member-token.operations'];
  /** Those that were not tried are taken to be as the others; some operation takes it. */
  const taken = () => {
    const tried = new Set(memberTakes.values());
    return keyed.filter((one) => memberTakes.get(one) ?? tried.size === 1);
  };
  const before = memberTakes.size > 0 ? taken() : undefined;
  memberTakes.set(operation, status !== 401);
  tell('auth.member-token.operations', taken(), before);
}

/** Where the status for a missing authorisation was seen. */
const missingStatuses: { readonly [Id in OperationId]?: PointId } = {
  submitMfa: 'accounts.mfa.unauthorised-status',
  createDirectConnection: 'direct-connections.unauthorised-status',
};

/** What a single exchange tells of the open points; it judges nothing. */
export function learnFrom(seen: Seen, picture: Picture, learn: Learn): void {
  const { operation, status } = seen;
  const sent = fieldsOf(seen.sent);
  const body = fieldsOf(seen.body);
  const tell: Learn = (point, value, instead) => {
    if (value !== undefined) learn(point, value, instead);
  };
  if (seen.apiKey === undefined && picture.credentials.memberTokens.has(seen.bearer ?? ''))
    learnMember(seen, picture, tell);
  const isRead = reads.test(operation);
  if (lacksAuthorisation(status, seen.text) && (isRead || authorised.test(operation))) {
    if (isRead) learnReads(seen, picture, tell);
    if (seen.authorisation === undefined)
      tell(missingStatuses[operation] ?? 'authorisations.missing-status', status);
    else if (seen.text.includes(seen.authorisation)) tell('authorisations.unusable-status', status);
    return;
  }
  const [problem, ...others] = isInvalid(seen) && operation.startsWith('update') ? illTyped(seen, true) : [];
  if (problem !== undefined && others.length === 0)
    picture.trials.problems.set(problemAt(seen, problem), true);
  const area = areaOf(operation);
  if (area !== undefined) learnFromList(area, seen, picture, tell);
  const isMalformed = seen.sent === undefined && /^\s*[[{]/.test(String(seen.request.body ?? ''));
  if (isMalformed && isRefusal(seen) && status !== 401) tell('requests.malformed-json-status', status);
  const ids = Object.values(seen.path);
  if (ids.some((id) => !isUuid(id)) && isRefusal(seen) && picture.credentials.keys.has(seen.apiKey ?? ''))
    tell('requests.invalid-path-id-status', status);
  learnRequired(seen, picture, tell);
  switch (operation) {
    case 'updateUser':
      if (isInvalid(seen) && [sent['forename'], sent['surname']].some((name) => typeof name === 'number'))
        tell('requests.invalid-value-status', status);
      if (isSuccess(seen))
        for (const field of userFields)
          if (sent[field] === null) tell('users.unset-form', Object.hasOwn(body, field) ? 'null' : 'absent');
      if (JSON.stringify(seen.sent) === '{}' && (status === 200 || status === 400))
        tell('users.patch.empty-body', status);
      if (JSON.stringify(seen.sent) === '{"post_codes":[]}') tell('users.post-codes.empty', accepts(seen));
      if (/^\d{4}-\d\d-\d\d$/.test(String(sent['date_of_birth'])) && Object.keys(sent).length === 1)
        tell('users.date-only-timestamps', accepts(seen));
      break;
    case 'updateConfiguration':
      if (JSON.stringify(Object.values(sent)) === '[null]')
        tell('configuration.patch.null', isSuccess(seen) ? 'unset' : accepts(seen));
      break;
    case 'signInMember':
      if (typeof sent['username'] !== 'string' || typeof sent['password'] !== 'string') break;
      if (isRefusal(seen) && status !== 429) tell('members.sign-in.wrong-credentials-status', status);
      break;
    case 'submitMfa': {
      const account = `${clientOf(seen)} ${seen.path['account_id']}`;
      const before = picture.trials.mfaAnswers.get(account);
      const isKnown = status !== 401 || picture.credentials.keys.has(seen.apiKey ?? '');
      if (!isKnown || status === 404 || (isRefusal(seen) && sent['mfa'] === undefined && says(seen, 'mfa')))
        break;
      picture.trials.mfaAnswers.set(account, { status, mfa: `${sent['mfa']}` });
      if (status === 423 || status === 429) tell('accounts.mfa.locked-status', status);
      if (before === undefined) break;
      if (isSuccess(before)) tell('accounts.mfa.not-pending-status', status);
      // An account takes no answer any more after some that were wrong; another answer that it takes shows that too.
      else if (isRefusal(seen) && before.status !== status) tell('accounts.mfa.locked-status', status);
      if (isRefusal(before) && (isSuccess(seen) ? before.mfa !== sent['mfa'] : before.status !== status))
        tell('accounts.mfa.wrong-answer-status', before.status);
      break;
    }
    case 'inviteMember':
      if (!isSuccess(seen)) break;
      tell('members.invite.initial-status', body['status']);
      tell('members.invite.initial-mfa-status', body['mfa_status']);
      break;
    case 'queryPayrollConnection':
      if (isRefusal(seen) && /connections.*(disabled|not enabled)/i.test(seen.text))
        tell('connections.disabled-status', status);
      else if (isRefusal(seen) && status !== 401) {
        if (picture.isGone(sent['account_id'], seen) || isUnknown.test(seen.text))
          tell('connections.unknown-account-status', status);
        else if (/\bMFA\b/.test(seen.text)) tell('connections.pending-account-status', status);
      }
      if (isSuccess(seen)) learnFromQuery(seen, picture, tell);
      break;
    case 'createDirectConnection':
      if (isRefusal(seen) && status !== 401 && picture.isGone(sent['user_id'], seen))
        tell('direct-connections.unknown-user-status', status);
      if (!isSuccess(seen)) break;
      tell('direct-connections.success-status', status);
      tell('direct-connections.pagination-offset', paginationOf(seen)['offset']);
      if (objectsIn(body['payroll_submissions']).some(({ id }) => picture.payroll.submissions.has(`${id}`)))
        tell('direct-connections.repeat', 'all');
      break;
    case 'presignBankStatements':
      if (!isSuccess(seen)) break;
      for (const [at, item] of objectsIn(body['presigned_urls']).entries()) {
        const { file_name, external_id } = objectsIn(sent['files'])[at] ?? {};
        if (external_id === undefined && item['file_name'] === file_name)
          tell('presign.missing-external-id', 'external_id' in item ? 'null' : 'absent');
      }
      break;
    case 'getOnsExpenditure': {
      const written = /param (\d{4}-\d\d-\d\d)(T)?/.exec(seen.text);
      if (status === 404 && written) tell('expenditure.message-date', written[2] ? 'timestamp' : 'date');
      break;
    }
    case 'createWebhook':
      if (JSON.stringify(sent['events']) === '[]') tell('webhooks.create.no-events', accepts(seen));
      if (![400, 409, 422].includes(status)) break;
      if (picture.subscriptions.of(seen).some(({ name }) => name === sent['name']))
        tell('webhooks.create.duplicate-name-status', status);
      break;
    case 'listWebhooks':
      if (!isSuccess(seen)) break;
      if (Array.isArray(seen.body)) tell('webhooks.list.shape', 'array');
      else if (Array.isArray(body['webhooks']))
        tell('webhooks.list.shape', 'pagination' in body ? 'paginated' : 'object');
      for (const one of webhooksIn(seen)) tell('webhooks.list.config', 'config' in one ? 'shown' : 'hidden');
      break;
    case 'deleteWebhook':
      if (picture.isGone(seen.path['webhook_id'], seen)) tell('webhooks.delete.unknown-status', status);
      else if (isSuccess(seen) && picture.subscriptions.isOwn(seen.path['webhook_id'], seen))
        tell('webhooks.delete.response', status === 204 ? 'empty' : 'message');
      break;
  }
}

/** What an offset counts, by the page's place in the whole list or its length; undefined where more than one meaning fits. */
function offsetMeaning(area: PagedArea, page: Page, whole: Page | undefined): string | undefined {
  const { offset, limit, ids, total } = page;
  const { lowestOffset, mostItems } = pagedLists[area];
  if (!(offset >= lowestOffset && limit >= 1 && limit <= mostItems)) return undefined;
  const pageMeaning = { skip: offset, page: (offset - lowestOffset) * limit };
  const meanings = { ...(lowestOffset === 1 && { 'first-item': offset - 1 }), ...pageMeaning };
  const known = whole?.total === total ? whole : undefined;
  const held = (before: number): unknown[] | number =>
    known?.ids.slice(before, before + limit) ?? Math.max(0, Math.min(limit, Number(total) - before));
  const found = JSON.stringify(known ? ids : ids.length);
  const fitting = Object.entries(meanings).filter(([, before]) => JSON.stringify(held(before)) === found);
  const [meaning] = fitting.length === 1 ? fitting[0]! : [];
  // A list from one whose offset skips has an item that no page shows: a replica of what was shown would show less.
  return meaning === 'skip' && lowestOffset === 1 ? undefined : meaning;
}

function learnFromList(area: PagedArea, seen: Seen, picture: Picture, tell: Learn): void {
  const { lowestOffset, mostItems } = pagedLists[area];
  const { offset, limit } = seen.query;
  const numberIn = (text = ''): number => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN);
  const isOutside = numberIn(limit) < 1 || numberIn(limit) > mostItems || numberIn(offset) < lowestOffset;
  if (isOutside && (isSuccess(seen) || isInvalid(seen)))
    tell(`${area}.list.out-of-range`, isSuccess(seen) ? 'clamp' : 'reject');
  const user = seen.path['user_id'];
  if (area !== 'users' && (picture.isGone(user, seen) || picture.records.isUnknown(user, seen))) {
    if (seen.status === 404) tell(`${area}.list.unknown-user`, 'not-found');
    if (isSuccess(seen) && itemsOf(area, seen).length === 0) tell(`${area}.list.unknown-user`, 'empty');
  }
  if (area === 'income') {
    const isOff = picture.records.settled(user, seen)?.['taxauth_enabled'] === false;
    if (isOff && seen.status === 404) tell('income.disabled', 404);
    if (isOff && isSuccess(seen)) tell('income.disabled', itemsOf(area, seen).length > 0 ? 'shown' : 'empty');
    // A sound request for a user who is there is refused where access is switched off.
    const isSound = !isOutside && isUuid(user) && picture.credentials.keys.has(seen.apiKey ?? '');
    if (isSound && (seen.status === 400 || seen.status === 403)) tell('income.disabled', seen.status);
  }
  if (!isSuccess(seen)) return;
  const shown = paginationOf(seen);
  if (limit === undefined && Number.isInteger(shown['limit']))
    tell(`${area}.list.default-limit`, shown['limit']);
  if (offset === undefined && area !== 'bank-statements' && Number.isInteger(shown['offset']))
    tell(`${area}.list.default-offset`, shown['offset']);
  const here = pageOf(area, seen);
  const isWhole = showsAll(area, seen);
  const whole = isWhole ? here : picture.lists.whole(area, seen);
  for (const page of isWhole ? picture.lists.latest(area, seen) : [here])
    tell(`${area}.list.offset-meaning`, offsetMeaning(area, page, whole));
  if (area === 'income') return;
  const times = itemsOf(area, seen).map(({ created_at }) => Date.parse(String(created_at)));
  tell(`${area}.list.order`, orderOf(times));
}

function learnFromQuery(seen: Seen, picture: Picture, tell: Learn): void {
  const { payroll_submissions, entry_id } = fieldsOf(seen.body);
  const found = objectsIn(payroll_submissions);
  const form = entry_id === undefined ? 'absent' : entry_id === null ? 'null' : 'uuid';
  if (found.length === 0) tell('connections.empty-entry-id', form);
  if (found.some(({ id }) => picture.isGone(picture.payroll.submissions.get(`${id}`)?.entry, seen)))
    tell('connections.after-entry-deleted', 'found-again');
  const paid = (one: JsonFields): number =>
    Date.parse(String(fieldsOf(one['income_information'])['pay_date']));
  tell('connections.order', orderOf(found.map(paid)));
  if (seen.bearer !== undefined)
    tell('auth.user-token.format', /^[\w-]+\.[\w-]+\.[\w-]+$/.test(seen.bearer) ? 'jwt' : 'opaque');
}

/** What a delivery tells of the open points. */
export function learnFromDelivery({ body, seal, requestHeaders }: SeenDelivery, learn: Learn): void {
  if (seal.encryption === 'opens') {
    if (seal.vectorBytes !== undefined) learn('webhooks.encryption.iv-bytes', seal.vectorBytes);
    learn('webhooks.encryption.content-type', (requestHeaders['content-type'] ?? '').split(';')[0]);
  }
  const [key] = Object.entries(fieldsOf(body?.['payload'])).find(([, value]) => Array.isArray(value)) ?? [];
  const isIncome = body?.['event'] === 'user-taxauth-data-submitted';
  if (isIncome) learn('events.income.trigger', 'new-income-submission');
  if (key === undefined) return;
  if (isIncome) learn('events.income.payload-key', key);
  if (body?.['event'] === 'user-bank-statement-submitted') learn('events.bank-statement.payload-key', key);
}
