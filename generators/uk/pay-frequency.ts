export type PayFrequency = 'weekly' | 'fortnightly' | 'four-weekly' | 'monthly';

type Period = {
  /** How many tax weeks one pay period is; 0 for a month. */
  weeks: number;
  perYear: number;
};

/** The length of one pay period, in the units that tax tables count in. */
export const payPeriodOf: Readonly<Record<PayFrequency, Period>> = {
  weekly: { weeks: 1, perYear: 52 },
  fortnightly: { weeks: 2, perYear: 26 },
  'four-weekly': { weeks: 4, perYear: 13 },
  monthly: { weeks: 0, perYear: 12 },
};

/** A threshold of the week and the month for any pay period: four weeks are four times the week. */
export function periodAmount(frequency: PayFrequency, amounts: { week: number; month: number }): number {
  const { weeks } = payPeriodOf[frequency];
  return weeks === 0 ? amounts.month : amounts.week * weeks;
}
