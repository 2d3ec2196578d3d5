import { type Contract, type Operation, operationOf } from '../contract.ts';
import { isObject, type Json } from '../json.ts';
import { dereferenced, infoOf, jsonMedia } from '../openapi-document.ts';
import { rename } from '../render.ts';
import { type Contracts, nodeOf, statusOf } from './arazzo.ts';
import { type Journey, journeys, plainPdf, replaceExpressions, type Step } from './journeys.ts';

/** What a collection is filled with, so that its requests work as they are. */
export type BrunoSamples = {
  baseUrl: string;
  apiKey: string;
  people: readonly { key: string; userId: string }[];
};

/** A Bruno collection, by file name: every operation once, and the journeys as folders that run from top to bottom. */
export function brunoCollection(contracts: Contracts, samples: BrunoSamples): Map<string, string> {
  const files = new Map<string, string>();
  const { title } = infoOf(contracts.service.document);
  files.set('bruno.json', `${JSON.stringify({ version: '1', name: title, type: 'collection' }, null, 2)}\n`);
  files.set('environments/sandbox.bru', block('vars', environment(samples)));
  const folders = { operations: contracts.service, arrangement: contracts.arrangement };
  for (const [folder, contract] of Object.entries(folders))
    for (const [index, operation] of [...contract.operations.values()].entries())
      files.set(`${folder}/${operation.id}.bru`, operationFile(operation, contract, index + 1));
  for (const journey of journeys) {
    for (const [index, step] of journey.steps.entries()) {
      const name = `journeys/${journey.id}/${String(index + 1).padStart(2, '0')}-${step.id}.bru`;
      files.set(name, stepFile(step, journey, index + 1, contracts));
    }
  }
  return files;
}

const environment = ({ baseUrl, apiKey, people }: BrunoSamples): Record<string, string> => ({
  base_url: baseUrl,
  api_key: apiKey,
  user_id: people[0]?.userId ?? '',
  ...Object.fromEntries(people.map(({ key, userId }) => [key, userId])),
  subscription: 'bruno',
  receiver: 'http://127.0.0.1:9000/',
  colleague: 'colleague@example.test',
});

function operationFile(operation: Operation, contract: Contract, seq: number): string {
  const { summary: name, method, path, security } = operation;
  const own: Record<string, string> = security.length > 0 ? { Authorization: 'Bearer {{token}}' } : {};
  return request({
    ...{ name, seq, method },
    url: `{{base_url}}${path.replace(/\{(\w+)\}/g, '{{$1}}')}`,
    headers: security.includes('apiKey') ? keyHeader : own,
    body: operation.body && (exampleOf(operation, contract) ?? {}),
  });
}

const keyHeader = { 'X-API-KEY': '{{api_key}}' };

function exampleOf(operation: Operation, contract: Contract): Json | undefined {
  const body = nodeOf(operation, contract)['requestBody'];
  return isObject(body) ? jsonMedia(dereferenced(contract.document, body))?.['example'] : undefined;
}

/** Runtime expressions become variables, which the step that has the value sets. */
const variable = (expression: string): string =>
  `{{${expression.replace(/^\$(inputs\.|steps\.[\w-]+\.outputs\.)/, '')}}}`;

function stepFile(step: Step, journey: Journey, seq: number, { service, arrangement, profile }: Contracts) {
  const sets = Object.entries(step.keeps ?? {}).map(
    ([name, pointer]) => `bru.setVar(${JSON.stringify(name)}, ${at('res.body', pointer)});`,
  );
  const head = { name: `${seq}. ${step.id}`, seq, docs: `${journey.title}. ${step.does}` };
  if ('put' in step) {
    return request({
      ...head,
      method: 'put',
      url: variable(step.put),
      headers: { 'Content-Type': 'application/pdf' },
      text: plainPdf(step.lines),
      status: 200,
    });
  }
  const operation = operationOf(
    service.operations.has(step.operation) ? service : arrangement,
    step.operation,
  );
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    variable(step.path?.[name] ?? `$inputs.${name}`),
  );
  return request({
    ...head,
    method: operation.method,
    url: `{{base_url}}${path}`,
    headers: step.token ? { Authorization: `Bearer ${variable(step.token)}` } : keyHeader,
    body: step.body && replaceExpressions(rename(step.body, profile.naming), variable),
    after: sets,
    status: statusOf(step, operation, profile),
  });
}

const at = (root: string, pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce((path, part) => `${path}${/^\d+$/.test(part) ? `[${part}]` : `.${part}`}`, root);

type Request = {
  name: string;
  seq: number;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Json;
  text?: string;
  after?: readonly string[];
  /** Of the answer, which a test of the request expects. */
  status?: number;
  docs?: string;
};

function request({ name, seq, method, url, headers, body, text, after, status, docs }: Request): string {
  const kind = text !== undefined ? 'text' : body !== undefined ? 'json' : 'none';
  const blocks = [
    block('meta', { name, type: 'http', seq: String(seq) }),
    block(method, { url, body: kind, auth: 'none' }),
  ];
  if (Object.keys(headers).length > 0) blocks.push(block('headers', headers));
  if (kind === 'json') blocks.push(lines('body:json', JSON.stringify(body, null, 2)));
  if (text !== undefined) blocks.push(lines('body:text', text));
  if (after?.length) blocks.push(lines('script:post-response', after.join('\n')));
  if (status !== undefined) {
    const test = `expect(res.getStatus()).to.equal(${status});`;
    blocks.push(lines('tests', `test("answers ${status}", () => { ${test} });`));
  }
  if (docs) blocks.push(lines('docs', docs));
  return blocks.join('\n');
}

const block = (name: string, entries: Record<string, string>): string =>
  `${name} {\n${Object.entries(entries)
    .map(([key, value]) => `  ${key}: ${value}`)
    .join('\n')}\n}\n`;

const lines = (name: string, text: string): string => `${name} {\n${text.replace(/^/gm, '  ')}\n}\n`;
