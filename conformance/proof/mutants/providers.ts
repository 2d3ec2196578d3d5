import { type Mutant, mutant, onBody } from './mutant.ts';

/** Broken sandboxes for the clauses about the provider catalogue. */
export const providerMutants: readonly Mutant[] = [
  mutant(
    'leaves-out-employers',
    'providers.answer',
    onBody('listProviders', ({ employers: _, ...rest }) => rest),
  ),
  mutant(
    'says-oauth2-in-words',
    'providers.provider-types',
    onBody('listProviders', (catalogue) => ({
      ...catalogue,
      providers: catalogue.providers.map((one) => ({ ...one, is_oauth2: one.is_oauth2 ? 'yes' : 'no' })),
    })),
  ),
  mutant(
    'leaves-out-the-login-attempts-of-one-provider',
    'providers.login-attempts',
    onBody('listProviders', (catalogue) => {
      delete catalogue.providers.at(-1)?.max_login_attempts;
    }),
  ),
  mutant(
    'gives-lengths-as-text',
    'providers.login-params',
    onBody('listProviders', (catalogue) => ({
      ...catalogue,
      providers: catalogue.providers.map((one) => ({
        ...one,
        extra_login_params: one.extra_login_params?.map((param) => ({
          ...param,
          validation: { ...param.validation, min_length: '1' },
        })),
      })),
    })),
  ),
  mutant(
    'gives-the-providers-of-an-employer-as-text',
    'providers.parent-and-employer-types',
    onBody('listProviders', (catalogue) => ({
      ...catalogue,
      employers: catalogue.employers.map((one) => ({ ...one, providers: one.providers?.join(',') })),
    })),
  ),
  mutant(
    'names-a-provider-that-is-not-listed',
    'providers.employers-name-providers',
    onBody('listProviders', (catalogue) => {
      catalogue.employers.at(-1)?.providers?.push('nobodys-payroll');
    }),
  ),
];
