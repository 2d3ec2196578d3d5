/** What the receivers of the tests agreed on with whoever examines them. */
export const agreedInTests = {
  secret: 'the secret of the subscription',
  key: Buffer.alloc(32, 7).toString('base64'),
} as const;
