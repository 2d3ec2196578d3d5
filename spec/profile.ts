import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { firstProblems, shortened } from './bounds.ts';
import type { components } from './generated/profile.ts';
import { isObject, pointerKeys } from './json.ts';
import { lazy } from './lazy.ts';
import { loadAjv } from './load-ajv.ts';

/** How a deployment names things, and its value for every open point. */
export type Profile = components['schemas']['Profile'];
export type Points = Profile['points'];
export type PointId = keyof Points;
/** What people write: any part of a profile; the rest is filled with defaults. */
export type PartialProfile = {
  $schema?: string;
  naming?: Partial<Profile['naming']>;
  points?: Partial<Points>;
};

/** Lists every problem of a profile. */
export class ProfileError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The profile is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ProfileError';
    this.problems = problems;
  }
}

/** The profile that the sandbox obeys when it is given none. */
export const defaultProfile = (): Profile =>
  structuredClone({
    naming: { vendor: 'svc', authority: 'taxauth' },
    points: Object.fromEntries(loadOpenPoints().map((point) => [point.id, point.default])) as Points,
  });

/** Completes a partial profile with the defaults; throws a ProfileError that names each unknown key or bad value. */
export function completeProfile(partial: unknown = {}): Profile {
  const problems = profileProblems(partial);
  if (problems.length > 0) throw new ProfileError(problems);
  const given = partial as PartialProfile;
  const base = defaultProfile();
  const points = { ...base.points, ...structuredClone(given.points ?? {}) };
  refuseContradictions(points);
  return { naming: { ...base.naming, ...given.naming }, points };
}

/** Two parameters of one operation cannot have the same name, nor a range an end before its beginning. */
function refuseContradictions(points: Points): void {
  const before = 'bank-statements.list.exclude-before-name';
  const after = 'bank-statements.list.exclude-after-name';
  const problems = ([before, after] as const)
    .filter((id) => ['offset', 'limit'].includes(points[id]))
    .map((id) => `points > ${id}: the list has another parameter of that name`);
  if (points[before] === points[after]) problems.push(`points > ${after}: it is the name of ${before}`);
  const most = 'settings.payroll-period-months.maximum';
  if (points[most] < points['settings.payroll-period-months.minimum'])
    problems.push(`points > ${most}: it is below the minimum`);
  if (problems.length > 0) throw new ProfileError(problems);
}

function profileProblems(partial: unknown): string[] {
  // Most sandboxes start with no profile at all; loading ajv and compiling this schema would double their start.
  if (isObject(partial) && Object.keys(partial).length === 0) return [];
  const validate = compiled();
  return validate(partial) ? [] : firstProblems(validate.errors ?? [], describe);
}

const compiled = lazy((): ValidateFunction => {
  const quickly = { validateSchema: false, code: { optimize: false } };
  const ajv = new (loadAjv())({ allErrors: true, strict: false, verbose: true, ...quickly });
  return ajv.compile(profileSchema(loadOpenPoints()));
});

function describe(error: ErrorObject): string {
  const place = pointerKeys(error.instancePath).join(' > ') || 'the profile';
  switch (error.keyword) {
    case 'additionalProperties':
      return `${place}: there is no [${shortened(error.params['additionalProperty'])}]${alternatives(error)}`;
    case 'enum': {
      const allowed: unknown[] = error.params['allowedValues'];
      return `${place}: ${shortened(JSON.stringify(error.data))} is not one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`;
    }
    case 'not':
      return `${place}: ${shortened(JSON.stringify(error.data))} is taken: the contract uses it for something else`;
    default:
      return `${place}: ${shortened(JSON.stringify(error.data))} ${error.message}`;
  }
}

/** The keys that could have been meant: all when they are few, else those of the same area (`users.` ...). */
function alternatives({ params, parentSchema }: ErrorObject): string {
  const keys = Object.keys(parentSchema?.['properties'] ?? {});
  const area = String(params['additionalProperty']).split('.')[0];
  const near = keys.length <= 5 ? keys : keys.filter((key) => key.split('.')[0] === area);
  return near.length > 0 ? `; there is ${near.join(', ')}` : '';
}

const word = (stands: string, fallback: string) => ({
  type: 'string',
  pattern: '^[a-z][a-z0-9]*$',
  default: fallback,
  description: stands,
});

/** Authority words that would give two paths, or two schemas, of the contract the same name. */
const takenWords = ['users', 'accounts', 'webhooks', 'bankstatements', 'payroll'];

/** The JSON Schema of a profile as people write it: everything may be left out, nothing unknown may be in it. */
export const profileSchema = (points: readonly OpenPoint[]) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Payrig profile',
  description: 'How one deployment names things, and what it does where the interface document is silent.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    naming: {
      type: 'object',
      additionalProperties: false,
      properties: {
        vendor: word('The vendor word in header names, in lower case.', 'svc'),
        authority: {
          ...word('The tax authority word in paths, fields and events, in lower case.', 'taxauth'),
          not: { enum: takenWords },
        },
      },
    },
    points: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(points.map((point) => [point.id, described(point)])),
    },
  },
});

const described = (point: OpenPoint): JsonSchema => ({
  ...point.schema,
  default: point.default,
  description: `${point.question} ${point.reason}`,
});

/** A place where the interface document is silent: the question, the values we allow, our default and why. */
export type OpenPoint = {
  id: PointId;
  question: string;
  source: 'not-shown' | 'silent';
  learnt: 'probe' | 'declared';
  schema: JsonSchema;
  default: unknown;
  reason: string;
};

export type JsonSchema = { [keyword: string]: unknown };

export const loadOpenPoints: () => readonly OpenPoint[] = lazy(() =>
  JSON.parse(readFileSync(new URL('./generated/open-points.json', import.meta.url), 'utf8')),
);
