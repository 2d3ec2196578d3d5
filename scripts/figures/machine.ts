import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

export type Machine = ReturnType<typeof thisMachine>;

export const thisMachine = (node: string = process.version) => ({
  cores: availableParallelism(),
  processor: processor(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release().split('-')[0]} ${arch()}`,
  node,
  /** The load average of the minute before: more than the cores means a noisy run. */
  loadBefore: Math.round(loadavg()[0]! * 10) / 10,
});

/** Node reports no model on most ARM machines. */
function processor(): string {
  const model = cpus()[0]?.model;
  if (model && model !== 'unknown') return model;
  try {
    const part = /^CPU part\s*:\s*(\S+)/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
    return part === undefined ? arch() : `${arch()} (part ${part})`;
  } catch {
    return arch();
  }
}

export const machineText = ({ cores, processor, memoryGb, system, node, loadBefore }: Machine): string =>
  `${cores} cores (${processor}), ${memoryGb} GB, ${system}, Node ${node}; load before the run ${loadBefore}`;
