/** A stream of seeded choices. The same key gives the same choices, whatever other streams were used for. */
export type Stream = {
  /** The seed and labels this stream came from. */
  readonly key: string;
  /** The next 32 random bits, as an unsigned integer. */
  bits(): number;
  /** The next fraction in [0, 1). */
  unit(): number;
  /** The next whole number between both bounds, which may both come up. */
  int(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T;
  /** A stream of its own for a part of the whole; it depends on the key alone, not on what was drawn so far. */
  fork(label: string | number): Stream;
};

const LANES = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6a09e667] as const;

/** Spreads every input bit over all 32 output bits (the finishing rounds of MurmurHash3). */
function finish(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** 128 bits that stand for a text: four FNV-1a lanes with different starts and multipliers, mixed at the end. */
export function hash128(text: string): [number, number, number, number] {
  let [a, b, c, d]: [number, number, number, number] = [...LANES];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca77);
    c = Math.imul(c ^ unit, 0xc2b2ae3d);
    d = Math.imul(d ^ unit, 0x27d4eb2f);
  }
  return [finish(a ^ (d >>> 7)), finish(b ^ (a >>> 9)), finish(c ^ (b >>> 11)), finish(d ^ (c >>> 13))];
}

/** 32 bits that stand for a text. */
export function hash32(text: string): number {
  return hash128(text)[0];
}

/** Opens the stream of a seed and a key; 128 bits of state keep the streams of a million people apart. */
export function stream(seed: string | number, ...labels: (string | number)[]): Stream {
  return openStream([seed, ...labels].join('/'));
}

/** The sfc32 generator: three words of state and a counter. */
function openStream(key: string): Stream {
  let [a, b, c, counter] = hash128(key);

  function bits(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (let round = 0; round < 12; round++) bits();

  const unit = () => bits() / 0x1_0000_0000;
  const int = (min: number, max: number) => min + Math.floor(unit() * (max - min + 1));
  return {
    key,
    bits,
    unit,
    int,
    chance: (probability) => unit() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError(`Stream ${key} cannot pick from an empty list`);
      return list[int(0, list.length - 1)] as T;
    },
    weighted<T>(choices: readonly (readonly [T, number])[]): T {
      const last = choices.at(-1);
      if (last === undefined) throw new RangeError(`Stream ${key} cannot pick from an empty list`);
      let left = unit() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return last[0];
    },
    fork: (label) => openStream(`${key}/${label}`),
  };
}
