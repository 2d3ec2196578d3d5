import { pathToFileURL } from 'node:url';
import { givenAddress } from '../../../spec/given-address.ts';
import { bodyText } from '../../../spec/read-body.ts';
import { eventually } from '../../receiver/eventually.ts';
import { TargetUnusable } from '../../target/call-errors.ts';

/** How many deliveries about a user the integrator's own code has processed. */
export type CountHandled = (userId: string) => number | Promise<number>;

export type Handled = ReturnType<typeof handledBy>;

export function handledBy(ask: CountHandled, patienceMs: number) {
  const handled = {
    /** How often the integrator's count was asked for. */
    asked: 0,
    async count(userId: string): Promise<number> {
      handled.asked++;
      const count = await ask(userId);
      if (Number.isSafeInteger(count) && count >= 0) return count;
      throw new TargetUnusable(`The probe of what was handled gave ${JSON.stringify(count)} and no count.`);
    },
    /** Whether so many are processed within the time that is granted: work may go on after the answer. */
    async reaches(userId: string, wanted: number): Promise<boolean> {
      const isReached = (count: number) => count >= wanted;
      return isReached(await eventually(() => handled.count(userId), isReached, patienceMs));
    },
  };
  return handled;
}

/** Makes the integrator's own code fail once, on the next delivery about a user. */
export type FailOnce = (userId: string) => unknown;

/** What --handled names: an address that answers `GET ?user_id=...` with `{"handled": 1}` or a number, or a module, as with --failing. */
export async function probeFrom(where: string): Promise<CountHandled> {
  if (!isAddress(where)) return (await exported(where, 'tell how many were handled')) as CountHandled;
  return async (userId) => {
    const text = await answerAt(where, userId, 'GET');
    try {
      const body = JSON.parse(text) as number | { handled?: number };
      return typeof body === 'number' ? body : Number(body.handled);
    } catch {
      throw new TargetUnusable(`The probe at ${givenAddress(where).url} gave no JSON.`);
    }
  };
}

/** What --failing names: an address that takes `POST ?user_id=...`, or a module whose default export is such a function. */
export async function failingFrom(where: string): Promise<FailOnce> {
  if (!isAddress(where)) return (await exported(where, 'have the next delivery fail')) as FailOnce;
  return (userId) => answerAt(where, userId, 'POST');
}

const probeMs = 10_000;

const isAddress = (where: string): boolean => /^https?:/.test(where);

async function exported(where: string, purpose: string): Promise<unknown> {
  const module = (await import(pathToFileURL(where).href)) as { default?: unknown };
  if (typeof module.default === 'function') return module.default;
  throw new TargetUnusable(`${where} exports no function as default, which would ${purpose}.`);
}

async function answerAt(where: string, userId: string, method: 'GET' | 'POST'): Promise<string> {
  const { url, headers } = givenAddress(where);
  const address = new URL(url);
  address.searchParams.set('user_id', userId);
  const failed = (error: Error): never => {
    throw new TargetUnusable(`The probe at ${givenAddress(where).url} does not answer: ${error.message}.`);
  };
  const signal = AbortSignal.timeout(probeMs);
  const response = await fetch(address, { method, headers, signal }).catch(failed);
  const text = await bodyText(response, { most: 1024 * 1024, withinMs: probeMs }).catch(failed);
  if (!response.ok)
    throw new TargetUnusable(`The probe at ${givenAddress(where).url} answered ${response.status}.`);
  return text;
}
