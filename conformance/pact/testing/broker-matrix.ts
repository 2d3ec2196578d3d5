import type { BrokerMemory, PublishedPact } from './broker-memory.ts';

type Question = { pacticipant: string; version: string; environment: string };

/** Whether a version may go to an environment: each pact with what is deployed there must have been verified. */
export function deployable(memory: BrokerMemory, question: Question): object {
  const rows = rowsFor(memory, question);
  const failed = rows.filter(({ success }) => success === false).length;
  const unknown = rows.filter(({ success }) => success === undefined).length;
  const answer = failed === 0 && unknown === 0 ? true : failed > 0 ? false : null;
  const reason = answer
    ? 'All required verification results are published and successful'
    : 'There is no verified pact, or one has failed';
  return {
    summary: { deployable: answer, reason, success: rows.length - failed - unknown, failed, unknown },
    notices: [{ type: answer ? 'success' : 'error', text: reason }],
    matrix: rows.map(({ pact, provider, success }) => ({
      consumer: { name: pact.consumer, version: { number: pact.consumerVersion } },
      provider: { name: pact.provider, ...(provider !== undefined && { version: { number: provider } }) },
      ...(success !== undefined && { verificationResult: { success } }),
    })),
  };
}

function rowsFor(memory: BrokerMemory, { pacticipant, version, environment }: Question) {
  const deployed = memory.deployed(environment);
  const row = (pact: PublishedPact, provider?: string) => ({
    pact,
    provider,
    success: provider === undefined ? undefined : memory.resultOf(pact, provider)?.success,
  });
  const asConsumer = memory.pacts
    .filter((pact) => pact.consumer === pacticipant && pact.consumerVersion === version)
    .map((pact) => row(pact, deployed.find((one) => one.pacticipant === pact.provider)?.version));
  const asProvider = memory.pacts
    .filter(
      (pact) =>
        pact.provider === pacticipant &&
        deployed.some((one) => one.pacticipant === pact.consumer && one.version === pact.consumerVersion),
    )
    .map((pact) => row(pact, version));
  return [...asConsumer, ...asProvider];
}
