import { refusals } from '../domain/refusal.ts';

export type RateLimit = ReturnType<typeof rateLimit>;

export function rateLimit(perSecond: number) {
  let [second, count] = [0, 0];
  return {
    take(realNow: () => number): void {
      const now = Math.floor(realNow() / 1000);
      count = now === second ? count + 1 : 1;
      second = now;
      if (count > perSecond) throw refusals.tooMany(1);
    },
  };
}
