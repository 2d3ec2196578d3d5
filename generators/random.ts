export type Weighted<T> = readonly [value: T, weight: number];

/** Spreads every input bit over all 32 output bits (the finishing rounds of MurmurHash3). */
function finish(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** 128 bits that stand for a text: four FNV-1a lanes with different starts and multipliers, mixed at the end. */
export function hash128(text: string): [number, number, number, number] {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0x6a09e667;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca77);
    c = Math.imul(c ^ unit, 0xc2b2ae3d);
    d = Math.imul(d ^ unit, 0x27d4eb2f);
  }
  return [finish(a ^ (d >>> 7)), finish(b ^ (a >>> 9)), finish(c ^ (b >>> 11)), finish(d ^ (c >>> 13))];
}

export const hash32 = (text: string): number => hash128(text)[0];

/** Opens the stream of a seed and a key; 128 bits of state keep the streams of a million people apart. */
export const stream = (seed: string | number, ...labels: (string | number)[]): Stream =>
  new Sfc32([seed, ...labels].join('/'));

export type Stream = Sfc32;

/**
 * A stream of seeded choices. The same key gives the same choices, whatever other streams were used for. It is the sfc32
 * generator: three words of state and a counter.
 */
class Sfc32 {
  /** The seed and labels this stream came from. */
  readonly key: string;
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(key: string) {
    this.key = key;
    [this.#a, this.#b, this.#c, this.#counter] = hash128(key);
    for (let round = 0; round < 12; round++) this.bits();
  }

  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  unit(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** The next whole number between both bounds, which may both come up. */
  int(min: number, max: number): number {
    return min + Math.floor(this.unit() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError(`Stream ${this.key} cannot pick from an empty list`);
    return list[this.int(0, list.length - 1)]!;
  }

  named<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
    const names: Weighted<Name>[] = [];
    for (const name in weights) names.push([name, weights[name] ?? 0]);
    return this.weighted(names);
  }

  /** One of the values, each as likely as its weight says. */
  weighted<T>(choices: readonly Weighted<T>[]): T {
    const last = choices.at(-1);
    if (last === undefined) throw new RangeError(`Stream ${this.key} cannot pick from an empty list`);
    let total = 0;
    for (const [, weight] of choices) total += weight;
    let left = this.unit() * total;
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return last[0];
  }

  /** A stream of its own for a part of the whole; it depends on the key alone, not on what was drawn so far. */
  fork(label: string | number): Stream {
    return new Sfc32(`${this.key}/${label}`);
  }
}
