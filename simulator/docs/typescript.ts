import type { Operation } from '../../spec/contract.ts';
import { type Example, trialOf } from './curl.ts';
import type { Samples } from './samples.ts';

/** An operation of the service called with the typed client; undefined where the request takes what a page cannot know. */
export function typescriptFor(operation: Operation, samples: Samples, example: Example): string | undefined {
  const trial = trialOf(operation, samples, example);
  if (!trial) return undefined;
  const ids = samples.idsFor(operation.id);
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const path = names.map((name) => `${name}: '${ids[name]}'`).join(', ');
  const input = [
    ...(names.length > 0 ? [`  params: { path: { ${path} } },`] : []),
    ...(trial.body === undefined ? [] : [`  body: ${literal(trial.body)},`]),
  ];
  const call = input.length === 0 ? '' : `, {\n${input.join('\n')}\n}`;
  const key = samples.apiKey === undefined ? 'process.env.API_KEY' : `'${samples.apiKey}'`;
  return `import { createPayrollClient, unwrap } from 'payrig/client';

const client = createPayrollClient({
  baseUrl: '${samples.url}',
  apiKey: ${key},
});
const answer = await unwrap(client.${trial.method}('${operation.path}'${call}));`;
}

/** JSON as a TypeScript literal. */
const literal = (body: string): string =>
  JSON.stringify(JSON.parse(body), null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ');
