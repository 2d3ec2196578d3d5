import { NoAnswer, TargetUnusable } from '../failure.ts';
import type { Answer } from '../target/exchange.ts';
import type { RunSide } from './side.ts';

/** Throws one clear sentence when there is no point in running: down, slow, not the service, or a wrong key. */
export async function preflight(side: RunSide, keyOption = '--api-key'): Promise<void> {
  const { baseUrl, options } = side.target;
  if (!options.apiKey) throw new TargetUnusable(`No API key was given; give one with ${keyOption}.`);
  const caller = side.target.caller();
  const answers: Answer[] = [];
  try {
    answers.push(await caller.call('listProviders'));
    // One broken operation is a finding of the run and no reason not to run.
    if (answers[0]?.status !== 200) answers.push(await caller.call('getConfiguration'));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new TargetUnusable(`${baseUrl} is too slow: ${error.message} (--timeout sets how long to wait).`);
  }
  if (answers.some(({ status, body }) => status === 200 && body !== undefined)) return;
  const problem = answers.map((answer) => problemOf(answer, baseUrl, keyOption)).find(Boolean);
  if (problem) throw new TargetUnusable(problem);
}

function problemOf({ status, headers, text, body }: Answer, baseUrl: string, keyOption: string): string {
  if (/html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text)) {
    const title = /<title>([^<]{1,80})/i.exec(text)?.[1]?.trim();
    return `${baseUrl} answers with a web page${title ? ` ("${title}")` : ''} and status ${status}, not with the service: a proxy or a sign-in page may stand before it.`;
  }
  const { errors } = (body ?? {}) as { errors?: unknown[] };
  const said = Array.isArray(errors) && errors.length > 0 ? `: ${String(errors[0])}` : '';
  if (status === 401 || status === 403)
    return `The key given with ${keyOption} is not accepted (${status}${said}).`;
  if (status >= 500) return `${baseUrl} answers ${status}${said}; it seems to be down.`;
  if (status === 404)
    return `${baseUrl} has neither /providers nor /configuration; is it the base URL of the service?`;
  if (status >= 300 && status < 400)
    return `${baseUrl} redirects to ${headers['location'] ?? 'another address'}; give that one as base URL.`;
  return `${baseUrl} answers ${status} where the service answers 200${said}.`;
}
