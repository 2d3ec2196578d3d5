import { type KnownProvider, type LoginParameter, loginParameters, type MfaKind } from './provider.ts';

type Row = {
  id: string;
  name: string;
  kind: 'api' | 'oauth' | 'scraper';
  attempts: number;
  parent?: string;
  mfa?: MfaKind;
  asks?: (keyof typeof loginParameters)[];
};

// Every name is made up, and every address is on a domain that is reserved for examples.
const ROWS: Row[] = [
  { id: 'oxlip', name: 'Oxlip Payroll', kind: 'oauth', attempts: 5 },
  { id: 'quernstone', name: 'Quernstone Payroll', kind: 'api', attempts: 3, asks: ['companyCode'] },
  { id: 'thrumble', name: 'Thrumble', kind: 'oauth', attempts: 5, mfa: 'code' },
  { id: 'vetchling', name: 'Vetchling People', kind: 'scraper', attempts: 3, mfa: 'password-characters' },
  { id: 'umberfold-core', name: 'Umberfold Core', kind: 'api', attempts: 5, parent: 'umberfold' },
  {
    id: 'umberfold-hourly',
    name: 'Umberfold Hourly',
    kind: 'scraper',
    attempts: 4,
    parent: 'umberfold',
    asks: ['site'],
  },
  {
    id: 'umberfold-bureau',
    name: 'Umberfold Bureau',
    kind: 'scraper',
    attempts: 3,
    parent: 'umberfold',
    mfa: 'date',
  },
  {
    id: 'saltmarrow',
    name: 'Saltmarrow HR',
    kind: 'scraper',
    attempts: 3,
    mfa: 'date',
    asks: ['employeeNumber'],
  },
  { id: 'pennywort', name: 'Pennywort', kind: 'oauth', attempts: 10 },
  {
    id: 'teaselby',
    name: 'Teaselby Wages',
    kind: 'scraper',
    attempts: 3,
    asks: ['companyCode', 'dateOfBirth'],
  },
  {
    id: 'dunnockby-online',
    name: 'Dunnockby Online',
    kind: 'api',
    attempts: 5,
    parent: 'dunnockby',
    mfa: 'code',
  },
  {
    id: 'dunnockby-desktop',
    name: 'Dunnockby Desktop',
    kind: 'scraper',
    attempts: 3,
    parent: 'dunnockby',
    asks: ['employeeNumber'],
  },
  {
    id: 'whinfold',
    name: 'Whinfold Payroll Bureau',
    kind: 'scraper',
    attempts: 3,
    asks: ['surname', 'dateOfBirth'],
  },
  { id: 'ottersedge', name: 'Ottersedge', kind: 'oauth', attempts: 5 },
  {
    id: 'marrowfield',
    name: 'Marrowfield Pay Office',
    kind: 'scraper',
    attempts: 3,
    mfa: 'password-characters',
    asks: ['memorableWord'],
  },
  { id: 'hobbin-pike', name: 'Hobbin & Pike', kind: 'api', attempts: 4 },
  { id: 'yaffleway', name: 'Yaffleway', kind: 'oauth', attempts: 6, mfa: 'code' },
  {
    id: 'corvanby',
    name: 'Corvanby Shared Services',
    kind: 'api',
    attempts: 3,
    parent: 'corvanby-public',
    asks: ['employeeNumber', 'startDate'],
  },
  {
    id: 'corvanby-care',
    name: 'Corvanby Care',
    kind: 'scraper',
    attempts: 3,
    parent: 'corvanby-public',
    mfa: 'date',
    asks: ['employeeNumber'],
  },
  {
    id: 'corvanby-schools',
    name: 'Corvanby Schools',
    kind: 'scraper',
    attempts: 3,
    parent: 'corvanby-public',
    asks: ['employeeNumber', 'surname'],
  },
  { id: 'brindlecote', name: 'Brindlecote Payslips', kind: 'scraper', attempts: 3 },
  { id: 'larkenfen', name: 'Larkenfen', kind: 'oauth', attempts: 5 },
  { id: 'tamsel-shift', name: 'Tamsel Shift', kind: 'api', attempts: 5, parent: 'tamsel', mfa: 'code' },
  {
    id: 'tamsel-contract',
    name: 'Tamsel Contract',
    kind: 'scraper',
    attempts: 3,
    parent: 'tamsel',
    asks: ['companyCode'],
  },
  { id: 'ruddockby', name: 'Ruddockby HR', kind: 'scraper', attempts: 2, mfa: 'password-characters' },
  { id: 'fernlatch', name: 'Fernlatch', kind: 'oauth', attempts: 5 },
  { id: 'zennoway', name: 'Zennoway Umbrella', kind: 'api', attempts: 5, asks: ['startDate'] },
  {
    id: 'ingleshaw',
    name: 'Ingleshaw Payroll',
    kind: 'scraper',
    attempts: 3,
    asks: ['companyCode', 'employeeNumber'],
  },
  { id: 'nettlecomb', name: 'Nettlecomb', kind: 'api', attempts: 4, mfa: 'date' },
  {
    id: 'kitterby',
    name: 'Kitterby Self Service',
    kind: 'scraper',
    attempts: 1,
    mfa: 'code',
    asks: ['surname'],
  },
  { id: 'yarrowhithe', name: 'Yarrowhithe', kind: 'oauth', attempts: 5 },
];

function known(row: Row): KnownProvider {
  const site = `https://${row.id}.payroll.example`;
  return {
    mfa: row.mfa ?? null,
    listed: {
      id: row.id,
      name: row.name,
      url: `${site}/`,
      logo_url: `https://logos.payroll.example/${row.id}.svg`,
      is_oauth2: row.kind === 'oauth',
      is_scraper: row.kind === 'scraper',
      reset_url: `${site}/reset-password`,
      parent: row.parent ?? null,
      max_login_attempts: row.attempts,
      extra_login_params: (row.asks ?? []).map((name): LoginParameter => loginParameters[name]),
    },
  };
}

export const providers: readonly KnownProvider[] = ROWS.map(known);

/** The groups behind several providers. */
export const parents = [
  { id: 'umberfold', name: 'Umberfold Group' },
  { id: 'dunnockby', name: 'Dunnockby Software' },
  { id: 'corvanby-public', name: 'Corvanby Public Services' },
  { id: 'tamsel', name: 'Tamsel Work' },
].map(({ id, name }) => ({ id, name, logo_url: `https://logos.payroll.example/${id}.svg` }));
