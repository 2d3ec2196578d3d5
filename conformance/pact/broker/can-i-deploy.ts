import { type BrokerCallOptions, brokerCall } from './broker-call.ts';

export type Deployable = { readonly deployable: boolean; readonly reason: string };

/** Asks the broker whether a version may go to an environment. Unknown is no: the command line itself says yes to it. */
export function canIDeploy(
  broker: BrokerCallOptions,
  question: { pacticipant: string; version: string; environment: string },
): Promise<Deployable> {
  const args = [
    ...['broker', 'can-i-deploy'],
    ...['--pacticipant', question.pacticipant],
    ...['--version', question.version],
    ...['--to-environment', question.environment],
    ...['--output', 'json'],
  ];
  return brokerCall(broker, args, ({ path }) => path.split('?', 1)[0]?.endsWith('/matrix') === true, judged);
}

function judged(answer: unknown): Deployable | undefined {
  const { summary } = (answer ?? {}) as { summary?: { deployable?: boolean | null; reason?: string } };
  if (!summary || summary.deployable === undefined) return undefined;
  return { deployable: summary.deployable === true, reason: summary.reason ?? 'the broker gives no reason' };
}
