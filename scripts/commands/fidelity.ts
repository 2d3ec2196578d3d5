import type { Command } from 'commander';
import type { SandboxOptions } from '../../simulator/app/options.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { profileOf } from '../judging/check-arguments.ts';
import { commandOf } from '../terminal/command-of.ts';
import { textTable } from '../terminal/text-table.ts';
import { UsageError } from '../terminal/usage-error.ts';

type FidelityOptions = CommandOptions['fidelity'];

const mostDifferences = 40;

/** Deliveries are answered and go nowhere. */
const silentReceivers: SandboxOptions['wrap'] = {
  ports: (ports) => ({ ...ports, transport: async () => ({ status: 200 }) }),
};

/** `payrig fidelity`: how true a sandbox is to a recording. */
export const command = (): Command => commandOf('fidelity', fidelity, { share: Number });

async function fidelity(file: string, { profile: given, min, json }: FidelityOptions): Promise<void> {
  if (min !== undefined && !(min >= 0 && min <= 1)) throw new UsageError('--min takes a share from 0 to 1.');
  const { OpenWatch } = await import('../../conformance/watch/open-watch.ts');
  const { readRecording } = await import('../../conformance/watch/recording.ts');
  const { fidelityOf } = await import('../../conformance/watch/fidelity.ts');
  const { createSandbox } = await import('../../simulator/sandbox.ts');
  const declared = await profileOf(given);
  const open = new OpenWatch({ profile: declared });
  const recorded: import('../../conformance/watch/memory/passed.ts').Passed[] = [];
  await open.recording(file);
  for await (const line of readRecording(file)) if ('kind' in line) recorded.push(line);
  const points = { ...open.watch.ledger.profile.points, ...declared?.points };
  const profile = { ...(declared?.naming && { naming: declared.naming }), points };
  // It begins when the recording does, and calls none of the receivers that the recording names.
  const now = recorded[0]?.at ?? Date.now();
  const wrap = silentReceivers;
  await using sandbox = await createSandbox({ users: 0, profile, now, wrap });
  const { byOperation, overall, differences } = await fidelityOf(recorded, sandbox, profile);
  const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3));
  const row = (name: string, { requests, status, shape, values, leaves }: typeof overall): string[] => [
    name,
    String(requests),
    share(status, requests),
    share(shape, requests),
    share(values, leaves),
  ];
  if (json) {
    const result = {
      overall,
      operations: Object.fromEntries(byOperation),
      differences: Object.fromEntries(differences),
      profile,
    };
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } else {
    const rows = [...byOperation].sort().map(([name, score]) => row(name, score));
    const table = textTable(
      ['operation', 'requests', 'status', 'shape', 'values'],
      [...rows, row('all', overall)],
    );
    const told = [...differences].sort(([, a], [, b]) => b - a).slice(0, mostDifferences);
    process.stdout.write(`${table}\n${told.map(([text, count]) => `${count} × ${text}\n`).join('')}`);
  }
  if (overall.requests === 0) process.exitCode = 3;
  else if (min !== undefined && Math.min(overall.status, overall.shape) / overall.requests < min)
    process.exitCode = 1;
}
