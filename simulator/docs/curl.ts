import type { Operation } from '../../spec/contract.ts';
import type { SampleIds, Samples } from './samples.ts';
import type { SchemaView } from './schema-view.ts';

/** Bodies that nobody types, by operation: the file to send, as another request wrote it. */
const files: Readonly<Record<string, string>> = { loadSnapshot: 'snapshot.json' };

/** A request to paste into a shell; the example is the contract's, or a schema to make one from. */
export function curlFor(operation: Operation, samples: Samples, example: unknown): string {
  const ids = samples.idsFor(operation.id);
  const headers: string[] = [];
  let before = '';
  if (operation.security.includes('apiKey')) headers.push(...keyHeaders(operation, samples));
  else if (operation.security.includes('userBearer')) {
    before = `${tokenLines(samples, ids)}\n`;
    headers.push('"Authorization: Bearer $TOKEN"');
  }
  const file = files[operation.id];
  const body = file === undefined ? bodyFor(example, ids) : '';
  if (body !== undefined) headers.push("'Content-Type: application/json'");
  const path = pathFor(operation, ids);
  const method = operation.method === 'get' ? '' : ` -X ${operation.method.toUpperCase()}`;
  const call = [`curl${method}`, `'${samples.url}${path}'`];
  const first = call.join(' ').length > 60 ? call : [call.join(' ')];
  const lines = [...first, ...headers.map((header) => `-H ${header}`)];
  if (file !== undefined) lines.push(`--data-binary @${file}`);
  else if (body !== undefined) lines.push(`-d '${body.replaceAll("'", String.raw`'\''`)}'`);
  return before + lines.join(' \\\n  ');
}

const pathFor = ({ path }: Operation, ids: SampleIds): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `<${name}>`);

/** A request that the page itself can make with its reader's key. */
export type Trial = { method: string; path: string; body: string | undefined };

/** The same request for the page to make; undefined where it takes a token, a file or an id that nobody has yet. */
export function trialOf(operation: Operation, samples: Samples, example: unknown): Trial | undefined {
  const ids = samples.idsFor(operation.id);
  const path = pathFor(operation, ids);
  const isOpen = operation.security.length === 0 || operation.security.includes('apiKey');
  if (!isOpen || files[operation.id] !== undefined || path.includes('<')) return undefined;
  return { method: operation.method.toUpperCase(), path, body: bodyFor(example, ids) };
}

function keyHeaders({ path }: Operation, { apiKey, needsSandboxKey }: Samples): string[] {
  const key = apiKey === undefined ? '"X-API-KEY: $API_KEY"' : `'X-API-KEY: ${apiKey}'`;
  return path.startsWith('/_sandbox') && needsSandboxKey ? [key, '"X-Sandbox-Key: $SANDBOX_KEY"'] : [key];
}

function tokenLines(samples: Samples, ids: SampleIds): string {
  const headers = keyHeaders({ path: '/_sandbox' } as Operation, samples).map((header) => `-H ${header}`);
  const request = [`curl -s -X POST '${samples.url}/_sandbox/users/${ids['user_id']}/tokens'`, ...headers];
  return String.raw`TOKEN=$(${request.join(' \\\n  ')} \
  | sed 's/.*"token":"\([^"]*\)".*/\1/')`;
}

function bodyFor(example: unknown, ids: SampleIds): string | undefined {
  if (example === undefined) return undefined;
  const { schema } = example as { schema?: SchemaView };
  if (!schema) return JSON.stringify(withIds(example, ids), null, 1).replaceAll(/\n\s*/g, ' ');
  const needed = schema.fields.filter(({ isRequired }) => isRequired);
  if (needed.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(needed.map((field) => [field.name, least(field)])));
}

/** As little as a field takes: what is left out of a partial resource is filled in. */
function least({ label, values }: SchemaView): unknown {
  if (label.startsWith('array')) return [{}];
  if (values.length > 0) return values[0];
  return label === 'boolean' ? true : label === 'integer' || label === 'number' ? 1 : 'text';
}

function withIds(value: unknown, ids: SampleIds): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      typeof child === 'string' ? (ids[key] ?? child) : withIds(child, ids),
    ]),
  );
}
