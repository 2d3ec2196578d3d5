import { type Arrangement, Refused } from '../judgement/arrangement.ts';
import { type Capability, capabilities } from '../judgement/capability.ts';
import { CannotArrange } from '../judgement/failure.ts';

const functionsOf = Object.entries(capabilities).flatMap(([capability, one]) =>
  'functions' in one ? [[capability as Capability, one.functions] as const] : [],
);

export const arrangementFunctions: readonly (keyof Arrangement)[] = [
  ...functionsOf.flatMap(([, names]) => names),
  ...(['removeUser', 'reset', 'takeSnapshot', 'loadSnapshot', 'held'] as const),
];

export const capabilityOf = (name: string): Capability =>
  functionsOf.find(([, names]) => names.some((one) => one === name))?.[0] ?? 'users';

export function offered(functions: Partial<Arrangement>): Set<Capability> {
  const whole = functionsOf.filter(([, names]) =>
    names.every((name) => typeof functions[name] === 'function'),
  );
  return new Set(whole.map(([capability]) => capability));
}

/** What is arranged with odd values, which the arrangement may refuse as a service may; undefined where it does. */
export async function unlessRefused<T>(act: Promise<T>): Promise<T | undefined> {
  return act.catch((error: unknown) => {
    if (error instanceof Refused && error.status < 500) return undefined;
    throw error;
  });
}

export async function ifOffered<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CannotArrange) return undefined;
    throw error;
  }
}
