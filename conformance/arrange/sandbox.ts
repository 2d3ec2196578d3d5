import { shortened } from '../../spec/bounds.ts';
import { loadArrangementContract, operationOf } from '../../spec/contract.ts';
import { defined } from '../../spec/json.ts';
import { lazy } from '../../spec/lazy.ts';
import type { ArrangementId, RequestBody, SuccessBody } from '../../spec/operations.ts';
import { completeProfile, type PartialProfile, type Profile } from '../../spec/profile.ts';
import { type Arrangement, type PartialArrangement, Refused } from '../judgement/arrangement.ts';
import { ArrangementFailed, CannotArrange } from '../judgement/failure.ts';
import { UnreadableAnswer } from '../target/call-errors.ts';
import type { CallOptions } from '../target/caller.ts';
import { isSuccess } from '../target/exchange.ts';
import { type Fault, faultsOf } from '../target/faults.ts';
import { nameSwap } from '../target/naming.ts';
import { fieldsOf, readJson } from '../target/read-json.ts';
import type { Redactor } from '../target/redactor.ts';
import type { Transport } from '../target/transport.ts';

export type SandboxDoor = {
  baseUrl: string;
  apiKey?: string;
  headers?: Readonly<Record<string, string>>;
  transport: Transport;
  /** For putting things back when the run itself was stopped already. */
  cleaning?: Transport;
  redactor: Redactor;
  /** The deployment's words; its paths here are never renamed, its fields are. */
  naming?: Profile['naming'];
};

type CallInput<Id extends ArrangementId> = Pick<CallOptions<Id>, 'path' | 'query' | 'body'>;

/** The fields of an answer without which the suite cannot go on. */
const needed = 'token|now|effects|deliveries|id|(user|account|entry|authorisation)_id';
const isNeeded = new RegExp(`^(${needed})$`);
const missesNeeded = new RegExp(`'(${needed})'`);

/** Whether the answer is of no use to the suite because of a fault; clauses judge the rest of its shape. */
const isUseless = (id: ArrangementId, { place, container, text }: Fault): boolean => {
  if (id === 'getHealth')
    return place === 'environment' || (place === '' && !/'(status|now|profile)'/.test(text));
  if (id === 'takeSnapshot') return false;
  return container || (place === '' ? missesNeeded.test(text) : isNeeded.test(place));
};

const contract = lazy(loadArrangementContract);

