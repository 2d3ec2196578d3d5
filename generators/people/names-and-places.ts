import { readTable } from '../table.ts';
import type { Region } from '../uk/post-codes.ts';

/** A post town, its county, and districts that lie in it. */
export type Place = { city: string; county: string; country: Region; districts: string[] };

// The weight is roughly how many people live there. No district of the table straddles a border.
const rows = readTable('people/data/places');

const placesIn = (country: Region): [Place, number][] =>
  rows
    .filter((row) => row.country === country)
    .map(({ city = '', county = '', weight, districts = '' }) => [
      { city, county, country, districts: districts.split(' ') },
      Number(weight),
    ]);

export const places: Readonly<Record<Region, readonly (readonly [Place, number])[]>> = {
  England: placesIn('England'),
  Wales: placesIn('Wales'),
  Scotland: placesIn('Scotland'),
  'Northern Ireland': placesIn('Northern Ireland'),
};

const nameRows = readTable('people/data/names');
const namesOf = (wanted: string): string[] =>
  nameRows.find(({ kind }) => kind === wanted)?.names?.split(' ') ?? [];

/** Given names that are common in the United Kingdom, old and new, from many places; faker's are American. */
export const forenames: readonly string[] = namesOf('forename');

/** Family names that are common in the United Kingdom, from many places. */
export const surnames: readonly string[] = namesOf('surname');
