import { monthOf } from '../months.ts';

/** Walks the days one by one, with exact arithmetic: what the split must come to. */
export function dayByDay(pence: number, first: number, length: number): Map<number, number> {
  const rounded = (elapsed: number) => {
    const doubled = 2n * BigInt(Math.abs(pence)) * BigInt(elapsed) + BigInt(length);
    return Math.sign(pence) * Number(doubled / (2n * BigInt(length)));
  };
  const months = new Map<number, number>();
  for (let index = 0; index < length; index += 1) {
    const month = monthOf(first + index);
    months.set(month, (months.get(month) ?? 0) + (rounded(index + 1) - rounded(index)));
  }
  return months;
}
