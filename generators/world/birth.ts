const EARLIEST = Date.parse('1971-01-01T00:00:00.000Z');
const LATEST = Date.parse('9990-12-31T23:59:59.999Z');

/** A time at which no world can be born: nobody could have a past before it, or a future after it. */
class BirthError extends RangeError {
  constructor(instant: number) {
    const told = Number.isFinite(instant) ? new Date(instant).toISOString() : String(instant);
    super(`A world is born between the years 1971 and 9990, not at ${told}`);
    this.name = 'BirthError';
  }
}

/** The same instant, when a world can be born at it. */
export function birthAt(instant: number): number {
  if (!(instant >= EARLIEST && instant <= LATEST)) throw new BirthError(instant);
  return instant;
}
