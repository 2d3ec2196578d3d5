import type { Contract } from '../../spec/contract.ts';
import type { OperationId } from '../../spec/operations.ts';

export type Routed = { readonly operation: OperationId; readonly path: Readonly<Record<string, string>> };

/** Finds the operation of a request by its method and path. */
export class Routes {
  readonly #routes = new Map<string, { id: OperationId; parts: readonly string[] }[]>();

  constructor({ operations }: Contract<OperationId>) {
    for (const { id, method, path } of operations.values()) {
      const parts = path.split('/').slice(1);
      const key = `${method.toUpperCase()} ${parts.length}`;
      this.#routes.set(key, [...(this.#routes.get(key) ?? []), { id, parts }]);
    }
  }

  find(method: string, url: string): Routed | undefined {
    const given = url
      .split('?', 1)[0]!
      .replace(/(?<=.)\/$/, '')
      .split('/')
      .slice(1);
    for (const { id, parts } of this.#routes.get(`${method} ${given.length}`) ?? []) {
      if (!parts.every((part, at) => part.startsWith('{') || part === given[at])) continue;
      const path: Record<string, string> = {};
      for (const [at, part] of parts.entries())
        if (part.startsWith('{')) path[part.slice(1, -1)] = decoded(given[at]!);
      return { operation: id, path };
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
