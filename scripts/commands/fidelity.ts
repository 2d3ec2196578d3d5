import type { SandboxOptions } from '../../simulator/app/options.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { profileOf } from '../judging/check-arguments.ts';
import { commandOf } from '../terminal/command-of.ts';
import { textTable } from '../terminal/text-table.ts';

/** The most differences of values that are printed; those of statuses and shapes are all printed. */
const mostValues = 20;
const progressEveryMs = 2000;

/** Deliveries are answered and go nowhere. */
const wrap: SandboxOptions['wrap'] = {
  ports: (ports) => ({ ...ports, transport: async () => ({ status: 200 }) }),
};

export const command = () => commandOf('fidelity', fidelity);

async function fidelity(file: string, { profile: given, min, json }: CommandOptions['fidelity']) {
  const { OpenWatch } = await import('../../conformance/watch/open-watch.ts');
  const { readRecording } = await import('../../conformance/watch/recording.ts');
  const { fidelityOf } = await import('../../conformance/watch/fidelity.ts');
  const { createSandbox } = await import('../../simulator/sandbox.ts');
  const declared = await profileOf(given);
  const open = new OpenWatch({ profile: declared });
  const recorded: import('../../conformance/watch/memory/passed.ts').Passed[] = [];
  await open.recording([file]);
  for await (const line of readRecording([file])) if ('kind' in line) recorded.push(line);
  const points = { ...open.watch.ledger.profile.points, ...declared?.points };
  const profile = { ...(declared?.naming && { naming: declared.naming }), points };
  // It begins when the recording does, and calls none of the receivers that the recording names.
  const now = recorded[0]?.at ?? Date.now();
  await using sandbox = await createSandbox({ users: 0, profile, now, wrap });
  let told = Date.now();
  const progress = (done: number, of: number): void => {
    if (Date.now() - told < progressEveryMs) return;
    told = Date.now();
    process.stderr.write(`${done} of ${of} requests were sent again\n`);
  };
  const { byOperation, overall, differences } = await fidelityOf(recorded, sandbox, profile, progress);
  const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3));
  const row = (name: string, { requests, status, shape, values, leaves }: typeof overall): string[] => {
    const shares = [share(status, requests), share(shape, requests), share(values, leaves)];
    return [name, String(requests), ...shares];
  };
  if (json) {
    const operations = Object.fromEntries(byOperation);
    const result = { overall, operations, differences: Object.fromEntries(differences), profile };
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } else {
    const rows = [...byOperation].sort().map(([name, score]) => row(name, score));
    const heads = ['operation', 'requests', 'status', 'shape', 'values'];
    const table = textTable(heads, [...rows, row('all', overall)]);
    const isValue = ([text]: readonly [string, number]): boolean => text.includes(' has another value (');
    const all = [...differences];
    const left = new Set(all.filter(isValue).slice(mostValues));
    const shown = all.filter((one) => !left.has(one));
    const more = left.size > 0 ? `and ${left.size} more kinds of values; --json has all\n` : '';
    const lines = shown.map(([text, count]) => `${count} × ${text}\n`).join('');
    process.stdout.write(`${table}\n${lines}${more}`);
  }
  if (overall.requests === 0) process.exitCode = 3;
  else if (min !== undefined && Math.min(overall.status, overall.shape) / overall.requests < min)
    process.exitCode = 1;
}
