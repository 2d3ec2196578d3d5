import { readFileSync } from 'node:fs';
import type { components } from './generated/profile.ts';

/** A place where the interface document is silent: the question, the values we allow, our default and why. */
export type OpenPoint = {
  id: keyof components['schemas']['Profile']['points'];
  question: string;
  source: 'not-shown' | 'silent';
  learnt: 'probe' | 'declared';
  schema: JsonSchema;
  default: unknown;
  reason: string;
};

export type JsonSchema = { [keyword: string]: unknown };

let loaded: readonly OpenPoint[] | undefined;

/** Every open point, in the order of the file. */
export function loadOpenPoints(): readonly OpenPoint[] {
  loaded ??= readOpenPoints();
  return loaded;
}

const readOpenPoints = (): readonly OpenPoint[] =>
  JSON.parse(readFileSync(new URL('./generated/open-points.json', import.meta.url), 'utf8'));
