import { readdir, readFile } from 'node:fs/promises';
import type { OpenAPI3 } from 'openapi-typescript';
import { readScenario } from '../generators/scenarios/read-scenario.ts';
import type { Scenario } from '../generators/scenarios/scenario.ts';

const folder = new URL('../generators/scenarios/', import.meta.url);

/** The schema of scenarios as a document from which types can be made. */
export async function scenarioDocument(): Promise<OpenAPI3> {
  const text = await readFile(new URL('scenario.schema.json', folder), 'utf8');
  const { $defs, $schema: _, ...scenario } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
  return {
    openapi: '3.1.0',
    info: { title: 'scenario', version: '1' },
    components: { schemas: { ...$defs, Scenario: scenario } },
  };
}

/** The scenarios that come with every world, in the order in which they lead it. */
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
export async function renderScenarios(): Promise<string> {
  const list = (await builtIn()).map((scenario) => `  ${JSON.stringify(scenario)},`).join('\n');
  return `import type { components } from './schema.ts';\n\nexport const compiledScenarios: components['schemas']['Scenario'][] = [\n${list}\n];\n`;
}

/** The keys as a type, and as names for code. */
export async function renderKeys(): Promise<string> {
  const keys = (await builtIn()).map(({ key }) => key);
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
