import type { Employment } from '../pay/employment.ts';

/** One of somebody's employments, and the payroll provider that its payslips lie with. */
export type Job = {
  /** Tells the jobs of one person apart: `main`, `earlier`, `second` or a persona's own word. */
  key: string;
  /** The id of a provider in the catalogue. */
  provider: string;
  employment: Employment;
};
