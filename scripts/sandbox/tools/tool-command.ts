import type { ToolOrder } from '../../../simulator/tools/tools.ts';

/** A command of `payrig` with its variables, which nobody else on the machine can read; it writes into the folder `out`. */
export type ToolCommand = {
  words: readonly string[];
  variables: Readonly<Record<string, string>>;
  /** Whether it calls an address that somebody chose. */
  calls: boolean;
};

/** The file, beside the folder `out`, that has the profile of an order. */
export const PROFILE_FILE = 'given-profile.json';

const MAX_TIME = '10m';

/** The command that does what an order says. Values that somebody chose are never words of their own, nor secrets. */
export function toolCommand(order: ToolOrder): ToolCommand {
  const known = order.profile ? [`--profile=${PROFILE_FILE}`] : [];
  const only = (order.only ?? []).map((pattern) => `--only=${pattern}`);
  const judging = [...known, ...only, '--report-dir=out', `--max-time=${MAX_TIME}`, '--progress=200ms'];
  const { url = '', member } = order;
  switch (order.tool) {
    case 'check':
      return {
        words: [
          ...['check', url, ...judging, '--learn=out/profile.json'],
          ...(order.arrange ? [`--arrange=${order.arrange}`] : []),
          ...(order.read_only ? ['--read-only'] : []),
          ...(order.runs ? [`--runs=${order.runs}`] : []),
        ],
        variables: given({
          PAYRIG_API_KEY: order.api_key,
          PAYRIG_OTHER_API_KEY: order.other_api_key,
          PAYRIG_MEMBER: member && `${member.username}:${member.password}`,
          PAYRIG_TARGET_SANDBOX_KEY: order.sandbox_key,
        }),
        calls: true,
      };
    case 'exam':
      return {
        words: ['exam', url, ...judging, ...(order.secret === undefined ? ['--unsigned'] : [])],
        variables: given({ WEBHOOK_SECRET: order.secret, WEBHOOK_KEY: order.encryption_key }),
        calls: true,
      };
    case 'clauses':
      return { words: ['check', '--list', ...only], variables: {}, calls: false };
    case 'spec':
      return {
        words: ['spec', `--format=${order.format}`, ...known, '--out=out'],
        variables: {},
        calls: false,
      };
    case 'pact':
      return {
        words: ['pact', 'make', `--consumer=${order.consumer}`, ...known, '--dir=out'],
        variables: {},
        calls: false,
      };
  }
}

const given = (variables: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
