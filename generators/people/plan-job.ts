import type { Day } from '../calendar.ts';
import type { Employment } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import { nationOf } from '../uk/bank-holidays.ts';
import type { PayFrequency } from '../uk/pay-frequency.ts';
import { paySteps, startingPay } from './basic-pay.ts';
import { payDayRule, pensionOf, studentLoansOf } from './contract-terms.ts';
import { employerOf } from './employer-of.ts';
import { happenings } from './happenings.ts';
import { recordsFrom } from './history.ts';
import { type Home, homeOn } from './homes.ts';
import type { Job } from './job.ts';
import { codeForPay, drawnCode, emergency, niStatus, taxCodeStatus } from './tax-status.ts';
import { frequencies, type Trade } from './trades.ts';

/** What is settled about a job before the rest of it is drawn. */
export type JobOutline = {
  key: string;
  trade: Trade;
  start: Day;
  leave: Day | null;
  /** How often pay comes, where it is not drawn from what is usual in the trade. */
  frequency?: PayFrequency;
  /** The code to begin with instead of the one that follows from the pay: BR for a second job. */
  code?: string;
  /** Begins on an emergency code, which is put right on this day. */
  emergencyUntil?: Day;
  /** The name of the employer that was left, who is not gone back to. */
  notAt?: string;
};

type Holder = { dateOfBirth: Day | null; homes: readonly Home[]; begins: Day };

/** Draws a whole job around its outline: employer, contract, pay days, tax status and everything that happens in it. */
export function planJob(stream: Stream, holder: Holder, outline: JobOutline): Job {
  const { key, trade, start, leave, emergencyUntil } = outline;
  const frequency = outline.frequency ?? stream.weighted(frequencies[trade.pay.kind]);
  const basicPay = startingPay(stream.fork('pay'), trade, frequency, start);
  const { provider, employer } = employerOf(stream.fork('employer'), trade.sector, outline.notAt);
  const rises = paySteps(stream.fork('rises'), basicPay, start, holder.begins);
  const standard = codeForPay(basicPay);
  const code = outline.code ?? (emergencyUntil ? standard : drawnCode(stream.fork('code'), standard));
  // A code that somebody was given for a reason of its own stays; the ordinary one follows the pay.
  const tax = taxCodeStatus(code, holder.homes, start, code === standard ? rises : []);
  const ni = niStatus(holder.dateOfBirth, start);
  const corrected = emergencyUntil
    ? [{ kind: 'tax-code', from: emergencyUntil, taxCode: tax.taxCode } as const]
    : [];
  const partTime = basicPay.kind === 'hourly' && basicPay.weeklyHours < 3000;
  const employment: Employment = {
    employer,
    role: trade.role,
    type: basicPay.kind === 'variable' ? 'casual' : partTime ? 'part_time' : 'full_time',
    isDirector: trade.director ?? false,
    dateOfBirth: holder.dateOfBirth,
    start,
    leave,
    frequency,
    payDay: payDayRule(stream.fork('pay-day'), frequency, holder.begins),
    nation: nationOf(homeOn(holder.homes, start)?.country),
    basicPay,
    taxCode: emergencyUntil ? emergency(tax.taxCode, frequency) : tax.taxCode,
    niCategory: ni.niCategory,
    // Loans are taken from the main job; a second one is below the threshold or told not to.
    studentLoans: outline.code
      ? []
      : studentLoansOf(stream.fork('loans'), holder, homeOn(holder.homes, start)),
    pension: pensionOf(stream.fork('pension'), trade),
    previous: null,
    events: [
      ...rises,
      ...corrected,
      ...tax.changes,
      ...ni.changes,
      ...happenings(stream.fork('happenings'), { trade, basicPay, frequency, begins: holder.begins }),
    ],
    recordsFrom: recordsFrom(holder.begins),
  };
  return { key, provider, employment };
}
