import { readFileSync } from 'node:fs';

// USER_HZ, which Linux has kept at 100 on every platform that Node runs on.
const TICKS_A_SECOND = 100;

/** The processor time that a process has used, in seconds; undefined where the machine does not say. */
export function cpuSeconds(pid: number): number | undefined {
  try {
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return undefined;
  }
}
