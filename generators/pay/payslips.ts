import type { Day } from './day.ts';
import type { Employment } from './employment.ts';
import type { Payslip } from './payslip.ts';

/** All payslips of an employment paid on or before a day, oldest first. */
export function payslips(employment: Employment, until: Day): Payslip[] {
  throw new Error(`The arithmetic of ${employment.role} until ${until} comes with the next commit`);
}
