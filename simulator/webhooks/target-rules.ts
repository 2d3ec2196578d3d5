import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Names (`.a.test` for all below it), addresses or CIDR blocks. */
export type TargetRuleOptions = Partial<Record<'webhookAllow' | 'webhookDeny', readonly string[]>>;

export type TargetRules = {
  /** What is wrong with a receiver's URL, as far as the URL itself shows; undefined when nothing is. */
  problemOf(url: string): string | undefined;
  /** Looks a name up for a connection, which then goes to an address that was judged and to no other. */
  lookup: LookupFunction;
};

/** The code of the error when no address of a name may be called. */
export const TARGET_DENIED = 'ERR_TARGET_DENIED';

/** Where clouds keep credentials of the machine, and the addresses that they reserve for their own agents. */
const reservedByClouds = (): string[] => {
  const file = readFileSync(new URL('./reserved-by-clouds.json', import.meta.url), 'utf8');
  return Object.values<string[]>(JSON.parse(file)).flat();
};

/** The rules of a sandbox. What is denied goes before what is allowed, and that before what is denied by default. */
export function targetRules({ webhookAllow, webhookDeny = [] }: TargetRuleOptions = {}): TargetRules {
  const allowed = webhookAllow && rulesOf(webhookAllow);
  const denied = rulesOf(webhookDeny);
  // Node takes some milliseconds to read its first IPv6 address, and most sandboxes call no receiver.
  let read: Rules | undefined;
  const risky = (): Rules => (read ??= rulesOf(reservedByClouds()));

  const lookUp = nameLookup();

  const nameMayBeCalled = (name: string): boolean =>
    !denied.hasName(name) && (!risky().hasName(name) || allowed?.hasName(name) === true);
  const mayBeCalled = (address: string, name: string | undefined): boolean => {
    if (denied.hasAddress(address) || (risky().hasAddress(address) && !allowed?.hasAddress(address)))
      return false;
    return !allowed || allowed.hasAddress(address) || (name !== undefined && allowed.hasName(name));
  };

  return {
    problemOf(text) {
      // Without the pattern, what follows any number of slashes would be taken for a host.
      if (!/^https?:\/\/[^/\\?#]/i.test(text) || !URL.canParse(text))
        return 'must be an http or https URL with a host';
      const url = new URL(text);
      if (url.port === '0') return 'must have a port from 1 to 65535';
      const host = hostOf(url);
      const fine = isIP(host) ? mayBeCalled(host, undefined) : nameMayBeCalled(host);
      return fine ? undefined : `leads to [${host}], which this sandbox may not call`;
    },
    lookup(name, options, callback) {
      const judged = async () => {
        const found = await lookUp(name);
        return found.filter(({ address, family }) => {
          const isWanted = !options.family || options.family === family;
          return isWanted && mayBeCalled(address, name.toLowerCase());
        });
      };
      judged().then(
        (fine) => {
          const [first] = fine;
          const denied = () => Object.assign(new Error(`${name} may not be called`), { code: TARGET_DENIED });
          if (!first) callback(denied(), []);
          else if (options.all) callback(null, fine);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, []),
      );
    },
  };
}

export function isTarget(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0) return false;
  const family = isIP(address);
  if (bits === undefined) return family !== 0 || /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text);
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

type Rules = ReturnType<typeof rulesOf>;

function rulesOf(targets: readonly string[]) {
  const names: string[] = [];
  const addresses = new BlockList();
  for (const target of targets) {
    if (!isTarget(target)) throw new Error(`[${target}] is not a host name, address or CIDR block`);
    const [address = '', bits] = target.split('/');
    const family = isIP(address);
    if (family === 0) names.push(target.toLowerCase());
    else addresses.addSubnet(address, Number(bits ?? (family === 4 ? 32 : 128)), familyOf(family));
  }
  return {
    hasName: (name: string) =>
      names.some((one) => one === name || (one.startsWith('.') && name.endsWith(one))),
    hasAddress: (address: string) =>
      [address, thisMachine(address), ...ipv4Within(address)].some((one) =>
        addresses.check(one, familyOf(isIP(one))),
      ),
  };
}

/** The address that a connection goes to: the one of no machine leads to this one. */
function thisMachine(address: string): string {
  if (address === '::') return '::1';
  return /^(::ffff:)?(0\.0\.0\.0|0:0)$/i.test(address) ? '127.0.0.1' : address;
}

/** The IPv4 address that a translator takes an IPv6 address for: NAT64, SIIT, 6to4, and the old compatible form. */
function ipv4Within(address: string): string[] {
  if (isIP(address) !== 6) return [];
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname
    .slice(1, -1)
    .split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...before!, ...Array(8 - before!.length - after!.length).fill('0'), ...after!];
  const start =
    groups[0] === '2002'
      ? 1
      : /^(64:ff9b:[01]:0:0:0|0:0:0:0:(0|ffff):0):/.test(groups.join(':'))
        ? 6
        : undefined;
  if (start === undefined) return [];
  const [high, low] = groups.slice(start, start + 2).map((group) => Number.parseInt(group, 16));
  return [[high! >> 8, high! & 255, low! >> 8, low! & 255].join('.')];
}

const familyOf = (family: number): 'ipv4' | 'ipv6' => (family === 4 ? 'ipv4' : 'ipv6');

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

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
