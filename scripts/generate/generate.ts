import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, createConfig } from '@redocly/openapi-core';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';
import { standardParties } from '../../conformance/pact/library/pact-files.ts';
import { readScenario } from '../../generators/scenarios/read-scenario.ts';
import type { Scenario } from '../../generators/scenarios/scenario.ts';
import { DEFAULT_SEED } from '../../generators/world/world.ts';
import * as clauseFiles from '../../spec/parse-clauses.ts';
import { type OpenPoint, profileSchema } from '../../spec/profile.ts';
import { wordOfKind } from '../../spec/webhooks/events.ts';
import { withSection } from '../figures/with-section.ts';
import { renderLists } from './contract-lists.ts';
import { renderFormats } from './field-formats.ts';
import { makeVectors } from './make-vectors.ts';
import { typeSchema } from './type-schema.ts';

const root = new URL('../../', import.meta.url);
const spec = new URL('spec/', root);
const read = (name: string): Promise<string> => readFile(new URL(name, root), 'utf8');
const noticeOf = (folder: string) =>
  `// Made by \`npm run generate\` from the files in ${folder}. Never edited by hand.\n`;
const notice = noticeOf('spec/');
const scenarioNotice = noticeOf('generators/scenarios/');

/** YAML of the suite that programs read at their start as JSON: to parse it would take up to 0.3 s. */
const readAsJson = {
  'client-exam/cases/generated/cases.json': ['client-exam/cases/cases.yaml'],
  'exam/context/generated/values.json': ['exam/context/values.yaml'],
  'pact/make/generated/interactions.json': ['specimens/specimens.yaml', 'pact/make/interactions.yaml'],
  'specimens/generated/specimens.json': ['specimens/specimens.yaml'],
};

async function bundled(file: string): Promise<OpenAPI3> {
  const config = await createConfig({});
  const { bundle: result, problems } = await bundle({ ref: new URL(file, spec).pathname, config });
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join('\n'));
  return result.parsed as OpenAPI3;
}

