import { payrollOf } from '../../generators/people/payroll.ts';
import { statementOf } from '../../generators/people/statement-of.ts';
import { drawStatement } from '../../generators/statements/draw.ts';
import { extractStatement } from '../../generators/statements/extract.ts';
import { world } from '../../generators/world/world.ts';
import { byName, type Effort, figuresIn, type Section, sectionOf } from './figure.ts';

const born = Date.parse('2026-10-01T09:00:00.000Z');
const twoYears = { from: Date.parse('2024-10-01T00:00:00.000Z'), until: born };

async function rate(seconds: number, make: () => number | Promise<number>): Promise<number> {
  const began = performance.now();
  let made = 0;
  while (performance.now() - began < seconds * 1000) made += await make();
  return (made / (performance.now() - began)) * 1000;
}

export async function generation({ rounds, seconds }: Effort): Promise<Section> {
  const people = world('bench', { users: 100_000, born });
  let next = 100;
  const samples = byName(['people', 'payslips', 'drawn', 'read']);
  // The first round is for the compiler.
  for (let round = -1; round < rounds; round += 1) {
    let slips = 0;
    const made = await rate(seconds, () => {
      slips += payrollOf(people.person(next++), twoYears).reduce(
        (sum, { submissions }) => sum + submissions.length,
        0,
      );
      return 1;
    });
    const perPerson = slips / Math.max(1, Math.round(made * seconds));
    const files: Uint8Array[] = [];
    const drawn = await rate(seconds, async () => {
      const statement = statementOf(people.person(next++), '2026-08', born)!;
      files.push(await drawStatement(statement, { createdAt: born }));
      return 1;
    });
    let at = 0;
    const read = await rate(seconds, async () => {
      const extraction = await extractStatement(files[at++ % files.length]!.slice());
      if (!extraction.ok || extraction.transactions.length === 0)
        throw new Error('A statement was not understood');
      return 1;
    });
    if (round < 0) continue;
    samples.people.push(made);
    samples.payslips.push(made * perPerson);
    samples.drawn.push(drawn);
    samples.read.push(read);
  }
  return sectionOf('generation', figuresIn('generation', samples));
}
