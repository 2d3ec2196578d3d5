import table from './capabilities.json' with { type: 'json' };

/** What a check can need from a run: something to arrange, a credential, or leave to do something. */
export type Capability = keyof typeof table;

/** `is` completes "This needs ..."; `calls` are the functions of an arrangement that offer it; `writes`: it needs that too. */
type Entry = { is: string; enable?: string; calls?: readonly string[]; writes?: boolean };
const entries = Object.entries(table) as [Capability, Entry][];

/** Every capability, in the order in which people meet them, with what a person would do to have it. */
export const capabilities = Object.fromEntries(
  entries.map(([name, { is, enable, calls = [] }]) => {
    const offer = `offer ${calls.join(' and ')} with --arrange (the arrangement API or a module of your own)`;
    return [name, { is, enable: enable ?? offer }];
  }),
) as Readonly<Record<Capability, { readonly is: string; readonly enable: string }>>;

export const callsOf = entries.flatMap(([name, { calls }]) => (calls ? [[name, calls] as const] : []));

/** The capabilities whose use creates or changes something, so that they need `writes` too. */
export const writing: ReadonlySet<Capability> = new Set(
  entries.filter(([, { writes }]) => writes).map(([name]) => name),
);
