import type { Provider as ListedProvider, ProviderCatalogue } from '../../spec/types.ts';
import { hash32 } from '../random.ts';
import { type Row, readTable } from '../table.ts';

export type MfaKind = 'code' | 'date' | 'password-characters';

export type Provider = Required<ListedProvider>;

type KnownProvider = { listed: Provider; mfa: MfaKind | null };

const mfaKindNamed = (name: string | undefined): MfaKind | undefined =>
  (['code', 'date', 'password-characters'] as const).find((kind) => kind === name);

/** The login parameters that providers ask for besides user name and password. */
const parameters = new Map(
  readTable('catalogue/data/login-parameters').map((row) => [row.name, loginParameter(row)]),
);

function loginParameter({ key = '', display_name = '', ...row }: Row) {
  const number = (text: string | undefined) => (text ? Number(text) : undefined);
  return {
    key,
    display_name,
    validation: {
      required: row.required === 'yes',
      type: row.type,
      date_format: row.date_format,
      min_length: number(row.min_length),
      max_length: number(row.max_length),
    },
  };
}

function knownProvider({ id = '', name = '', kind, attempts, parent, mfa, asks = '' }: Row): KnownProvider {
  const site = `https://${id}.payroll.example`;
  return {
    mfa: mfaKindNamed(mfa) ?? null,
    listed: {
      id,
      name,
      url: `${site}/`,
      logo_url: `https://logos.payroll.example/${id}.svg`,
      is_oauth2: kind === 'oauth',
      is_scraper: kind === 'scraper',
      reset_url: `${site}/reset-password`,
      parent: parent || null,
      max_login_attempts: Number(attempts),
      extra_login_params: asks.split(' ').flatMap((key) => parameters.get(key) ?? []),
    },
  };
}

/** Every name is made up, and every address is on a domain that is reserved for examples. */
export const providers: readonly KnownProvider[] = readTable('catalogue/data/providers').map(knownProvider);

const parents = [
  { id: 'umberfold', name: 'Umberfold Group' },
  { id: 'dunnockby', name: 'Dunnockby Software' },
  { id: 'corvanby-public', name: 'Corvanby Public Services' },
  { id: 'tamsel', name: 'Tamsel Work' },
].map(({ id, name }) => ({ id, name, logo_url: `https://logos.payroll.example/${id}.svg` }));

/** A reference in the form of a PAYE reference, always the same for the same employer. */
export function payeReferenceOf(employer: string): string {
  const bits = hash32(`paye/${employer}`);
  const letter = (value: number) => String.fromCharCode(65 + (value % 26));
  const office = String(100 + (bits % 900));
  return `${office}/${letter(bits >>> 8)}${letter(bits >>> 16)}${String(10_000 + ((bits >>> 4) % 90_000))}`;
}

/** All made up. */
export const employers = readTable('catalogue/data/employers').map(
  ({ id = '', name = '', sector = '', providers = '', only_in }) => ({
    /** What kind of work it has; a person's trade looks for an employer of the same kind. */
    sector,
    /** The one country that has such employers; null for all. */
    onlyIn: only_in || null,
    payeReference: payeReferenceOf(id),
    listed: {
      id,
      name,
      url: `https://${id}.employer.example/`,
      logo_url: `https://logos.employer.example/${id}.svg`,
      providers: providers.split(' '),
    },
  }),
);

const byId = new Map<string, KnownProvider>(providers.map((known) => [known.listed.id, known]));

export const catalogue = {
  listed: {
    providers: providers.map(({ listed }) => listed),
    parent_provider_meta: parents,
    employers: employers.map(({ listed }) => listed),
  } satisfies ProviderCatalogue,
  provider: (id: string): Provider | undefined => byId.get(id)?.listed,
  /** How a provider asks for a second factor; null when it asks for none or is unknown. */
  mfaOf: (id: string): MfaKind | null => byId.get(id)?.mfa ?? null,
};

export type MagicBehaviour =
  | { kind: 'ok' }
  | { kind: 'mfa'; mfa: MfaKind; answer: string }
  | { kind: 'fail'; message: string }
  | { kind: 'lock' }
  | { kind: 'time-out' }
  | { kind: 'nothing' };

/** User names that make any provider behave in a certain way, for any user; `+anything` may follow. */
export const magicLogins = readTable('catalogue/data/magic-logins').map((row) => ({
  userName: row.user_name ?? '',
  behaviour: behaviourOf(row),
  effect: row.effect ?? '',
}));

function behaviourOf({ kind, mfa, answer = '', message = '' }: Row): MagicBehaviour {
  const asked = mfaKindNamed(mfa);
  if (kind === 'mfa' && asked) return { kind, mfa: asked, answer };
  if (kind === 'fail') return { kind, message };
  if (kind === 'ok' || kind === 'lock' || kind === 'time-out' || kind === 'nothing') return { kind };
  throw new Error(`There is no magic of the kind ${kind}`);
}

/** Answers to the second factor that do the same on every account that waits for one. */
export const magicAnswers = [
  { answer: 'wrong', behaviour: 'wrong', effect: 'Is always wrong, and uses up one login attempt.' },
  { answer: 'lock', behaviour: 'lock', effect: 'Uses up every attempt at once: the account is LOCKED.' },
  { answer: 'timeout', behaviour: 'time-out', effect: 'The provider never answers; no attempt is used up.' },
] as const;

const loginsByName = new Map(magicLogins.map((login) => [login.userName, login]));

// The part after a plus keeps parallel tests apart; it changes nothing else.
const stem = (text: string) => text.split('+', 1)[0]!.trim().toLowerCase();

/** The magic behind a user name (`mfa`, `mfa+run7`), if there is any. */
export const magicOf = (userName: string) => loginsByName.get(stem(userName));

/** The magic behind an answer to a second factor (`wrong`, `lock+run7`), if there is any. */
export const magicAnswerOf = (text: string) => magicAnswers.find(({ answer }) => answer === stem(text));
