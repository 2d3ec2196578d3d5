/** What a provider state hands over, with the example in its place, which the verification replaces by the state's. */
export const examples = {
  api_key: 'example-api-key',
  user_token: 'example-user-token',
  username: 'member@lender.example',
  password: 'example-password',
  new_email: 'new.colleague@lender.example',
  webhook_name: 'payroll-to-crm',
  user_id: '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30',
  account_id: '5f0c2a9e-8f43-4c11-a0c4-2b7f60f2d9e4',
  entry_id: '5f0c2a9e-8f43-4a90-8e15-b6d4c2f70a38',
  authorisation_id: '5f0c2a9e-8f43-47d2-8c7b-90d2f1b3a5c6',
  term_id: '3c2d9a1e-77c1-4d55-8b5a-4a8f2f0b6a11',
  webhook_id: '7b1f4e2c-0d3a-4c85-9f6e-2a8b5d9c1e70',
  unknown_id: '9e0d1c2b-3a49-4857-a665-748392a1b0cf',
} as const;

export type StateValue = keyof typeof examples;

export const wrongCredentials = { apiKey: 'no-such-api-key', token: 'no-such-token' } as const;
