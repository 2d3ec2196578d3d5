import type { Asked, Call, ReceivedResponse } from '../connection.ts';
import type { Register } from './writer.ts';

/** What a list of things needs to be a register: how one is made and taken away, and how all are found. */
export type ListLaw = {
  name: string;
  open(call: Call): Promise<void>;
  create(mark: string): Asked;
  remove(id: string): Asked;
  /** The id of a thing in the answer to its creation. */
  idOf(answer: ReceivedResponse['body']): string;
  /** Every thing of this register: its mark and its id; throws when one is there by half. */
  list(call: Call): Promise<{ mark: string; id: string }[]>;
  /** How many there may be. */
  most?: number;
};

/** Things that come and go, each with a mark of its own; the state is the marks that are there. */
export function listRegister(law: ListLaw): Register<string[]> {
  const ids = new Map<string, string>();
  return {
    name: law.name,
    async open(call) {
      await law.open(call);
      return [];
    },
    next(marks, n) {
      const oldest = marks[0];
      if (oldest !== undefined && (marks.length >= (law.most ?? 5) || n % 4 === 0)) {
        return { ask: law.remove(ids.get(oldest) as string), after: () => marks.slice(1) };
      }
      const mark = `${law.name}-${n}`;
      return {
        ask: law.create(mark),
        after: (answer) => {
          if (answer) ids.set(mark, law.idOf(answer));
          return [...marks, mark];
        },
      };
    },
    async read(call) {
      const found = await law.list(call);
      for (const { mark, id } of found) ids.set(mark, id);
      return found.map(({ mark }) => mark).sort(byNumber);
    },
  };
}

const numberOf = (mark: string): number => Number(mark.slice(mark.lastIndexOf('-') + 1));
const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b);
