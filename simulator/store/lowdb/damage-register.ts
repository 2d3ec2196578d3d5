import type { Damage } from '../store.ts';

/** The damaged files known now, each reported once. */
export class DamageRegister {
  readonly #known = new Map<string, Damage>();
  readonly #report: (damage: Damage) => void;

  constructor(report: (damage: Damage) => void) {
    this.#report = report;
  }

  add(file: string, problem: string): Damage {
    const damage = { file, problem };
    const isNews = !this.#known.has(file);
    this.#known.set(file, damage);
    if (isNews) this.#report(damage);
    return damage;
  }

  /** Somebody mended the file, or it is gone. */
  settle(file: string): void {
    this.#known.delete(file);
  }

  list(): Damage[] {
    return [...this.#known.values()];
  }
}
