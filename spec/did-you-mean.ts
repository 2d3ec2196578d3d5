/** The known word that is nearest to what was written; undefined when none is near enough to be meant. */
export function nearestTo(written: string, known: readonly string[]): string | undefined {
  const near = known
    // Words that differ by more in length alone are not compared: a stranger may write a word of any length.
    .filter((word) => Math.abs(word.length - written.length) <= allowance(word))
    .map((word) => ({ word, distance: distance(written.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance: far }) => far <= allowance(word))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.word;
}

/** How many mistakes a word may have and still be meant. */
const allowance = (word: string): number => Math.max(2, Math.floor(word.length / 3));

/** ` Did you mean [x]?`, or nothing. */
export function didYouMean(written: string, known: readonly string[]): string {
  const word = nearestTo(written, known);
  return word === undefined ? '' : ` Did you mean [${word}]?`;
}

/** How many letters have to be put in, left out, changed or swapped with their neighbour. */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line[column] = Math.min(
        rows[row - 1]![column]! + 1,
        line[column - 1]! + 1,
        rows[row - 1]![column - 1]! + (same ? 0 : 1),
        swapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(line);
  }
  return rows[from.length]![to.length]!;
}
