import { hash32 } from '../random.ts';

/** How far payslips are trusted, by where they came from: of a hundred, those well, middling and little trusted. */
const SHARES = { connection: [93, 6, 1], upload: [22, 63, 15] } as const;

/** The default rating words, the best first. */
const RATINGS = ['HIGH', 'MEDIUM', 'LOW'] as const;

/** The rating word of a payslip, always the same for the same one; of any number of words each has its share. */
export function trustScoreOf(id: string, origin: keyof typeof SHARES, words: readonly string[] = RATINGS) {
  const hash = hash32(`trust/${id}`);
  const [well, middling] = SHARES[origin];
  const place = hash % 100;
  const third = place < well ? 0 : place < well + middling ? 1 : 2;
  // Where in its third a payslip stands: so two or five words part the same range at other places.
  const within = (Math.floor(hash / 100) % 10_000) / 10_000;
  return words[Math.floor(((third + within) * words.length) / 3)] ?? 'HIGH';
}
