import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';

const load = createRequire(import.meta.url);

/** Ajv takes 50 ms to load, so it waits for the first thing that is to be validated. */
export const loadAjv = (): typeof Ajv2020 => load('ajv/dist/2020.js').Ajv2020;

export const loadFormats = (): ((ajv: Ajv2020) => void) => load('ajv-formats');
