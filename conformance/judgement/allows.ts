import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { OpenPoint } from '../../spec/profile.ts';

const load = createRequire(import.meta.url);
let ajv: Ajv | undefined;

export function allows(point: OpenPoint, value: unknown): boolean {
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = load('ajv/dist/2020.js');
  ajv ??= new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } });
  return ajv.validate(point.schema, value);
}
