import { lazy } from '../../spec/lazy.ts';
import { readData } from '../table.ts';

/** The four countries that have ONS figures. */
export const regions = ['England', 'Wales', 'Scotland', 'Northern Ireland'] as const;
export type Region = (typeof regions)[number];

/** A post code, or as much of one as was written. */
export type PostCode = { area: string; district?: string; sector?: string; unit?: string };

type RegionData = {
  areas: Record<Region, string>;
  districts: Record<string, Partial<Record<Region, string>>>;
  sectors: Record<string, Region>;
};

const outward = '([A-Z]{1,2})(0[A-Z]?|[1-9][0-9A-Z]?)';
const spaced = new RegExp(`^${outward}\\s+([0-9])\\s*([A-Z]{0,2})$`, 'i');
const compact = new RegExp(`^${outward}(?:([0-9])([A-Z]{0,2}))?$`, 'i');
const areaOnly = /^([A-Z]{1,2})$/i;

/** Reads a post code in any case and spacing, whole or only its beginning; anything else is undefined. */
export function parsePostCode(text: string): PostCode | undefined {
  const trimmed = text.trim();
  const squeezed = trimmed.replace(/\s+/g, '');
  // "CH5 1" is a sector only by its space: without it, the same letters name the district CH51.
  const found = spaced.exec(trimmed) ?? compact.exec(squeezed) ?? areaOnly.exec(squeezed);
  if (!found) return undefined;
  const [area, district, sector, unit] = found.slice(1).map((part) => part?.toUpperCase() || undefined);
  return {
    area: area!,
    district: district && area! + district,
    sector: sector && `${area}${district} ${sector}`,
    unit: unit?.length === 2 ? `${area}${district} ${sector}${unit}` : undefined,
  };
}

/** The country a post code's prefix lies in; undefined for the Crown dependencies, forces and unknown places. */
export function regionOf(
  text: string,
  { straddling = 'sector' }: { straddling?: 'sector' | 'dominant-country' } = {},
) {
  const code = parsePostCode(text);
  if (!code) return undefined;
  const { areas, districts, sectors } = table();
  const bySector = straddling === 'sector' && code.sector ? sectors.get(code.sector) : undefined;
  return bySector ?? areas.get(code.area) ?? districts.get(code.district ?? '');
}

// Read on first use: most commands never ask for a region.
const table = lazy(() => {
  const data: RegionData = readData('uk/data/post-code-regions');
  const areas = new Map<string, Region>();
  /** Districts of the areas that lie under two countries: "CH5" and its like. */
  const districts = new Map<string, Region>();
  for (const region of regions) {
    for (const area of data.areas[region].split(' ')) areas.set(area, region);
    for (const [area, byRegion] of Object.entries(data.districts)) {
      for (const number of expand(byRegion[region])) districts.set(`${area}${number}`, region);
    }
  }
  return { areas, districts, sectors: new Map(Object.entries(data.sectors)) };
});

const expand = (ranges = ''): number[] =>
  ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return range ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : [];
  });
