import { pathToFileURL } from 'node:url';
import { TargetUnusable } from '../failure.ts';

/** How many deliveries about a user the integrator's own code has processed. */
export type CountHandled = (userId: string) => number | Promise<number>;

const pollMs = 25;

/** Asks the integrator's probe. */
export class Handled {
  readonly #count: CountHandled;
  readonly #patienceMs: number;

  constructor(count: CountHandled, patienceMs: number) {
    this.#count = count;
    this.#patienceMs = patienceMs;
  }

  async count(userId: string): Promise<number> {
    const count = await this.#count(userId);
    if (Number.isSafeInteger(count) && count >= 0) return count;
    throw new TargetUnusable(`The probe of what was handled gave ${JSON.stringify(count)} and no count.`);
  }

  /** Whether so many are processed within the time that is granted: work may go on after the answer. */
  async reaches(userId: string, wanted: number): Promise<boolean> {
    const until = performance.now() + this.#patienceMs;
    while ((await this.count(userId)) < wanted) {
      if (performance.now() > until) return false;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return true;
  }
}

/**
 * The probe that --handled names: an address that answers `GET ?user_id=...` with `{"handled": 1}` or a bare number, or a
 * module whose default export is such a function.
 */
export async function probeFrom(where: string): Promise<CountHandled> {
  if (/^https?:/.test(where)) return (userId) => askedAt(where, userId);
  const module = (await import(pathToFileURL(where).href)) as { default?: unknown; handled?: unknown };
  const probe = module.default ?? module.handled;
  if (typeof probe === 'function') return probe as CountHandled;
  throw new TargetUnusable(
    `${where} exports no function as default, which would tell how many were handled.`,
  );
}

async function askedAt(where: string, userId: string): Promise<number> {
  const address = new URL(where);
  address.searchParams.set('user_id', userId);
  const response = await fetch(address).catch((error: Error) => {
    throw new TargetUnusable(`The probe at ${where} does not answer: ${error.message}.`);
  });
  const text = await response.text();
  if (!response.ok) throw new TargetUnusable(`The probe at ${where} answered ${response.status}.`);
  try {
    const body = JSON.parse(text) as number | { handled?: number };
    return typeof body === 'number' ? body : Number(body.handled);
  } catch {
    throw new TargetUnusable(`The probe at ${where} gave no JSON.`);
  }
}
