// `npm run clause-places -- FILE`: lists clauses by level with the places that they name, and the places without one.
import { readFileSync } from 'node:fs';
import { loadClauses } from '../../spec/clauses.ts';
import { documentPlaces, pointedAt } from './document-places.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Give the interface document: npm run clause-places -- FILE');
  process.exit(2);
}
const clauses = loadClauses();
const places = documentPlaces(readFileSync(file, 'utf8'));
const { unknown, idle } = pointedAt(places, clauses);
for (const [id, place] of unknown)
  console.error(`${id} points at "${place}", which the document does not have.`);
for (const one of ['stated', 'implied'])
  for (const { id, level, places: named } of clauses)
    if (level === one) console.log(`${level} ${id}: ${named.join('; ') || 'no place of its own'}`);
console.log(`${places.length - idle.length} of ${places.length} places have a clause. No clause points at:`);
for (const name of idle) console.log(`  ${name}`);
const count = (wanted: string): number => clauses.filter(({ level }) => level === wanted).length;
console.log(`${clauses.length} clauses: ${count('stated')} stated, ${count('implied')} implied.`);
process.exit(unknown.length > 0 ? 1 : 0);
