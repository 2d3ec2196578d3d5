// Runs the correct client, or the broken one that the argument names, as a command.
import type { Values } from '../stage/journeys.ts';
import { defects } from './defects/index.ts';
import { specimen } from './specimen.ts';

const values: Values = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('PAYRIG_EXAM_'))
    .map(([name, value]) => [name.replace('PAYRIG_EXAM_', ''), value ?? '']),
);
const defect = defects.find(({ name }) => name === process.argv[2]);
specimen(defect?.change)(values).then(
  (printed) => console.log(JSON.stringify(printed ?? {})),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
