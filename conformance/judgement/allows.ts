import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenPoint } from '../../spec/profile.ts';

const load = createRequire(import.meta.url);
let ajv: Ajv2020 | undefined;

export function allows(point: OpenPoint, value: unknown): boolean {
  ajv ??= new (load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020({ strict: false });
  return ajv.validate(point.schema, value);
}
