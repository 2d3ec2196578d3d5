import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { bundle, createConfig } from '@redocly/openapi-core';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';
import { renderClauseIds } from '../spec/clause-ids.ts';
import { loadClauses } from '../spec/clauses.ts';
import type { OpenPoint } from '../spec/open-points.ts';
import { profileSchema } from '../spec/profile-schema.ts';
import { loadReceiverClauses } from '../spec/receiver-clauses.ts';

const spec = new URL('../spec/', import.meta.url);
const notice = '// Made by `npm run generate` from the files in spec/. Never edited by hand.\n';

async function bundled(file: string): Promise<OpenAPI3> {
  const { bundle: result, problems } = await bundle({
    ref: new URL(file, spec).pathname,
    config: await createConfig({}),
  });
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join('\n'));
  return result.parsed as OpenAPI3;
}

async function types(document: OpenAPI3): Promise<string> {
  return notice + astToString(await openapiTS(structuredClone(document)));
}

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The text of every generated file, by its name under spec/. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const service = await bundled('openapi.yaml');
  const arrangement = await bundled('sandbox.yaml');
  const points = parse(await readFile(new URL('open-points.yaml', spec), 'utf8'), {
    merge: true,
  }) as OpenPoint[];
  const schema = profileSchema(points);
  const profileDocument = {
    openapi: '3.1.0',
    info: { title: 'profile', version: '1' },
    components: { schemas: { Profile: withoutDefinitions(schema) } },
  };
  return new Map([
    ['generated/openapi.json', json(service)],
    ['generated/sandbox.json', json(arrangement)],
    ['generated/open-points.json', json(points)],
    ['generated/openapi.ts', await types(service)],
    ['generated/sandbox.ts', await types(arrangement)],
    ['generated/profile.ts', await types(profileDocument as unknown as OpenAPI3)],
    ['generated/clause-ids.ts', notice + renderClauseIds(loadClauses())],
    ['generated/receiver-clause-ids.ts', notice + renderClauseIds(loadReceiverClauses(), 'ReceiverClauseId')],
    ['profile.schema.json', `${JSON.stringify(schema, null, 2)}\n`],
  ]);
}

/** Completed profiles have every key; only the schema that people write against leaves them optional. */
function withoutDefinitions(schema: ReturnType<typeof profileSchema>): object {
  const { naming, points } = schema.properties;
  return {
    type: 'object',
    required: ['naming', 'points'],
    properties: {
      naming: { ...naming, required: Object.keys(naming.properties) },
      points: { ...points, required: Object.keys(points.properties) },
    },
  };
}

/** Names of generated files whose text on disk differs from what the spec gives. */
export async function driftedFiles(): Promise<string[]> {
  const drifted: string[] = [];
  for (const [name, text] of await generatedFiles()) {
    const onDisk = await readFile(new URL(name, spec), 'utf8').catch(() => undefined);
    if (onDisk !== text) drifted.push(`spec/${name}`);
  }
  return drifted;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  if (values.check) {
    const drifted = await driftedFiles();
    for (const name of drifted) console.error(`${name} is not what the spec gives: run npm run generate`);
    process.exitCode = drifted.length > 0 ? 1 : 0;
  } else {
    await mkdir(new URL('generated/', spec), { recursive: true });
    for (const [name, text] of await generatedFiles()) await writeFile(new URL(name, spec), text);
  }
}
