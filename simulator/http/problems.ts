import { firstProblems } from '../../spec/bounds.ts';
import type { ErrorObject } from '../../spec/contract.ts';
import { pointerKeys } from '../../spec/json.ts';

export type Part = 'Field' | 'Query parameter' | 'Header';

/** What a pattern asks for, where the field's name does not tell. */
const forms: Record<string, string> = {
  encryption_key: '32 bytes, Base64',
  by: 'an ISO 8601 duration, such as P1M, P2W, P1DT12H or PT90S',
};

/** Validation errors as messages for people: one per field, each naming the field. */
export function problemsOf(errors: readonly ErrorObject[], part: Part, within = ''): string[] {
  const byField = new Map<string, string>();
  const isNoise = noiseIn(errors);
  const telling = tellingIn(errors);
  for (const [index, error] of errors.entries()) {
    if (isNoise(error, index)) continue;
    const problem = problemOf(telling(error), part, within);
    const key = isAboutChild(error) ? problem : fieldOf(error, within);
    if (!byField.has(key)) byField.set(key, problem);
  }
  return firstProblems([...byField.values()]);
}

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';
const isAboutChild = ({ keyword }: ErrorObject): boolean =>
  keyword === 'required' || keyword === 'additionalProperties';

/** A choice between schemas reports each of them that failed, then itself, which says it better. Linear in the errors. */
function noiseIn(errors: readonly ErrorObject[]): (error: ErrorObject, index: number) => boolean {
  const lastChoice = new Map<string, number>();
  for (const [index, error] of errors.entries())
    if (isChoice(error)) lastChoice.set(error.instancePath, index);
  return (error, index) => {
    if (lastChoice.size === 0 || (isAboutChild(error) && error.instancePath === '')) return false;
    let path = error.instancePath;
    for (;;) {
      if ((lastChoice.get(path) ?? -1) > index) return true;
      if (path === '') return false;
      path = path.slice(0, path.lastIndexOf('/'));
    }
  };
}

/** Where a choice failed over a list of allowed values, that list is what the caller wants to see. */
function tellingIn(errors: readonly ErrorObject[]): (error: ErrorObject) => ErrorObject {
  const lists = new Map<string, ErrorObject>();
  for (const error of errors)
    if (error.keyword === 'enum' && !lists.has(error.instancePath)) lists.set(error.instancePath, error);
  return (error) => (isChoice(error) && lists.get(error.instancePath)) || error;
}

function problemOf(error: ErrorObject, part: Part, within: string): string {
  const { keyword, params, message = 'is not valid' } = error;
  const field = fieldOf(error, within);
  if (keyword === 'required')
    return `Request is missing the required field [${joined(field, String(params['missingProperty']))}]`;
  if (keyword === 'additionalProperties')
    return `${part} [${joined(field, String(params['additionalProperty']))}] is not known`;
  const named = field === '' ? 'The body' : `${part} [${field}]`;
  return `${named} ${wordings[keyword]?.(error, field) ?? message}`;
}

type Wording = (error: ErrorObject, field: string) => string;
const isNoChoice: Wording = (error) => `is not a valid ${kindsOf(error)}`;

/** What is said of a value, by the keyword of the schema that it breaks. */
const wordings: Readonly<Record<string, Wording>> = {
  enum: ({ params }) => `must be one of ${(params['allowedValues'] as unknown[]).map(String).join(', ')}`,
  type: ({ params }) => `must be ${article(String(params['type']))}`,
  format: ({ params }) => `must be a valid ${params['format']}`,
  minLength: () => 'must not be empty',
  minItems: ({ params: { limit } }) => `must have at least ${limit} item${limit === 1 ? '' : 's'}`,
  maxItems: ({ params: { limit } }) => `must have at most ${limit} items`,
  anyOf: isNoChoice,
  oneOf: isNoChoice,
  pattern: (_, field) => (Object.hasOwn(forms, field) ? `must be ${forms[field]}` : 'is not well formed'),
};

const fieldOf = (error: ErrorObject, within: string): string =>
  [within, ...pointerKeys(error.instancePath)].filter((part) => part !== '').join('.');

const joined = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`);

function article(type: string): string {
  const words = type.split(',').filter((word) => word !== 'null');
  return words.map((word) => (/^[aeio]/.test(word) ? `an ${word}` : `a ${word}`)).join(' or ');
}

function kindsOf(error: ErrorObject): string {
  const options = (error.schema as { format?: string; type?: string; $ref?: string }[]) ?? [];
  const kinds = options.flatMap(({ type, format, $ref }) =>
    type === 'null' ? [] : (format ?? ($ref && nameOf($ref)) ?? type ?? []),
  );
  return [...new Set(kinds)].join(' or ') || 'value';
}

/** The name of a component in words: `RequestTimestamp` and `GivenTimestamp` are timestamps to the caller. */
function nameOf(ref: string): string {
  const name = (ref.split('/').at(-1) as string).replace(/^(Request|Given)/, '');
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