/** One call of the arrangement API; throws Refused with the server's own words. */
async function arrangementCall<Id extends ArrangementId>(
  door: SandboxDoor,
  id: Id,
  { path, query = {}, body }: CallInput<Id> = {},
): Promise<SuccessBody<Id>> {
  const operation = operationOf(contract(), id);
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fieldsOf(path)[name];
    if (typeof value !== 'string' || value === '')
      throw new CannotArrange(`there is no ${name} to call ${id} of the arrangement with`);
    return encodeURIComponent(value.toWellFormed());
  });
  const swap = nameSwap(door.naming ?? { vendor: 'svc', authority: 'taxauth' });
  const search = new URLSearchParams(
    Object.entries(swap(query)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const headers: Record<string, string> = { Accept: 'application/json', ...door.headers };
  if (door.apiKey !== undefined) headers['X-API-KEY'] = door.apiKey;
  if (operation.body) headers['Content-Type'] = 'application/json';
  const what = `The arrangement ${id} (${operation.method.toUpperCase()} ${operation.path})`;
  const answer = await door.transport
    .send({
      method: operation.method.toUpperCase(),
      url: `${door.baseUrl.replace(/(?<!\/)\/+$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`,
      headers,
      body: operation.body ? JSON.stringify(swap(body ?? {})) : undefined,
    })
    .catch((error: unknown) => {
      throw error instanceof UnreadableAnswer ? new ArrangementFailed(`${what}: ${error.message}`) : error;
    });
  const parsed = swap(readJson(answer.text));
  if (isSuccess(answer)) {
    const fault = faultsOf(contract(), id, answer.status, parsed).find((one) => isUseless(id, one));
    if (!fault) return parsed as SuccessBody<Id>;
    const wrong = `${parsed === undefined ? 'not JSON' : `wrong (${fault.text})`}: ${shortened(answer.text)}`;
    // No refusal: what the suite asked for may have happened.
    throw new ArrangementFailed(`${what} gave ${answer.status}: its answer is ${wrong}`);
  }
  const { errors } = fieldsOf(parsed);
  throw new Refused(what, answer.status, Array.isArray(errors) ? errors : [answer.text.slice(0, 200)]);
}

export async function sandboxArrangement(door: SandboxDoor): Promise<PartialArrangement> {
  const health = await arrangementCall(door, 'getHealth');
  const { environment, profile } = fieldsOf(health);
  const declared = declaredBy(profile);
  const { points } = fieldsOf(profile);
  const unknown = Object.keys(fieldsOf(points)).filter((id) => !Object.hasOwn(declared.points ?? {}, id));
  const wrong = faultsOf(contract(), 'getHealth', 200, health).map(({ text }) => text);
  if (unknown.length > 0)
    wrong.push(`profile.points: no profile can have these values of ${unknown.join(', ')}`);
  const naming = { vendor: 'svc', authority: 'taxauth', ...door.naming, ...declared.naming };
  const functions = sandboxFunctions({ ...door, naming });
  return {
    name: 'sandbox',
    environment: environment as PartialArrangement['environment'],
    functions,
    declared,
    notes: wrong.map((text) => `A part of the answer to GET /_sandbox/health is ignored: ${text}.`),
  };
}

/** What a deployment says of itself, without what no profile can say. */
function declaredBy(said: unknown): PartialProfile {
  const { naming, points } = fieldsOf(said);
  const known = Object.entries(fieldsOf(points)).filter(([id, value]) =>
    isValid({ points: { [id]: value } }),
  );
  const declared: PartialProfile = { points: Object.fromEntries(known) };
  if (naming !== undefined && isValid({ naming })) declared.naming = fieldsOf(naming);
  return declared;
}

function isValid(partial: object): boolean {
  try {
    completeProfile(partial);
    return true;
  } catch {
    return false;
  }
}

export const tokenVariable = (user_id: string): string =>
  `$USER_TOKEN_${user_id
    .slice(0, 8)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '_')}`;

function sandboxFunctions(door: SandboxDoor): Partial<Arrangement> {
  const call = <Id extends ArrangementId>(id: Id, given: CallInput<Id> = {}): Promise<SuccessBody<Id>> =>
    arrangementCall(door, id, given);
  // A snapshot is loaded as it was taken: no word of it is renamed.
  const back = { ...door, transport: door.cleaning ?? door.transport, naming: undefined };
  return {
    createUser: (body = {}) => call('createUser', { body }),
    async tokenFor(user_id, { expiresInSeconds } = {}) {
      const body = expiresInSeconds === undefined ? {} : { expires_in: expiresInSeconds };
      const { token } = await call('issueUserToken', { path: { user_id }, body });
      door.redactor.add(token, tokenVariable(user_id));
      return token;
    },
    createTerm: (body = {}) => call('createTerm', { body }),
    setTermActive: (term_id, is_active) => call('updateTerm', { path: { term_id }, body: { is_active } }),
    accept: (user_id, term_id) =>
      call('acceptTerm', { path: { user_id }, body: term_id === undefined ? {} : { term_id } }),
    async revoke(user_id, authorisation_id) {
      await call('revokeAuthorisation', { path: { user_id, authorisation_id } });
    },
    linkAccount: (user_id, body = {}) => call('linkAccount', { path: { user_id }, body }),
    async setDirectPayroll(user_id, payroll) {
      const body = { payroll_submissions: [...payroll] };
      return (await call('setDirectPayroll', { path: { user_id }, body })).payroll_submissions;
    },
    createEntry: (user_id, payroll, account_id = null) =>
      call('createEntry', { path: { user_id }, body: { account_id, payroll_submissions: [...payroll] } }),
    createBankStatement: (user_id, body = {}) => call('createBankStatement', { path: { user_id }, body }),
    createIncome: (user_id, body = {}) => call('createIncomeSubmission', { path: { user_id }, body }),
    inspectUser: (user_id) => call('inspectUser', { path: { user_id } }),
    now: async () => Date.parse((await call('getClock')).now),
    async moveClock(body) {
      const { now, effects } = await call('moveClock', { body });
      return { now: Date.parse(now), effects };
    },
    async deliveries({ webhookId, event } = {}) {
      return (await call('listDeliveries', { query: defined({ webhook_id: webhookId, event }) })).deliveries;
    },
    async reset() {
      await arrangementCall(back, 'resetClient', { body: {} });
    },
    takeSnapshot: () => arrangementCall(back, 'takeSnapshot'),
    async loadSnapshot(snapshot) {
      await arrangementCall(back, 'loadSnapshot', { body: snapshot as RequestBody<'loadSnapshot'> });
    },
    redeliver: (delivery_id) => call('redeliver', { path: { delivery_id } }),
  };
}
