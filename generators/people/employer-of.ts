import { employers, payeReferenceOf, type Sector } from '../catalogue/employers.ts';
import { providers } from '../catalogue/providers.ts';
import type { Stream } from '../random.ts';
import { cosmeticsOf } from './cosmetics.ts';

const FIRMS: Readonly<Record<Sector, readonly string[]>> = {
  office: ['Lettings', 'Bookkeeping', 'Surveyors', 'Consulting', 'Print Works', 'Archive Services'],
  technology: ['Software', 'Web Design', 'Computer Repairs', 'Data Services'],
  health: ['Medical Practice', 'Dental Practice', 'Veterinary Surgery', 'Care Home'],
  education: ['Nursery School', 'Tutors', 'Primary School', 'Language School'],
  shops: ['Stores', 'Ironmongers', 'Florists', 'Bicycles', 'Fine Foods'],
  goods: ['Packaging', 'Removals', 'Joinery', 'Metalwork', 'Brewery'],
  building: ['Builders', 'Plumbing and Heating', 'Scaffolding', 'Decorators'],
  hospitality: ['Kitchen', 'Arms', 'Tea Rooms', 'Guest House'],
  platform: ['Couriers', 'Staffing', 'Deliveries'],
};

/** Finds somebody an employer other than the last, one of the catalogue or a small firm, and its provider. */
export function employerOf(
  stream: Stream,
  sector: Sector,
  last?: string,
): { provider: string; employer: { name: string; payeReference: string } } {
  const known = employers.filter((employer) => employer.sector === sector && employer.listed.name !== last);
  if (stream.chance(0.6)) {
    const { listed, payeReference } = stream.pick(known);
    return { provider: stream.pick(listed.providers), employer: { name: listed.name, payeReference } };
  }
  const name = cosmeticsOf(stream).firm(FIRMS[sector]);
  return {
    provider: stream.pick(providers).listed.id,
    employer: { name, payeReference: payeReferenceOf(`${stream.key}/${name}`) },
  };
}
