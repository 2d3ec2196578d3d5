import { hash32 } from '../random.ts';
import { readTable } from '../table.ts';

export type KnownEmployer = {
  listed: { id: string; name: string; url: string; logo_url: string; providers: string[] };
  /** What kind of work it has; a person's trade looks for an employer of the same kind. */
  sector: string;
  payeReference: string;
};

/** A reference in the form of a PAYE reference, always the same for the same employer. */
export function payeReferenceOf(employer: string): string {
  const bits = hash32(`paye/${employer}`);
  const letter = (value: number) => String.fromCharCode(65 + (value % 26));
  const office = String(100 + (bits % 900));
  return `${office}/${letter(bits >>> 8)}${letter(bits >>> 16)}${String(10_000 + ((bits >>> 4) % 90_000))}`;
}

/** All made up. */
export const employers: readonly KnownEmployer[] = readTable('catalogue/data/employers').map(
  ({ id = '', name = '', sector = '', providers = '' }) => ({
    sector,
    payeReference: payeReferenceOf(id),
    listed: {
      id,
      name,
      url: `https://${id}.employer.example/`,
      logo_url: `https://logos.employer.example/${id}.svg`,
      providers: providers.split(' '),
    },
  }),
);
