import type { Effect } from '../../spec/types.ts';
import {
  type Claim,
  ClaimLostError,
  type ClaimQuery,
  type ClientStore,
  StoreUnavailableError,
} from '../store/port.ts';
import type { WorkHandler, WorkResult } from './work-handler.ts';

export type ClaimRunnerOptions = {
  clientStore: Pick<ClientStore, 'work'>;
  realNow: () => number;
  /** How long a claim lasts unless it is renewed: longer than the timeout of a delivery. */
  leaseMs: number;
  onError?: (error: unknown) => void;
  /** A claim ran out before its work was stored. */
  onClaimLost?: () => void;
};

/** Calls the handler of the claimed work; undefined if there is none. */
type Handle = () => ReturnType<WorkHandler> | undefined;

/** The result of a run; `failure` is set when the store failed, which may be over by the next run. */
export type Run = { effects: readonly Effect[]; failure?: StoreUnavailableError | undefined };

export type ClaimRunner = ReturnType<typeof claimRunner>;

/** How many claims to ask for at most. */
export const BATCH = 32;

/** Claims work of one client, and runs it: holds its claim meanwhile, and stores the result. */
export function claimRunner(options: ClaimRunnerOptions, onStoreFailure: (error: unknown) => void) {
  const { realNow, leaseMs } = options;
  const { work } = options.clientStore;
  /** Claims of work that is running; they are renewed for as long as it takes. */
  const held = new Set<Claim>();
  /** Results that could not be stored yet, by item. */
  const unwritten = new Map<string, WorkResult>();
  /** When the claims of work that failed run out, by item: they are not released, so that it is not retried at once. */
  const stuck = new Map<string, number>();
  let renewing: NodeJS.Timeout | undefined;

  function hold(claim: Claim): void {
    held.add(claim);
    // The lease lasts for three renewals, so one may fail.
    renewing ??= setInterval(() => void work.renew([...held], leaseMs).catch(() => {}), leaseMs / 3).unref();
  }

  function letGo(claim: Claim): void {
    held.delete(claim);
    if (held.size > 0) return;
    clearInterval(renewing);
    renewing = undefined;
  }

  async function failed(error: unknown, claim: Claim, done: WorkResult | undefined): Promise<void> {
    const { id } = claim.item;
    if (error instanceof ClaimLostError) {
      unwritten.delete(id);
      options.onClaimLost?.();
    } else if (error instanceof StoreUnavailableError) {
      if (done) unwritten.set(id, done);
      // If the release fails too, the lease runs out.
      await work.release([claim]).catch(() => {});
      onStoreFailure(error);
    } else {
      stuck.set(id, claim.until);
      options.onError?.(error);
    }
  }

  return {
    work,

    /** Claims due work. The lease ends by this machine's clock, whatever the store's clock says. */
    async claim(query: Omit<ClaimQuery, 'leaseMs'>): Promise<Claim[]> {
      const until = realNow() + leaseMs;
      const claims = await work.claim({ ...query, leaseMs });
      return claims.map((claim) => ({ ...claim, until }));
    },

    /** Does a piece of work, says whether its receiver answered, and stores the result; it never rejects. */
    async run(claim: Claim, handle: Handle, attempted?: (answered: boolean) => void): Promise<Run> {
      const { id, kind } = claim.item;
      let done: WorkResult | 'later' | undefined = unwritten.get(id);
      hold(claim);
      try {
        try {
          done ??= await handle();
          if (done === undefined) throw new Error(`There is no handler for work of the kind ${kind}`);
        } finally {
          attempted?.(typeof done === 'object' ? (done.answered ?? true) : true);
        }
        if (done === 'later') {
          await work.release([claim]);
          return { effects: [] };
        }
        const effects = await done.write(claim);
        unwritten.delete(id);
        return { effects };
      } catch (error) {
        await failed(error, claim, typeof done === 'object' ? done : undefined);
        return { effects: [], failure: error instanceof StoreUnavailableError ? error : undefined };
      } finally {
        letGo(claim);
      }
    },

    /** How many claims are of work that failed. */
    stuckCount(): number {
      for (const [id, until] of stuck) if (until <= realNow()) stuck.delete(id);
      return stuck.size;
    },
  };
}

/** Whether work computes rather than waits: a year of hourly checks in one turn would block requests for 26 s. */
export const computes = ({ item }: Claim): boolean => item.target === null;
