import { randomUUID } from 'node:crypto';
import { BadUsage } from '../judgement/failure.ts';
import { NoAnswer, TargetUnusable, UnreadableAnswer } from '../target/call-errors.ts';
import type { Caller } from '../target/caller.ts';
import { isRefusal, type ServiceResponse } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';
import { signedIn } from './member-token.ts';
import type { RunClient } from './run-client.ts';

/** Throws one sentence when a run makes no sense: without this, mistyped options would fail clauses. */
export async function preflight(client: RunClient, keyOption = '--api-key'): Promise<void> {
  const { baseUrl, options } = client.target;
  if (!options.apiKey) throw new BadUsage(`No API key was given; give one with ${keyOption}.`);
  const caller = client.target.caller();
  try {
    await expectService(caller, baseUrl, keyOption);
    await expectState(caller, baseUrl);
    if (options.member) await expectMember(caller, options.member);
  } catch (error) {
    if (error instanceof UnreadableAnswer)
      throw new TargetUnusable(`${baseUrl} cannot be judged: ${error.message}.`);
    if (!(error instanceof NoAnswer)) throw error;
    throw new TargetUnusable(`${baseUrl} is too slow: ${error.message} (--timeout sets how long to wait).`);
  }
}

async function expectService(caller: Caller, baseUrl: string, keyOption: string): Promise<void> {
  const answers: ServiceResponse[] = [await caller.call('listProviders')];
  // One broken operation is a finding of the run and no reason not to run.
  if (answers[0]?.status !== 200) answers.push(await caller.call('getConfiguration'));
  if (answers.some(({ status, body }) => status === 200 && body !== undefined)) return;
  const problem = answers.map((answer) => problemOf(answer, baseUrl, keyOption)).find(Boolean);
  if (problem) throw new TargetUnusable(problem);
}

/** Asks for new random ids: mocks and servers that answer all requests alike keep no state, so all would fail. */
async function expectState(caller: Caller, baseUrl: string): Promise<void> {
  const term = await caller.call('getAuthorisationTerm', { path: { term_id: randomUUID() } });
  if (term.status !== 200) return;
  const estimate = await caller.call('getOnsExpenditure', { path: { user_id: randomUUID() } });
  if (estimate.status !== 200) return;
  const providers = await caller.call('listProviders');
  const users = await caller.call('listUsers');
  const texts = new Set([term, estimate, providers, users].map(({ text }) => text));
  throw new TargetUnusable(
    texts.size === 1
      ? `${baseUrl} answers the same to everything; it is not the service.`
      : `${baseUrl} answers 200 for a term and a user that do not exist: it seems to be a mock that answers with examples, and keeps no state that the suite could judge.`,
  );
}

async function expectMember(caller: Caller, member: { username: string; password: string }): Promise<void> {
  const { status, body } = await signedIn(caller, member);
  // A sign-in that breaks is a finding of the run; one that says no was given the wrong words.
  if (isRefusal({ status }))
    throw new TargetUnusable(`The member given with --member cannot sign in (${status}${saidBy(body)}).`);
}

function saidBy(body: unknown): string {
  const { errors } = fieldsOf(body);
  return Array.isArray(errors) && errors.length > 0 ? `: ${String(errors[0])}` : '';
}

function problemOf({ status, headers, text, body }: ServiceResponse, baseUrl: string, keyOption: string) {
  if (/html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text)) {
    const title = /<title>([^<]{1,80})/i.exec(text)?.[1]?.trim();
    return `${baseUrl} answers with a web page${title ? ` ("${title}")` : ''} and status ${status}, not with the service: a proxy or a sign-in page may stand before it.`;
  }
  const said = saidBy(body);
  if (status === 401 || status === 403)
    return `The key given with ${keyOption} is not accepted (${status}${said}).`;
  if (status >= 500) return `${baseUrl} answers ${status}${said}; it seems to be down.`;
  if (status === 404)
    return `${baseUrl} has neither /providers nor /configuration; is it the base URL of the service?`;
  if (status >= 300 && status < 400)
    return `${baseUrl} redirects to ${headers['location'] ?? 'another address'}; give that one as base URL.`;
  return `${baseUrl} answers ${status} where the service answers 200${said}.`;
}
