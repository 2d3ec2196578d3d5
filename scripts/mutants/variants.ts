// `npm run variants`: runs the suite against sandboxes that differ and conform, and counts false failures and warnings.
import { runVariant, variant } from '../../conformance/proof/variants/run-variant.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { scriptCommand } from '../terminal/command-of.ts';

const command = scriptCommand('variants').parse();
const { watched } = command.opts<CommandOptions['npm run variants']>();
const [count, first] = command.processedArgs as [number, number];
let [judged, wrong, skipped] = [0, 0, 0];
for (let seed = first; seed < first + count; seed++) {
  const record = watched ? () => {} : undefined;
  const { result, falseFailures, watchedFailures } = await runVariant(variant(seed), {}, record);
  judged += result.totals.judged;
  skipped += result.totals.skip;
  wrong += falseFailures.length + watchedFailures.length;
  for (const clause of watchedFailures) console.log(`  FALSE ${clause}: by payrig watch`);
  const seconds = (result.durationMs / 1000).toFixed(1);
  console.log(`variant ${seed}: ${result.totals.judged} judged, ${result.totals.skip} not, ${seconds} s`);
  for (const clause of result.clauses.filter(({ clause }) => falseFailures.includes(clause))) {
    const { failure, error } = clause;
    console.log(
      `  FALSE ${clause.clause}: ${failure ? `expected ${failure.expected}, got ${failure.actual}` : error?.message}`,
    );
  }
}
const rate = judged === 0 ? 'nothing was judged' : `${((100 * wrong) / judged).toFixed(2)} %`;
console.log(
  `${count} variants, ${judged} judgements, ${skipped} not judged; false failures and warnings: ${wrong} (${rate})`,
);
process.exitCode = wrong === 0 && judged > 0 ? 0 : 1;
