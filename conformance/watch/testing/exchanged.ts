import type { Exchanged } from './watched.ts';

// Exchanges of which tests make traffic: requests with their answers.

export const id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';
export const other = '0d9c1f5a-1f4e-4c55-8a43-2f6f3f1b7c11';
export const errors = (...said: string[]) => ({ errors: said });
export const page = (offset: number, limit: number) => `offset=${offset}&limit=${limit}`;
export const term = (term_id: string, month: number, version: number): Exchanged => [
  'GET',
  `/authorisations/terms/${term_id}`,
  undefined,
  200,
  {
    id: term_id,
    name: 'T',
    authorisation_text: 'I agree.',
    authorisation_category: 'one_time',
    is_active: true,
    is_system_term: false,
    authorisation_version: version,
    created_at: `2026-0${month}-01T00:00:00.000Z`,
  },
];
export const hook = { name: 'hooks', events: ['user-payroll-submitted'], url: 'https://crm.example/hooks' };
export const made = (webhook_id: string): Exchanged => [
  'POST',
  '/webhooks',
  hook,
  201,
  { ...hook, webhook_id },
];
export const estimate = (...said: string[]): Exchanged => [
  'GET',
  `/expenditure/${id}/ons`,
  undefined,
  404,
  errors(...said),
];

export const listed = (
  offset: number,
  limit: number,
  total_count: number,
  ids: readonly string[],
): Exchanged => [
  'GET',
  `/users?${page(offset, limit)}`,
  undefined,
  200,
  {
    users: ids.map((user_id) => ({ user_id })),
    pagination: { offset, limit, count: ids.length, total_count },
  },
];

export const [noon, evening] = ['2026-11-18T12:00:00.000Z', '2026-11-18T18:00:00.000Z'] as const;
export const statements = (
  query: string,
  times: readonly string[],
  total_count = times.length,
): Exchanged => [
  'GET',
  `/bankstatements/${id}?${query}`,
  undefined,
  200,
  {
    bank_statement_submissions: times.map((created_at) => ({ id: `at ${created_at}`, created_at })),
    pagination: { offset: 0, limit: 10, count: times.length, total_count },
  },
];
export const wrongSettings = (...each: (readonly string[])[]): Exchanged[] =>
  each.map((names) => [
    'PATCH',
    '/configuration',
    Object.fromEntries(names.map((name) => [name, 42])),
    400,
    errors(`${names[0]} must be a boolean`),
  ]);
