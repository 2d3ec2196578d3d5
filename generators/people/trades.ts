import type { Sector } from '../catalogue/employers.ts';
import type { PayFrequency } from '../pay/employment.ts';

type Band = readonly [from: number, to: number];

/** A line of work: what it is called, where it is done, and how it is paid. Pay is as of spring 2024, in pence. */
export type Trade = {
  role: string;
  sector: Sector;
  /** How many people do it, roughly. */
  weight: number;
  /** Done from this age on. */
  age: number;
  pay:
    | { kind: 'salary'; annual: Band }
    | { kind: 'hourly'; rate: Band; weeklyHours: readonly number[] }
    | { kind: 'variable'; rate: Band; unit: string; description: string; perWeek: Band };
  often: 'bonus' | 'commission' | 'overtime' | 'tips' | 'benefits' | null;
  director?: boolean;
};

const pounds = (from: number, to: number): Band => [from * 100, to * 100];

function salaried(
  weight: number,
  sector: Sector,
  role: string,
  [from, to]: Band,
  often: Trade['often'] = null,
  age = 23,
): Trade {
  return { role, sector, weight, age, often, pay: { kind: 'salary', annual: pounds(from, to) } };
}

function hourly(
  weight: number,
  sector: Sector,
  role: string,
  rate: Band,
  often: Trade['often'] = 'overtime',
  weeklyHours: readonly number[] = [3750, 4000],
): Trade {
  return { role, sector, weight, age: 18, often, pay: { kind: 'hourly', rate, weeklyHours } };
}

function variable(
  weight: number,
  sector: Sector,
  role: string,
  age: number,
  often: Trade['often'],
  pay: Omit<Extract<Trade['pay'], { kind: 'variable' }>, 'kind'>,
): Trade {
  return { role, sector, weight, age, often, pay: { kind: 'variable', ...pay } };
}

const PART_TIME = [1600, 2000, 2400, 3000, 3750];

export const trades: readonly Trade[] = [
  salaried(8, 'office', 'Office administrator', [23_800, 29_500], null, 18),
  salaried(6, 'office', 'Customer service adviser', [23_600, 28_000], 'bonus', 18),
  salaried(5, 'office', 'Accountant', [36_000, 58_000], 'bonus'),
  salaried(4, 'office', 'Sales executive', [27_000, 42_000], 'commission', 20),
  salaried(4, 'office', 'Project manager', [41_000, 66_000], 'benefits', 26),
  salaried(3, 'office', 'Personnel adviser', [30_000, 43_000]),
  salaried(3, 'office', 'Marketing manager', [38_000, 57_000], 'bonus', 26),
  salaried(2, 'office', 'Solicitor', [45_000, 92_000], 'bonus', 25),
  salaried(1, 'office', 'Head of operations', [78_000, 132_000], 'benefits', 34),
  salaried(5, 'technology', 'Software developer', [38_000, 76_000], 'benefits', 22),
  salaried(3, 'technology', 'Data analyst', [31_000, 49_000], null, 22),
  salaried(3, 'technology', 'Support engineer', [27_000, 38_000], 'overtime', 20),
  salaried(7, 'health', 'Nurse', [29_900, 44_000], 'overtime', 22),
  salaried(3, 'health', 'Physiotherapist', [31_000, 45_000]),
  salaried(2, 'health', 'Dental nurse', [23_800, 28_500], null, 19),
  salaried(1, 'health', 'Consultant', [99_000, 139_000], null, 34),
  salaried(6, 'education', 'Teacher', [31_600, 49_000]),
  salaried(4, 'education', 'Teaching assistant', [21_500, 25_500], null, 18),
  salaried(2, 'education', 'Lecturer', [38_000, 57_000], null, 28),
  salaried(2, 'shops', 'Shop manager', [27_500, 39_000], 'bonus', 22),
  salaried(2, 'goods', 'Production planner', [29_000, 41_000], 'bonus'),
  salaried(2, 'building', 'Quantity surveyor', [37_000, 61_000], 'benefits', 24),
  salaried(2, 'building', 'Site manager', [42_000, 63_000], 'benefits', 28),
  salaried(1, 'hospitality', 'Hotel manager', [34_000, 50_000], 'bonus', 26),
  { ...salaried(3, 'office', 'Director', [12_570, 12_570], null, 30), director: true },
  { ...salaried(2, 'technology', 'Managing director', [70_000, 120_000], 'benefits', 35), director: true },
  hourly(7, 'goods', 'Warehouse operative', [1150, 1390]),
  hourly(4, 'goods', 'Lorry driver', [1480, 1850]),
  hourly(3, 'goods', 'Machine operator', [1230, 1560]),
  hourly(7, 'health', 'Care assistant', [1144, 1310], 'overtime', PART_TIME),
  hourly(7, 'shops', 'Shop assistant', [1144, 1260], 'overtime', PART_TIME),
  hourly(3, 'shops', 'Pharmacy assistant', [1150, 1290], null, PART_TIME),
  hourly(3, 'building', 'Electrician', [1650, 2150]),
  hourly(2, 'building', 'Bricklayer', [1600, 2050]),
  hourly(2, 'building', 'Labourer', [1200, 1420]),
  hourly(4, 'hospitality', 'Chef', [1230, 1600], 'tips'),
  hourly(4, 'hospitality', 'Waiter', [1144, 1220], 'tips', PART_TIME),
  hourly(3, 'office', 'Cleaner', [1144, 1230], null, PART_TIME),
  hourly(2, 'office', 'Security officer', [1190, 1390], 'overtime', [4000, 4200]),
  variable(3, 'platform', 'Courier', 18, 'tips', {
    rate: [390, 520],
    unit: 'delivery',
    description: 'Deliveries',
    perWeek: [60, 150],
  }),
  variable(3, 'platform', 'Temporary worker', 18, null, {
    rate: [1150, 1500],
    unit: 'hour',
    description: 'Hours worked',
    perWeek: [14, 45],
  }),
  variable(1, 'education', 'Supply teacher', 24, null, {
    rate: [14_000, 18_500],
    unit: 'day',
    description: 'Days taught',
    perWeek: [2, 5],
  }),
];

/** How often people are paid, by the kind of their pay. */
export const frequencies: Readonly<
  Record<Trade['pay']['kind'], readonly (readonly [PayFrequency, number])[]>
> = {
  salary: [
    ['monthly', 94],
    ['four-weekly', 6],
  ],
  hourly: [
    ['weekly', 30],
    ['monthly', 34],
    ['four-weekly', 22],
    ['fortnightly', 14],
  ],
  variable: [
    ['weekly', 62],
    ['fortnightly', 20],
    ['monthly', 18],
  ],
};
