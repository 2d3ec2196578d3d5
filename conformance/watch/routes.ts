import type { Contract } from '../../spec/contract.ts';
import type { OperationId } from '../../spec/operations.ts';

export type Routed = { readonly operation: OperationId; readonly path: Readonly<Record<string, string>> };

export class Routes {
  /** By method and first part of the path: trying all patterns took a twentieth of the time of judging. */
  readonly #patterns = new Map<string, { operation: OperationId; pattern: RegExp }[]>();

  constructor({ operations }: Contract<OperationId>) {
    for (const { id: operation, method, path } of operations.values()) {
      const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/?]+)')}/?(?:\\?|$)`);
      const key = keyOf(method.toUpperCase(), path);
      this.#patterns.set(key, [...(this.#patterns.get(key) ?? []), { operation, pattern }]);
    }
  }

  find(method: string, url: string): Routed | undefined {
    for (const { operation, pattern } of this.#patterns.get(keyOf(method, url)) ?? []) {
      const found = pattern.exec(url);
      if (!found) continue;
      const path = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)]);
      return { operation, path: Object.fromEntries(path) };
    }
    return undefined;
  }
}

const keyOf = (method: string, url: string): string => `${method} ${url.split(/[/?]/, 2)[1]}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
