import type { ParsedUrlQuery } from 'node:querystring';
import type { Contract, Operation, Parameter } from '../../spec/contract.ts';
import type { Points } from '../../spec/profile.ts';
import { problemsOf } from './problems.ts';

type QueryReading = { values: Record<string, unknown>; problems: string[] };

/** An operation's query parameters with the types of the contract; each problem names its parameter. */
export function readQuery(
  contract: Contract,
  operation: Operation,
  given: ParsedUrlQuery,
  points: Points,
): QueryReading {
  const reading: QueryReading = { values: {}, problems: [] };
  for (const parameter of operation.parameters) {
    const text = parameter.in === 'query' ? given[parameter.name] : undefined;
    if (Array.isArray(text))
      reading.problems.push(`Query parameter [${parameter.name}] is given more than once`);
    else if (text !== undefined) readOne(contract, parameter, text, points, reading);
  }
  return reading;
}

function readOne(
  contract: Contract,
  parameter: Parameter,
  text: string,
  points: Points,
  { values, problems }: QueryReading,
): void {
  const { name, schema, pointer } = parameter;
  const value = schema['type'] === 'integer' && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  const validate = contract.validators.at(pointer);
  const clamps = () => points['lists.out-of-range'] === 'clamp' && (name === 'offset' || name === 'limit');
  if (validate(value)) values[name] = value;
  else if (!clamps())
    problems.push(...problemsOf(validate.errors ?? [], 'Query parameter', name).slice(0, 1));
  else if (typeof value === 'number') values[name] = clamped(value, schema);
}

function clamped(value: number, { minimum, maximum }: { minimum?: number; maximum?: number }): number {
  return Math.min(Math.max(value, minimum ?? value), maximum ?? Number.POSITIVE_INFINITY);
}
