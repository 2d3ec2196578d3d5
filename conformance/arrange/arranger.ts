import { shortened } from '../../spec/bounds.ts';
import type { Arrangement, ClockMove, Held, NewTerm, NewUser, Wanted } from '../judgement/arrangement.ts';
import { capabilities } from '../judgement/capability.ts';
import { ArrangementFailed, CannotArrange } from '../judgement/failure.ts';
import type { Caller } from '../target/caller.ts';
import { fieldsOf } from '../target/read-json.ts';
import { type CleanupList, removeNow } from './cleanup-list.ts';
import type { Discovery } from './discover.ts';
import { capabilityOf, ifOffered } from './offers.ts';
import { willingUser } from './willing-user.ts';

export type ArrangerOptions = {
  functions: Partial<Arrangement>;
  /** The run's own caller: clean-up requests belong to no check's history. */
  caller: Caller;
  cleanup: CleanupList;
  readOnly: boolean;
  discover: Discovery;
  /** The ids of what is made, so that the check's own can be removed when it is over. */
  made: string[];
  mark: string;
  onClockMoved: () => void;
};

const reading: readonly (keyof Arrangement)[] = ['tokenFor', 'inspectUser', 'now', 'deliveries', 'held'];

/** The id without which the suite could not go on with what each of these made. */
const idMade = {
  createUser: 'user_id',
  createTerm: 'id',
  accept: 'authorisation_id',
  linkAccount: 'account_id',
  createEntry: 'entry_id',
  createBankStatement: 'id',
  createIncome: 'id',
} as const satisfies { readonly [Name in keyof Arrangement]?: string };

/** The functions as they are, but for what they make without its id: the suite would ask for `undefined`. */
function tellingIds(functions: Partial<Arrangement>): Partial<Arrangement> {
  const checked = Object.entries(idMade).flatMap(([name, id]) => {
    const make = functions[name as keyof typeof idMade] as ((...given: unknown[]) => unknown) | undefined;
    if (!make) return [];
    const checkedMake = async (...given: unknown[]) => {
      const made = await make(...given);
      const told = fieldsOf(made)[id];
      if (typeof told === 'string' && told !== '') return made;
      const call = `${name}(${given.map((one) => JSON.stringify(one)).join(', ')})`;
      const shown = shortened(String(JSON.stringify(made)));
      throw new ArrangementFailed(`${shortened(call)} of the arrangement gave no ${id}: ${shown}`);
    };
    return [[name, checkedMake]];
  });
  return { ...functions, ...Object.fromEntries(checked) };
}

/** A whole arrangement: a missing function rejects with the capability it needs, and what others create is cleaned up. */
export function arranger(options: ArrangerOptions): Arrangement {
  const { readOnly } = options;
  const functions = tellingIds(options.functions);
  const { createUser, createTerm, moveClock } = functions;
  const whole = new Proxy({} as Arrangement, {
    get(_, name: string) {
      if (name === 'held') return (wanted: Wanted) => held(whole, options, wanted);
      if (readOnly && !reading.some((one) => one === name))
        return () => Promise.reject(lacks('writes', 'it would change something'));
      if (name === 'createUser' && createUser)
        return (fields: NewUser = {}) => newUser(createUser, options, fields);
      if (name === 'createTerm' && createTerm) return (term?: NewTerm) => newTerm(createTerm, options, term);
      if (name === 'moveClock' && moveClock) return (move: ClockMove) => movedClock(moveClock, options, move);
      const given = fieldsOf(functions)[name];
      if (given) return given;
      return () => Promise.reject(lacks(capabilityOf(name), `the arrangement offers no ${name}`));
    },
  });
  return whole;
}

function lacks(capability: keyof typeof capabilities, why: string): CannotArrange {
  const { is, enable } = capabilities[capability];
  return new CannotArrange(`it needs ${is}, and ${why}`, [enable], [capability]);
}

async function newUser(create: Arrangement['createUser'], options: ArrangerOptions, fields: NewUser) {
  const { functions, cleanup, caller, made, mark } = options;
  // The mark is in the one free field; a check that needs that field says so by naming it.
  const user = await create('ext_id' in fields ? fields : { ...fields, ext_id: mark });
  const id = user.user_id;
  if (cleanup.isForeign(id)) return user;
  const remove = () => functions.removeUser?.(id) ?? removeNow(caller, 'deleteUser', id);
  cleanup.add({ kind: 'user', id, remove });
  made.push(id);
  return user;
}

/** Terms cannot be deleted, so clean-up switches the term off: then no user can accept it any more. */
async function newTerm(create: Arrangement['createTerm'], options: ArrangerOptions, term?: NewTerm) {
  const { functions, cleanup, made } = options;
  const created = await create(term);
  const { id } = created;
  const remove = async () => {
    await functions.setTermActive?.(id, false);
    cleanup.leave('an authorisation term, switched off: terms cannot be deleted');
  };
  cleanup.add({ kind: 'term', id, remove });
  made.push(id);
  return created;
}

async function movedClock(act: Arrangement['moveClock'], options: ArrangerOptions, move: ClockMove) {
  const { cleanup, functions, onClockMoved } = options;
  const before = cleanup.clockAhead?.before ?? ((await functions.now?.()) ?? Date.now()) - Date.now();
  const moved = await act(move);
  cleanup.clockAhead = { before, since: moved.now - Date.now() };
  onClockMoved();
  return moved;
}

/** What is made for the purpose is made a little more than enough, so that pages have something to go wrong on. */
const withSpare = (wanted = 0): number => (wanted === 0 ? 0 : wanted + 3);

/** Asks the arrangement, else searches what was there before the run (public evidence), else creates the data. */
async function held(whole: Arrangement, options: ArrangerOptions, wanted: Wanted): Promise<Held> {
  const { functions, readOnly, discover } = options;
  if (functions.held) return functions.held(wanted);
  const bankStatements = withSpare(wanted.bankStatements);
  const income = withSpare(wanted.income);
  const { payroll = 0 } = wanted;
  const able =
    !readOnly &&
    functions.createUser &&
    (bankStatements === 0 || functions.createBankStatement) &&
    (income === 0 || functions.createIncome) &&
    (payroll === 0 || functions.createEntry) &&
    (!wanted.term || functions.createTerm);
  if (!able) return discover(wanted);
  const found = discover.hasLooked ? await ifOffered(() => discover(wanted)) : undefined;
  if (found) return found;
  const fields = { date_of_birth: '1988-04-12', post_codes: ['LS1 4AP'], taxauth_enabled: true };
  const { user_id } = await willingUser(whole, fields);
  for (let n = 0; n < bankStatements; n++) await whole.createBankStatement(user_id);
  for (let n = 0; n < income; n++) await whole.createIncome(user_id);
  if (payroll > 0) await whole.createEntry(user_id, Array(payroll).fill({}));
  const term = wanted.term ? await whole.createTerm() : undefined;
  return { user_id, term_id: term?.id, bankStatements, income };
}
