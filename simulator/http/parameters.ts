import type { Contract, Operation, Parameter } from '../../spec/contract.ts';
import type { Points } from '../../spec/profile.ts';
import { type Part, problemsOf } from './problems.ts';

export type ReadParameters = { values: Record<string, unknown>; problems: string[] };

/** Reads an operation's query parameters from text, with defaults; each problem names its parameter. */
export function readQuery(
  contract: Contract,
  operation: Operation,
  text: string,
  points: Points,
): ReadParameters {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  if (text === '') return { values, problems };
  const given = new URLSearchParams(text);
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'query') continue;
    const raw = given.getAll(parameter.name);
    if (raw.length > 1) problems.push(`Query parameter [${parameter.name}] is given more than once`);
    else if (raw.length === 1) readOne(contract, parameter, raw[0] as string, points, values, problems);
  }
  return { values, problems };
}

function readOne(
  contract: Contract,
  parameter: Parameter,
  raw: string,
  points: Points,
  values: Record<string, unknown>,
  problems: string[],
): void {
  const value = parameter.schema['type'] === 'integer' ? integer(raw) : raw;
  const found = problemsAt(contract, parameter, value, 'Query parameter');
  const clamps =
    points['lists.out-of-range'] === 'clamp' && (parameter.name === 'offset' || parameter.name === 'limit');
  if (found.length === 0) values[parameter.name] = value;
  else if (!clamps) problems.push(...found);
  else if (typeof value === 'number') values[parameter.name] = clamped(value, parameter);
}

/** Problems of one parameter's value; none when it keeps to the contract. */
export function problemsAt(contract: Contract, parameter: Parameter, value: unknown, part: Part): string[] {
  const validate = contract.validators.at(parameter.pointer);
  return validate(value) ? [] : problemsOf(validate.errors ?? [], part, parameter.name).slice(0, 1);
}

function integer(text: string): number | string {
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
}

function clamped(value: number, { schema }: Parameter): number {
  const minimum = (schema['minimum'] as number | undefined) ?? Number.NEGATIVE_INFINITY;
  const maximum = (schema['maximum'] as number | undefined) ?? Number.POSITIVE_INFINITY;
  return Math.min(Math.max(value, minimum), maximum);
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the shape of a UUID, whichever version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
