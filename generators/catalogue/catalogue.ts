import type { Provider as ListedProvider, ProviderCatalogue } from '../../spec/types.ts';
import { hash32 } from '../random.ts';
import { type Row, readData, readTable } from '../table.ts';

const mfaKinds = ['code', 'date', 'password-characters'] as const;
export type MfaKind = (typeof mfaKinds)[number];

export type Provider = Required<ListedProvider>;

type KnownProvider = { listed: Provider; mfa: MfaKind | null };

/** The login parameters that providers ask for besides user name and password. */
const parameters: Readonly<Record<string, Provider['extra_login_params'][number]>> = readData(
  'catalogue/data/login-parameters',
);

function knownProvider({ id = '', name = '', kind, attempts, parent, mfa, asks = '' }: Row): KnownProvider {
  const site = `https://${id}.payroll.example`;
  return {
    mfa: mfaKinds.find((one) => one === mfa) ?? null,
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
      extra_login_params: asks.split(' ').flatMap((name) => parameters[name] ?? []),
    },
  };
}

/** Every name is made up, and every address is on a domain that is reserved for examples. */
export const providers: readonly KnownProvider[] = readTable('catalogue/data/providers').map(knownProvider);

const parents: ProviderCatalogue['parent_provider_meta'] = readData('catalogue/data/parents');

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
  | { kind: 'ok' | 'lock' | 'time-out' | 'nothing' }
  | { kind: 'mfa'; mfa: MfaKind; answer: string }
  | { kind: 'fail'; message: string };

type MagicLogin = { userName: string; behaviour: MagicBehaviour; effect: string };

/** User names that make any provider behave in a certain way, for any user; `+anything` may follow. */
export const magicLogins: readonly MagicLogin[] = readData('catalogue/data/magic-logins');

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
