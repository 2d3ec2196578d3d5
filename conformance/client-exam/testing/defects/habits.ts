// Parts of wrong clients that several defects share.
import type { Client, Habits, Json, Request } from '../specimen.ts';

/** Goes on with this wherever a call fails. */
export const swallowing =
  (instead: unknown) =>
  (right: Habits): Partial<Habits> => ({
    call: (client, request) => right.call(client, request).catch(() => instead),
  });
export const emptyList = {
  users: [],
  income_submissions: [],
  expenditures: [],
  payroll_submissions: [],
  pagination: { total_count: 0 },
};
export const onlyWhere =
  (isMeant: (request: Request) => boolean, instead: unknown) =>
  (right: Habits): Partial<Habits> => ({
    call: async (client, request) =>
      isMeant(request) ? right.call(client, request).catch(() => instead) : right.call(client, request),
  });
export const repeating = (status: number): Partial<Habits> => ({
  mayRepeat: (given) => given === status || given === 503,
});
export const floats = (amounts: readonly string[]): Json =>
  amounts.reduce((sum, amount) => sum + Number(amount.replaceAll(',', '')), 0);
const local = (text: unknown): unknown => {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(text)) return text;
  const date = new Date(text);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T00:00:00.000Z`;
};
export const localDates: Partial<Habits> = {
  fields: (given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, local(value)])),
};
export const demanding =
  (key: string) =>
  (right: Habits): Partial<Habits> => ({
    payslips: (client, slips) => {
      for (const slip of slips)
        if (slip[key] === null || slip[key] === undefined) throw new Error(`no ${key}`);
      return right.payslips(client, slips);
    },
  });
export const paged = (
  next: (page: Json, client: Client, offset: number) => number | undefined,
): Partial<Habits> => ({
  async all(client, path, key, id) {
    const found = new Map<string, Json>();
    for (let offset: number | undefined = 1; offset !== undefined; ) {
      const query = `?offset=${offset}&limit=${client.limit}`;
      const page: Json = await client.call(client, { method: 'GET', path: path + query, isSafe: true });
      for (const item of page[key]) found.set(item[id], item);
      offset = next({ ...page, items: page[key], found: found.size }, client, offset);
    }
    return [...found.values()];
  },
});
export const uploadAgain: Partial<Habits> = {
  findsUploaded: false,
};
