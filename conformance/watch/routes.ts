import type { Contract } from '../../spec/contract.ts';
import type { OperationId } from '../../spec/operations.ts';

export type Routed = { readonly operation: OperationId; readonly path: Readonly<Record<string, string>> };

/** Finds the operation of a request by its method and path. */
export class Routes {
  readonly #patterns: readonly { operation: OperationId; method: string; pattern: RegExp }[];

  constructor({ operations }: Contract<OperationId>) {
    this.#patterns = [...operations.values()].map(({ id: operation, method, path }) => ({
      operation,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/?]+)')}/?(?:\\?|$)`),
    }));
  }

  find(method: string, url: string): Routed | undefined {
    for (const { operation, pattern, ...one } of this.#patterns) {
      const found = one.method === method ? pattern.exec(url) : null;
      if (!found) continue;
      const path = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)]);
      return { operation, path: Object.fromEntries(path) };
    }
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
