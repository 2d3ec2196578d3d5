import type { Capability } from '../capability.ts';
import type { Arrangement } from './arrangement.ts';

/** The functions that each arrangeable capability stands for. */
const functionsOf = {
  users: ['createUser'],
  tokens: ['tokenFor'],
  terms: ['createTerm', 'setTermActive'],
  authorisations: ['accept'],
  revocation: ['revoke'],
  accounts: ['linkAccount'],
  'direct-payroll': ['setDirectPayroll'],
  entries: ['createEntry'],
  'bank-statements': ['createBankStatement'],
  income: ['createIncome'],
  inspect: ['inspectUser'],
  clock: ['now', 'moveClock'],
  deliveries: ['deliveries', 'redeliver'],
} as const satisfies Partial<Record<Capability, readonly (keyof Arrangement)[]>>;

/** The capability that a function of an arrangement belongs to. */
export function capabilityOf(name: keyof Arrangement): Capability {
  for (const [capability, names] of Object.entries(functionsOf))
    if ((names as readonly string[]).includes(name)) return capability as Capability;
  return 'users';
}

/** The capabilities of which an arrangement has every function. */
export function offered(functions: Partial<Arrangement>): Set<Capability> {
  const offers = new Set<Capability>();
  for (const [capability, names] of Object.entries(functionsOf))
    if (names.every((name) => typeof functions[name] === 'function')) offers.add(capability as Capability);
  return offers;
}
