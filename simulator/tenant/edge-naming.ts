import type { Profile } from '../../spec/profile.ts';
import type { EventKind } from '../../spec/types.ts';

const canonical = 'taxauth';

/** Names at the edge of the sandbox: outside as the profile says, inside always the same. */
export class EdgeNaming {
  readonly authorisationHeader: string;
  readonly #authority: string;

  constructor({ vendor, authority }: Profile['naming']) {
    this.authorisationHeader = `x-${vendor}-authorisation-id`;
    this.#authority = authority;
  }

  /** A body as it came in, with our own field names. */
  toCanonical<T>(body: T): T {
    return renamed(body, this.#authority, canonical);
  }

  /** A body as it goes out, with the profile's field names. */
  toProfile<T>(body: T): T {
    return renamed(body, canonical, this.#authority);
  }

  eventInward(event: string): EventKind {
    return event.replace(`-${this.#authority}-`, `-${canonical}-`) as EventKind;
  }

  eventOutward(event: string): EventKind {
    return event.replace(`-${canonical}-`, `-${this.#authority}-`) as EventKind;
  }
}

function renamed<T>(body: T, from: string, to: string): T {
  return from === to ? body : (renameKeys(body, `${from}_enabled`, `${to}_enabled`) as T);
}

function renameKeys(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, from, to));
  if (
    typeof value !== 'object' ||
    value === null ||
    value instanceof Uint8Array ||
    Symbol.asyncIterator in value
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key === from ? to : key, renameKeys(child, from, to)]),
  );
}
