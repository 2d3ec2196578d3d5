import type { Provider as ListedProvider } from '../../spec/types.ts';
import { type Row, readTable } from '../table.ts';

/** How a provider asks for its second factor; null where it asks for none. */
export type MfaKind = 'code' | 'date' | 'password-characters';

/** A provider as the service lists it, with every field. */
export type Provider = Required<ListedProvider>;

/** A provider as the sandbox knows it: what is listed, and how it behaves. */
export type KnownProvider = { listed: Provider; mfa: MfaKind | null };

export const mfaKindNamed = (name: string | undefined): MfaKind | undefined =>
  (['code', 'date', 'password-characters'] as const).find((kind) => kind === name);

/** The login parameters that providers ask for besides user name and password. */
const parameters = new Map(
  readTable('catalogue/data/login-parameters').map((row) => [row.name, loginParameter(row)]),
);

function loginParameter({
  key = '',
  display_name = '',
  ...row
}: Row): Provider['extra_login_params'][number] {
  const number = (text: string | undefined) => (text ? Number(text) : undefined);
  return {
    key,
    display_name,
    validation: {
      required: row.required === 'yes',
      type: row.type,
      date_format: row.date_format || undefined,
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

export const parents = [
  { id: 'umberfold', name: 'Umberfold Group' },
  { id: 'dunnockby', name: 'Dunnockby Software' },
  { id: 'corvanby-public', name: 'Corvanby Public Services' },
  { id: 'tamsel', name: 'Tamsel Work' },
].map(({ id, name }) => ({ id, name, logo_url: `https://logos.payroll.example/${id}.svg` }));
