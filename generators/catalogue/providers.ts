import { type Row, readTable } from '../table.ts';
import { type KnownProvider, loginParameters, type MfaKind } from './provider.ts';

const mfaKinds: readonly MfaKind[] = ['code', 'date', 'password-characters'];
const parameters = new Map(Object.entries(loginParameters));

function knownProvider({ id = '', name = '', kind, attempts, parent, mfa, asks = '' }: Row): KnownProvider {
  const site = `https://${id}.payroll.example`;
  return {
    mfa: mfaKinds.find((known) => known === mfa) ?? null,
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

/** The groups behind several providers. */
export const parents = [
  { id: 'umberfold', name: 'Umberfold Group' },
  { id: 'dunnockby', name: 'Dunnockby Software' },
  { id: 'corvanby-public', name: 'Corvanby Public Services' },
  { id: 'tamsel', name: 'Tamsel Work' },
].map(({ id, name }) => ({ id, name, logo_url: `https://logos.payroll.example/${id}.svg` }));
