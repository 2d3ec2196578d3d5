import { median } from '../../bench/figure.ts';

/** Resident memory over time, and whether it stays what it is. */
export class MemoryTrend {
  readonly #samples: number[] = [];

  add(bytes: number | undefined): void {
    if (bytes !== undefined) this.#samples.push(bytes / (1 << 20));
  }

  /** Medians, in MB, after it has warmed up and at the end; undefined while there is too little to tell. */
  medians(): { early: number; late: number } | undefined {
    if (this.#samples.length < 20) return undefined;
    return { early: this.#part(0.25, 0.5), late: this.#part(0.75, 1) };
  }

  /** The median, in MB, of each tenth of the time. */
  tenths(): number[] {
    if (this.#samples.length < 20) return [];
    return Array.from({ length: 10 }, (_, at) => this.#part(at / 10, (at + 1) / 10));
  }

  #part(from: number, to: number): number {
    const { length } = this.#samples;
    return Math.round(median(this.#samples.slice(length * from, length * to)));
  }

  /** Whether it grows more than a heap that is collected from time to time does. */
  isFlat(): boolean {
    const medians = this.medians();
    return medians === undefined || medians.late < medians.early * 1.2 + 20;
  }
}
