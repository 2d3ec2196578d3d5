import type { ToolOrder } from '../../../simulator/tools/runs.ts';

/** A command of `payrig`, with secrets in variables, which other users of the machine cannot read; it writes into `out`. */
export type ToolCommand = {
  words: readonly string[];
  variables: Readonly<Record<string, string | undefined>>;
  /** Whether it calls an address that the order names. */
  calls: boolean;
};

/** The file, beside the folder `out`, that has the profile of an order. */
export const PROFILE_FILE = 'given-profile.json';

const MAX_TIME = '10m';

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
          ...(order.replay ? [`--replay=${order.replay}`] : []),
          ...(order.runs ? [`--runs=${order.runs}`] : []),
        ],
        variables: {
          PAYRIG_API_KEY: order.api_key,
          PAYRIG_OTHER_API_KEY: order.other_api_key,
          PAYRIG_MEMBER: member && `${member.username}:${member.password}`,
          PAYRIG_TARGET_SANDBOX_KEY: order.sandbox_key,
        },
        calls: true,
      };
    case 'exam':
      return {
        words: ['exam', url, ...judging, ...(order.secret === undefined ? ['--unsigned'] : [])],
        variables: { WEBHOOK_SECRET: order.secret, WEBHOOK_KEY: order.encryption_key },
        calls: true,
      };
    case 'exam-client':
      return {
        words: ['exam', 'client', `--http=${url}`, `--journeys=${order.journeys?.join()}`, ...judging],
        variables: {},
        calls: true,
      };
    case 'watch': {
      const made = ['--report-dir=out', '--ledger=out/ledger.json', '--learn=out/profile.json'];
      const words = ['watch', url, `--port=${order.port ?? 4020}`, ...known, ...made, '--progress'];
      return { words, variables: {}, calls: true };
    }
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
