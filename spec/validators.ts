import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from './json.ts';

export type { ErrorObject, ValidateFunction };

/** Validators of one contract, each compiled from its place in the document when it is first asked for. */
export class Validators {
  readonly #document: JsonObject;
  readonly #finding: Record<'all' | 'first', { compiled: Map<string, ValidateFunction>; ajv?: Ajv2020 }> = {
    all: { compiled: new Map() },
    first: { compiled: new Map() },
  };

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** The validator of the schema at a JSON pointer; one that finds the first error alone stops there. */
  at(pointer: string, errors: 'all' | 'first' = 'all'): ValidateFunction {
    const finding = this.#finding[errors];
    let validate = finding.compiled.get(pointer);
    if (!validate) {
      finding.ajv ??= newAjv(this.#document, errors === 'all');
      validate = finding.ajv.compile({ $ref: `contract.json#${pointer}` });
      finding.compiled.set(pointer, validate);
    }
    return validate;
  }

  schema(name: string): ValidateFunction {
    return this.at(`/components/schemas/${name}`);
  }
}

const load = createRequire(import.meta.url);

/** Ajv takes longer to load than a sandbox may take to start, so it waits for the first request that needs it. */
function newAjv(document: JsonObject, allErrors: boolean): Ajv2020 {
  const { Ajv2020: Ajv }: typeof import('ajv/dist/2020.js') = load('ajv/dist/2020.js');
  const addFormats: (ajv: Ajv2020) => void = load('ajv-formats');
  const ajv = new Ajv({ allErrors, strict: false, verbose: true, validateSchema: false });
  addFormats(ajv);
  return ajv.addSchema(document, 'contract.json');
}
