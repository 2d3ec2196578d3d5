/** What a learner sees of one person: the columns that are on. */
export type Example = { columns: readonly number[]; isPositive: boolean };

type Model = { weights: Float64Array; bias: number };

const ROUNDS = 60;
const RIDGE = 2e-3;

const score = ({ weights, bias }: Model, columns: readonly number[]): number =>
  columns.reduce((sum, column) => sum + weights[column]!, bias);

/** Logistic regression over binary columns: stochastic gradients with a rate for each column (AdaGrad) and a ridge. */
export function train(examples: readonly Example[], width: number): Model {
  const model: Model = { weights: new Float64Array(width), bias: 0 };
  const seen = new Float64Array(width).fill(1);
  const positives = examples.filter(({ isPositive }) => isPositive).length;
  // Both classes weigh the same, however few of one there are.
  const weightOf = (isPositive: boolean) =>
    examples.length / (2 * (isPositive ? positives : examples.length - positives));
  for (let round = 0; round < ROUNDS; round++)
    for (let step = 0; step < examples.length; step++) {
      // A fixed walk through all of them that mixes both classes: 7919 is a prime number.
      const { columns, isPositive } = examples[(step * 7919 + round) % examples.length]!;
      const expected = 1 / (1 + Math.exp(-score(model, columns)));
      const error = (expected - Number(isPositive)) * weightOf(isPositive);
      model.bias -= 0.01 * error;
      for (const column of columns) {
        const gradient = error + RIDGE * model.weights[column]!;
        seen[column]! += gradient * gradient;
        model.weights[column]! -= (0.1 * gradient) / Math.sqrt(seen[column]!);
      }
    }
  return model;
}

/** How likely a positive example scores above a negative one: 0.5 is chance. */
export function areaUnderCurve(model: Model, examples: readonly Example[]): number {
  const ranked = examples
    .map(({ columns, isPositive }) => ({ isPositive, value: score(model, columns) }))
    .sort((a, b) => a.value - b.value);
  let wins = 0;
  let below = 0;
  for (let first = 0; first < ranked.length; ) {
    let last = first;
    while (last < ranked.length && ranked[last]!.value === ranked[first]!.value) last++;
    const tied = ranked.slice(first, last);
    const negatives = tied.filter(({ isPositive }) => !isPositive).length;
    wins += (tied.length - negatives) * (below + negatives / 2);
    below += negatives;
    first = last;
  }
  return wins / (below * (ranked.length - below));
}

/** The standard deviation of the area when nothing can be learnt: that of the rank sum of equal groups. */
export const noiseOf = (positives: number, negatives: number): number =>
  Math.sqrt((positives + negatives + 1) / (12 * positives * negatives));

const BINS = 6;

/** Columns for what is known of people, made from those of the training world: numbers by their sixths, words that are not rare. */
export function columnsFrom(training: readonly Known[]): {
  width: number;
  columnsOf: (known: Known) => number[];
} {
  const numbers = Object.keys(training[0]?.numbers ?? {}).map((name) => {
    const sorted = training.map((known) => known.numbers[name]!).sort((a, b) => a - b);
    const cuts = Array.from(
      { length: BINS - 1 },
      (_, cut) => sorted[Math.floor(((cut + 1) * sorted.length) / BINS)]!,
    );
    // A value that most have would swallow the cuts: the ends of the others are cuts, too.
    const others = [sorted[Math.floor(sorted.length / 50)]!, sorted[Math.floor((sorted.length * 49) / 50)]!];
    return { name, cuts: [...new Set([...cuts, ...others])].sort((a, b) => a - b) };
  });
  const counts = new Map<string, number>();
  for (const { words } of training) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const usual = [...counts].filter(([, count]) => count > training.length / 100).map(([word]) => word);
  let width = 0;
  const places = numbers.map(({ name, cuts }) => {
    const from = width;
    width += 2 * cuts.length + 1;
    return { name, cuts, from };
  });
  const wordPlaces = new Map(usual.map((word) => [word, width++]));
  return {
    width,
    columnsOf: ({ numbers: own, words }) => [
      ...places.map(({ name, cuts, from }) => {
        const value = own[name]!;
        const above = cuts.findLastIndex((cut) => value >= cut);
        return from + (above < 0 ? 0 : 2 * above + (value === cuts[above] ? 1 : 2));
      }),
      ...[...words].flatMap((word) => wordPlaces.get(word) ?? []),
    ],
  };
}

/** What can be said of a person without comparing documents: numbers by name, and the words that occur. */
export type Known = { numbers: Readonly<Record<string, number>>; words: ReadonlySet<string> };
