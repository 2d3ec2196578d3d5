/** The word among some that was most likely meant; undefined when none is near. */
export function suggestion(given: string, words: readonly string[]): string | undefined {
  const bound = Math.max(1, Math.floor(given.length / 3));
  const [best] = words
    .map((word) => ({ word, distance: distance(given.toLowerCase(), word.toLowerCase()) }))
    .filter((one) => one.distance <= bound)
    .sort((a, b) => a.distance - b.distance);
  return best?.word;
}

/** How many letters must be put, taken or changed, or exchanged with their neighbour, to make one text of another. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
