import type { Exclusive } from '../../judgement/check.ts';

const order: readonly Exclusive[] = ['users', 'webhooks', 'configuration', 'clock', 'end'];

/**
 * First the items that may run side by side, at most `width` at a time; then the exclusive ones, those of the clock last. What
 * `mayBeside` names waits for those of the configuration, and runs beside them: they are one long chain of requests.
 */
export async function runSchedule<T>(
  items: readonly T[],
  width: number,
  exclusive: (item: T) => Exclusive | undefined,
  work: (item: T) => Promise<void>,
  mayBeside: (item: T) => boolean = () => false,
): Promise<void> {
  const of = (kind?: Exclusive): T[] => items.filter((item) => exclusive(item) === kind);
  const side = async (some: readonly T[], most: number): Promise<void> => {
    const queue = some.values();
    const worker = async (): Promise<void> => {
      for (const item of queue) await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(most, some.length) }, worker));
  };
  const waits = width > 1 && of('configuration').length > 0 ? mayBeside : () => false;
  await side(
    of().filter((item) => !waits(item)),
    width,
  );
  for (const kind of order) {
    const beside = kind === 'configuration' ? of().filter(waits) : [];
    await Promise.all([side(of(kind), 1), side(beside, width - 1)]);
  }
}
