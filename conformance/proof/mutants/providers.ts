import { mutantsOf, onBody } from './mutant.ts';

export const providerMutants = mutantsOf('providers.', {
  'answer: leaves-out-employers': onBody('listProviders', ({ employers: _, ...rest }) => rest),
  'provider-types: says-oauth2-in-words': onBody('listProviders', (catalogue) => ({
    ...catalogue,
    providers: catalogue.providers.map((one) => ({ ...one, is_oauth2: one.is_oauth2 ? 'yes' : 'no' })),
  })),
  'login-attempts: leaves-out-the-login-attempts-of-one-provider': onBody('listProviders', (catalogue) => {
    delete catalogue.providers.at(-1)?.max_login_attempts;
  }),
  'login-params: gives-lengths-as-text': onBody('listProviders', (catalogue) => ({
    ...catalogue,
    providers: catalogue.providers.map((one) => ({
      ...one,
      extra_login_params: one.extra_login_params?.map((param) => ({
        ...param,
        validation: { ...param.validation, min_length: '1' },
      })),
    })),
  })),
  'parent-and-employer-types: gives-the-providers-of-an-employer-as-text': onBody(
    'listProviders',
    (catalogue) => ({
      ...catalogue,
      employers: catalogue.employers.map((one) => ({ ...one, providers: one.providers?.join(',') })),
    }),
  ),
  'employers-name-providers: names-a-provider-that-is-not-listed': onBody('listProviders', (catalogue) => {
    catalogue.employers.at(-1)?.providers?.push('nobodys-payroll');
  }),
});
