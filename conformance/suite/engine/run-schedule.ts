import type { Exclusive } from '../../judgement/check.ts';

const order: readonly Exclusive[] = ['users', 'webhooks', 'configuration', 'clock', 'end'];

/** First the items that may run side by side, at most `width` at a time; then the exclusive ones, those of the clock last. */
export async function runSchedule<T>(
  items: readonly T[],
  width: number,
  exclusive: (item: T) => Exclusive | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const together = items.filter((item) => exclusive(item) === undefined);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = together[next++]; item !== undefined; item = together[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, together.length) }, worker));
  for (const kind of order)
    for (const item of items.filter((one) => exclusive(one) === kind)) await work(item);
}
