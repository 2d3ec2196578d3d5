import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from './render.ts';

export type { ErrorObject, ValidateFunction };

/** Validators of one contract, each compiled from its place in the document when it is first asked for. */
export class Validators {
  readonly #document: JsonObject;
  readonly #compiled = new Map<string, ValidateFunction>();
  #ajv: Ajv2020 | undefined;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** The validator of the schema at a JSON pointer. `coerce` reads numbers and booleans from text, as query strings need. */
  at(pointer: string, options: { coerce?: boolean } = {}): ValidateFunction {
    const key = `${options.coerce ? 'text' : 'json'}${pointer}`;
    let validate = this.#compiled.get(key);
    if (!validate) {
      const ajv = options.coerce ? this.#instance({ coerce: true }) : this.#instance({ coerce: false });
      validate = ajv.compile({ $ref: `contract.json#${pointer}` });
      this.#compiled.set(key, validate);
    }
    return validate;
  }

  /** The validator of a named component. */
  schema(name: string): ValidateFunction {
    return this.at(`/components/schemas/${name}`);
  }

  #coercing: Ajv2020 | undefined;

  #instance({ coerce }: { coerce: boolean }): Ajv2020 {
    const existing = coerce ? this.#coercing : this.#ajv;
    if (existing) return existing;
    const ajv = newAjv(coerce);
    ajv.addSchema(this.#document as object, 'contract.json');
    if (coerce) this.#coercing = ajv;
    else this.#ajv = ajv;
    return ajv;
  }
}

const load = createRequire(import.meta.url);

/** Ajv takes longer to load than a sandbox may take to start, so it waits for the first request that needs it. */
function newAjv(coerceTypes: boolean): Ajv2020 {
  const { Ajv2020: Ajv } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = load('ajv-formats') as unknown as (ajv: Ajv2020) => void;
  const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, coerceTypes, validateSchema: false });
  addFormats(ajv);
  return ajv;
}
