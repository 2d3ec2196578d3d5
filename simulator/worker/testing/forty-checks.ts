import { onTestFinished } from 'vitest';
import { type Claim, type ClientStore, workItem } from '../../store/port.ts';
import type { WorkHandler } from '../work-handler.ts';

/** Puts forty checks that are due; their handler, and the turn of the event loop in which it did each. */
export async function fortyChecks(clientStore: ClientStore) {
  let turn = 0;
  const count = () => {
    turn += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  onTestFinished(() => clearImmediate(immediate));
  const turns: number[] = [];
  const check: WorkHandler = async ({ item }) => {
    turns.push(turn);
    const write = (claim: Claim) =>
      clientStore.change(item.owner, () => ({ removeWork: [item.id], result: [] }), { claim });
    return { write };
  };
  for (let n = 0; n < 40; n += 1) {
    const owner = `user-${n}`;
    const work = [workItem({ id: owner, kind: 'check', owner, due: 0 })];
    await clientStore.change(owner, () => ({ document: {}, sortKey: owner, work, result: undefined }));
  }
  return { check, turns };
}
