import { addMonths, type DayNumber } from '../calendar.ts';
import type { Pence } from '../money.ts';

type Paid = { day: DayNumber; gross: Pence; net: Pence };

/**
 * Sums of the last twelve months of pay. Monthly pay counts its last twelve payslips: a pay day that moved off a
 * weekend a year ago must not bring a thirteenth in.
 */
export class RollingYear {
  readonly #isMonthly: boolean;
  readonly #paid: Paid[] = [];
  #first = 0;
  #gross = 0;
  #net = 0;

  constructor(isMonthly: boolean) {
    this.#isMonthly = isMonthly;
  }

  /** Adds a payslip and returns the sums up to it. */
  add(paid: Paid): { gross: Pence; net: Pence } {
    this.#paid.push(paid);
    this.#gross += paid.gross;
    this.#net += paid.net;
    const yearAgo = addMonths(paid.day, -12);
    const isOld = ({ day }: Paid) =>
      this.#isMonthly ? this.#paid.length - this.#first > 12 : day <= yearAgo;
    for (let oldest = this.#paid[this.#first]!; isOld(oldest); oldest = this.#paid[this.#first]!) {
      this.#gross -= oldest.gross;
      this.#net -= oldest.net;
      this.#first += 1;
    }
    return { gross: this.#gross, net: this.#net };
  }
}
