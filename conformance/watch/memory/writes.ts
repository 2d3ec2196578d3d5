import type { OperationId } from '../../../spec/operations.ts';
import { uuids } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Stands for every record at once. */
export const everything = '*';
/** Operations that change what they name, and no list of another user. */
const local =
  /^(updateUser|deleteUser|updateConfiguration|createWebhook|deleteWebhook|signInMember|inviteMember)$/;
/** Requests of a sandbox's arrangement API that change no record that is there already. */
const additions =
  /^\/_sandbox\/(users|terms|clock|requests|faults|runs)(\/?$|\?)|^\/_sandbox\/(deliveries|runs)\//;

const ofOneUser = /^\/_sandbox\/users(\/?$|\/[0-9a-f-]{36}(\/|$))/;

/** Which records a write may have changed, and when: two requests that overlap may have happened in either order. */
export class Writes {
  readonly #touched = new Bounded<string, number>(50_000);
  readonly #underWay = new Map<number, readonly string[]>();
  #disturbed = 0;
  #lastWrite = 0;
  /** Of those under way, the ones that may change what they do not name. */
  readonly #wide = new Set<number>();
  #lastWide = 0;

  /** A request is under way from now on; what it may change is uncertain until it has ended. */
  begin(begun: number, method: string, url: string, operation?: OperationId): void {
    if (reads.has(method)) return;
    this.#underWay.set(begun, touchedBy(url, operation));
    if (!local.test(operation ?? '') && !ofOneUser.test(url)) this.#wide.add(begun);
  }

  /** A request has ended, or will never be heard of again. */
  end(begun: number, ended: number): void {
    for (const name of this.#underWay.get(begun) ?? []) {
      if (name === everything) this.#disturbed = ended;
      else this.#touched.set(name, ended);
    }
    if (this.#underWay.delete(begun)) this.#lastWrite = ended;
    if (this.#wide.delete(begun)) this.#lastWide = ended;
  }

  /** What set out before may have changed anything until now; nothing of an earlier process is under way. */
  gap(at: number, isStart: boolean): void {
    this.#disturbed = at;
    this.#lastWrite = this.#lastWide = at;
    if (isStart) for (const set of [this.#underWay, this.#wide]) set.clear();
  }

  /** Whether all writes since changed no more than what they name. */
  areLocal({ begun: self }: { readonly begun: number }, since = self): boolean {
    return this.#lastWide <= since && this.#wide.size === 0;
  }

  /** Whether no write of this name but the request's own can have happened since, nor be happening now. */
  isQuiet(name: string, { begun: self }: { readonly begun: number }, since = self): boolean {
    if (name === everything)
      return this.#lastWrite <= since && [...this.#underWay.keys()].every((begun) => begun === self);
    if ((this.#touched.get(name) ?? 0) > since || this.#disturbed > since) return false;
    for (const [begun, names] of this.#underWay)
      if (begun !== self && names.some((one) => one === name || one === everything)) return false;
    return true;
  }
}

/** The records that a write may change. A request that is no operation and names no id may change every record. */
function touchedBy(url: string, operation?: OperationId): readonly string[] {
  if (operation === 'updateConfiguration' || /^\/_sandbox\/configuration/.test(url)) return ['configuration'];
  if (additions.test(url)) return [];
  const named = url.toLowerCase().match(uuids) ?? [];
  return named.length > 0 || operation ? named : [everything];
}
