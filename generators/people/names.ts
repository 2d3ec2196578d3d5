import { readTable } from '../table.ts';

const rows = readTable('people/data/names');
const namesOf = (wanted: string): string[] =>
  rows.find(({ kind }) => kind === wanted)?.names?.split(' ') ?? [];

/** Given names that are common in the United Kingdom, old and new, from many places; faker's are American. */
export const forenames: readonly string[] = namesOf('forename');

/** Family names that are common in the United Kingdom, from many places. */
export const surnames: readonly string[] = namesOf('surname');
