import examples from './examples.json' with { type: 'json' };

/** What a provider state hands over, with the example in its place, which the verification replaces by the state's. */
export { examples };

export type StateValue = keyof typeof examples;

export const wrongCredentials = { apiKey: 'no-such-api-key', token: 'no-such-token' } as const;
