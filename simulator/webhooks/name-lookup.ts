import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';

type NameLookup = (name: string) => Promise<LookupAddress[]>;

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The system looks names up on four threads, which files need too. */
const MOST_BY_SYSTEM = 2;

const HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

type NameLookupOptions = { resolver?: Resolver; system?: NameLookup; hosts?: string };

/** Asks the name servers first, which takes no thread: the system's lookup can hold one of a few for ten seconds. */
export function nameLookup(options: NameLookupOptions = {}): NameLookup {
  const { system = (name) => lookup(name, { all: true }), hosts = HOSTS } = options;
  let { resolver } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  const bySystem: NameLookup = async (name) => {
    if (running === MOST_BY_SYSTEM) await new Promise<void>((resume) => waiting.push(resume));
    else running += 1;
    try {
      return await system(name);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return async (name) => {
    if (/(^|\.)localhost\.?$/i.test(name)) return [...LOOPBACK];
    if (namesIn(hosts).includes(name.toLowerCase())) return system(name);
    resolver ??= new Resolver({ timeout: 2000, tries: 2 });
    const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = asked.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length > 0) return found;
    for (const answer of asked)
      if (answer.status === 'rejected' && answer.reason.code === 'ETIMEOUT') throw answer.reason;
    return bySystem(name);
  };
}

function namesIn(hosts: string): string[] {
  try {
    return readFileSync(hosts, 'utf8')
      .toLowerCase()
      .split(/[\s#]+/);
  } catch {
    return [];
  }
}