async function types(document: OpenAPI3, head = notice): Promise<string> {
  // A caller may leave out a field that has a default.
  const options = { defaultNonNullable: head === notice };
  return head + astToString(await openapiTS(structuredClone(document), options));
}

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
/** A line each, so that clauses of several branches merge. */
const jsonLines = (list: readonly unknown[]): string =>
  `[\n${list.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;

async function generatedFiles(): Promise<Map<string, string>> {
  const service = await bundled('openapi.yaml');
  const arrangement = await bundled('sandbox.yaml');
  const points: OpenPoint[] = parse(await read('spec/open-points.yaml'), { merge: true });
  const clauses = clauseFiles.parseClauses(await read('spec/clauses.yaml'));
  const receiver = clauseFiles.parseReceiverClauses(await read('spec/receiver-clauses.yaml'));
  const client = clauseFiles.parseClientClauses(await read('spec/client-clauses.yaml'));
  const data = Object.entries(readAsJson).map(async ([name, sources]): Promise<[string, string]> => {
    const texts = await Promise.all(sources.map((source) => read(`conformance/${source}`)));
    return [`conformance/${name}`, json(parse(texts.join(''), { merge: true }))];
  });
  const schema = profileSchema(points);
  const scenarios = await builtIn();
  return new Map([
    ['spec/generated/openapi.json', json(service)],
    ['spec/generated/sandbox.json', json(arrangement)],
    ['spec/generated/open-points.json', json(points)],
    ['spec/generated/openapi.ts', await types(service)],
    ['spec/generated/sandbox.ts', await types(arrangement)],
    ['spec/generated/routes.ts', notice + renderRoutes(service, arrangement)],
    ['spec/generated/contract-lists.ts', notice + renderLists(service)],
    ['spec/generated/field-formats.ts', notice + renderFormats(service, arrangement)],
    ['spec/generated/profile.ts', await types(documentOf({ Profile: withoutDefinitions(schema) }))],
    ['spec/generated/clauses.json', jsonLines(clauses)],
    ['spec/generated/receiver-clauses.json', jsonLines(receiver)],
    ['spec/generated/client-clauses.json', jsonLines(client)],
    ...Object.entries({ '': clauses, Receiver: receiver, Client: client }).map(
      ([whose, list]): [string, string] => [
        `spec/generated/${whose && `${whose.toLowerCase()}-`}clause-ids.ts`,
        notice + clauseFiles.renderClauseIds(list, `${whose}ClauseId`),
      ],
    ),
    ...(await Promise.all(data)),
    ['simulator/client/generated/stored.schema.json', json(storedSchema(service))],
    // The same every time, so that a diff is a change of meaning.
    ['spec/vectors.json', `${JSON.stringify(makeVectors(receiver), null, 2)}\n`],
    ['spec/profile.schema.json', `${JSON.stringify(schema, null, 2)}\n`],
    ...(await Promise.all(schemas.map(schemaTypes))),
    ['generators/scenarios/generated/scenarios.ts', scenarioNotice + renderScenarios(scenarios)],
    ['generators/scenarios/generated/keys.ts', scenarioNotice + renderKeys(scenarios.map(({ key }) => key))],
    ['docs/watch.md', await watchPage(clauses)],
    ...(await commandLineFiles(Object.keys(service.webhooks ?? {}).map(wordOfKind))),
  ]);
}

async function watchPage(clauses: readonly { passive?: string }[]): Promise<string> {
  const { passive } = JSON.parse(await read('docs/figures/mutants.json'));
  const shown = clauses.filter((one) => one.passive !== undefined).length;
  const text = `Of the ${clauses.length} clauses, ${shown} can be judged from traffic. Of ${passive.mutants} broken sandboxes it notices ${passive.any} in the traffic of the checks\nthat catch all of them ([figures](figures/mutants.md)).`;
  const { sections } = JSON.parse(await read('docs/figures/bench.json'));
  const figures = sections.find(({ id }: { id: string }) => id === 'watch').figures;
  const figure = (id: string): string =>
    figures.find((one: { id: string }) => one.id === id).value.toFixed(2);
  const cost = `**What it costs.** A request takes ${figure('watch.latency')} ms longer, and ${figure('watch.throughput')} of the requests pass that pass a proxy which looks at nothing\n([figures](figures/README.md)).`;
  const marksOf = (name: string) =>
    [`<!-- ${name}: begin (written by npm run generate) -->`, `<!-- ${name}: end -->`] as const;
  const page = withSection(await read('docs/watch.md'), text, marksOf('watch'));
  return withSection(page, cost, marksOf('watch-cost'));
}

function storedSchema({ components }: OpenAPI3): object {
  const formats = Object.entries(components?.schemas ?? {}).flatMap(([name, schema]): [string, string][] =>
    'format' in schema && schema.format ? [[name, schema.format]] : [],
  );
  return typeSchema(new URL('stored-types.ts', import.meta.url), 'Stored', new Map(formats));
}

/** Method and path of every operation by its id, for callers that do without the whole contract. */
function renderRoutes(...documents: readonly OpenAPI3[]): string {
  const lines: string[] = [];
  for (const [path, item] of documents.flatMap(({ paths }) => Object.entries(paths ?? {}))) {
    if ('$ref' in item) continue;
    for (const method of ['get', 'put', 'post', 'patch', 'delete'] as const) {
      const operation = item[method];
      if (!operation || '$ref' in operation) continue;
      const takesBody = operation.requestBody !== undefined;
      lines.push(
        `  ${operation.operationId}: { method: '${method.toUpperCase()}', path: '${path}', takesBody: ${takesBody} },\n`,
      );
    }
  }
  return `export const routes = {\n${lines.join('')}} as const;\n`;
}

/** Completed profiles have every key; only the schema that people write against leaves them optional. */
function withoutDefinitions(schema: ReturnType<typeof profileSchema>): object {
  const whole = (of: { properties: object }) => ({ ...of, required: Object.keys(of.properties) });
  const { naming, points } = schema.properties;
  return { type: 'object', ...whole({ properties: { naming: whole(naming), points: whole(points) } }) };
}

const folder = new URL('../../generators/scenarios/', import.meta.url);

/** JSON Schemas that have types made for them: the file, the name of its type, and where the types are. */
const schemas = [
  ['generators/scenarios/scenario.schema.json', 'Scenario', 'generators/scenarios/generated/schema.ts'],
  ['conformance/report/report.schema.json', 'Report', 'conformance/judgement/generated/report.ts'],
  ['conformance/arrange/fixtures.schema.json', 'Fixtures', 'conformance/arrange/generated/fixtures.ts'],
  ['conformance/watch/files.schema.json', 'Files', 'conformance/watch/generated/files.ts'],
] as const;

async function schemaTypes([file, name, made]: (typeof schemas)[number]): Promise<[string, string]> {
  const text = await readFile(new URL(file, root), 'utf8');
  const { $defs, $schema: _, ...schema } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
  return [made, await types(documentOf({ ...$defs, [name]: schema }), noticeOf(`${dirname(file)}/`))];
}

const documentOf = (schemas: object): OpenAPI3 => ({
  openapi: '3.1.0',
  info: { title: 'schemas', version: '1' },
  components: { schemas: schemas as NonNullable<OpenAPI3['components']>['schemas'] },
});

async function builtIn(): Promise<Scenario[]> {
  const order = JSON.parse(await readFile(new URL('order.json', folder), 'utf8')) as string[];
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
  const lost = files.filter((name) => !order.includes(name.replace(/\.yaml$/, '')));
  if (lost.length > 0) throw new Error(`order.json does not name ${lost.join(', ')}: new people come last`);
  return Promise.all(
    order.map(async (key) => {
      const file = `generators/scenarios/${key}.yaml`;
      const scenario = readScenario(await readFile(new URL(`${key}.yaml`, folder), 'utf8'), file);
      if (scenario.key !== key) throw new Error(`${file} has another key: ${scenario.key}`);
      return scenario;
    }),
  );
}

/** A module with all of them: parsing so many files would slow every start. */
function renderScenarios(scenarios: readonly Scenario[]): string {
  const list = scenarios.map((scenario) => `  ${JSON.stringify(scenario)},`).join('\n');
  return `import type { components } from './schema.ts';\n\nexport const compiledScenarios: components['schemas']['Scenario'][] = [\n${list}\n];\n`;
}

function renderKeys(keys: readonly string[]): string {
  const camel = (key: string) => key.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [
    '/** The key of a built-in scenario. */',
    `export type ScenarioKey =\n${keys.map((key) => `  | '${key}'`).join('\n')};\n`,
    '/** The same keys by their names in code. */',
    'export const scenarioNames = {',
    ...keys.map((key) => `  ${camel(key)}: '${key}',`),
    '} as const satisfies Record<string, ScenarioKey>;\n',
  ].join('\n');
}

type OptionSource = { flags: string; about: string; parse?: string; choices?: string[]; default?: unknown };
type ListItem =
  | { group: string }
  | { use: string; [word: string]: string }
  | (OptionSource & { needs?: string; required?: true });
type Words = Readonly<Record<string, string>>;
type CommandDocument = { types: Words; shared: Record<string, ListItem[]> } & Record<
  string,
  Record<string, ListItem[]>
>;

function typeOfOption({ flags, parse, choices, default: value }: OptionSource, readTypes: Words): string {
  if (parse !== undefined) return readTypes[parse.split(' ')[0]!]!;
  if (choices) return choices.map((choice) => `'${choice}'`).join(' | ');
  if (flags.includes('...')) return 'string[]';
  if (flags.includes('<')) return 'string';
  if (flags.includes('[')) return 'string | true';
  return value === undefined ? 'true' : 'boolean';
}

function optionTypes(options: readonly OptionSource[], readTypes: Words): string {
  const types = new Map<string, string>();
  for (const option of options) {
    const [flag = ''] = option.flags.replace('--', '').split(' ');
    const name = flag.replace(/^no-/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const mark = option.default !== undefined || 'required' in option ? '' : '?';
    if (flag.startsWith('no-')) types.set(name, `${types.get(name)} | false`);
    else types.set(name, `${name}${mark}: ${typeOfOption(option, readTypes)}`);
  }
  return `{ ${[...types.values()].join('; ')} }`;
}

/** The commands of `payrig` with the options of each; the types of these also serve those who write command lines. */
async function commandLineFiles(eventWords: readonly string[]): Promise<[name: string, text: string][]> {
  const text = await readFile(new URL('scripts/commands.yaml', root), 'utf8');
  const { types: readTypes, shared, ...commands }: CommandDocument = parse(text);
  const known: Words = { events: eventWords.join(', '), seed: DEFAULT_SEED, ...standardParties };
  const filled = (given: unknown, words: Words) =>
    typeof given === 'string' ? given.replace(/\{(\w+)\}/g, (whole, word) => words[word] ?? whole) : given;
  const flat = (items: readonly ListItem[], words: Words, group?: string): OptionSource[] =>
    items.flatMap((item) => {
      if ('group' in item) {
        group = item.group;
        return [];
      }
      if ('use' in item) return flat(shared[item.use]!, { ...words, ...item });
      const { needs, about, default: value, ...rest } = item;
      if (needs !== undefined && words[needs] === undefined) return [];
      return [{ ...rest, about: String(filled(about, words)), default: filled(value, words), group }];
    });
  const all = Object.entries(commands).map(([name, command]) => {
    const help = String(command['help'] ?? '').trimEnd();
    const options = flat(command['options'] ?? [], known);
    return [name, { ...command, options, help }] as const;
  });
  const commandLine = `export type { CommandOptions } from '../../spec/generated/command-options.ts';

export type CommandOption = Record<'flags' | 'about', string> &
  Partial<Record<'group' | 'env' | 'parse', string>> & { choices?: string[]; default?: unknown; required?: true };
export type CommandSource = Partial<Record<'summary' | 'about', string>> & {
  arguments?: { name: string; about: string; parse?: string; choices?: string[]; default?: unknown }[];
  options: CommandOption[];
  help: string;
};

export const commandLine = {
${all.map(([name, command]) => `  '${name}': ${JSON.stringify(command)},\n`).join('')}} satisfies Record<string, CommandSource>;
`;
  const types = all.map(([name, { options }]) => `  '${name}': ${optionTypes(options, readTypes)};\n`);
  const optionsText = `/** The options of each command, as its action gets them. */
export type CommandOptions = {
${types.join('')}};
`;
  const head = noticeOf('scripts/');
  return [
    ['scripts/generated/command-line.ts', head + commandLine],
    ['spec/generated/command-options.ts', head + optionsText],
  ];
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
for (const [name, text] of await generatedFiles()) {
  const file = new URL(name, root);
  if (!values.check) {
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) {
    console.error(`${name} is not what its sources give: run npm run generate`);
    process.exitCode = 1;
  }
}
