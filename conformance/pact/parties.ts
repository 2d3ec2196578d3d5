/** Who a pact is between. */
export type Parties = { consumer: string; provider: string };

/** The client and the receiver kit on the one side, a deployment of the service on the other. */
export const standardParties: Parties = { consumer: 'payrig-client', provider: 'payroll-service' };

/** The name that the Pact library gives to the file of two parties. */
export const pactFileName = ({ consumer, provider }: Parties): string => `${consumer}-${provider}.json`;
