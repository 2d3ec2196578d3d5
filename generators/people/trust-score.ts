import { hash32 } from '../random.ts';

/** How far payslips are trusted, by where they came from; of a hundred. */
const SHARES = {
  connection: { HIGH: 93, MEDIUM: 6, LOW: 1 },
  upload: { HIGH: 22, MEDIUM: 63, LOW: 15 },
} as const;

/** The rating word of a payslip, always the same for the same one. */
export function trustScoreOf(payslipId: string, origin: keyof typeof SHARES): 'HIGH' | 'MEDIUM' | 'LOW' {
  const { HIGH, MEDIUM } = SHARES[origin];
  const place = hash32(`trust/${payslipId}`) % 100;
  if (place < HIGH) return 'HIGH';
  return place < HIGH + MEDIUM ? 'MEDIUM' : 'LOW';
}
