import { arranger } from '../arrange/arranger.ts';
import { CleanupList } from '../arrange/cleanup-list.ts';
import { type Discovery, discovery } from '../arrange/discover.ts';
import type { Arrangement, PartialArrangement } from '../judgement/arrangement.ts';
import type { ClientUnderTest } from '../judgement/check.ts';
import { CannotArrange } from '../judgement/failure.ts';
import { UnreadableAnswer } from '../target/call-errors.ts';
import type { Caller } from '../target/caller.ts';
import type { Exchange, ServiceResponse } from '../target/exchange.ts';
import { type Incident, incidentsOf } from '../target/incident.ts';
import type { Redactor } from '../target/redactor.ts';
import type { Transport } from '../target/transport.ts';
import { Target, type TargetOptions } from './target.ts';

export type RunClientOptions = Omit<TargetOptions, 'guard' | 'transport'> & {
  transport: Transport;
  /** For removing things when the run itself was stopped already. */
  cleaning: Transport;
  redactor: Redactor;
  destructive: boolean;
  mark: string;
  /** Collects every answer that no check may get, and every connection that was cut. */
  incidents: Incident[];
};

/** What a check does with a client. */
export type ClientTrace = {
  record(exchange: Exchange): void;
  answered(answer: ServiceResponse): void;
  /** What has to be removed. */
  readonly made: string[];
  /** The functions of the arrangement that were called. */
  readonly arrangedBy: Set<string>;
};

/** One client of one deployment during a run: how to reach it, what can be arranged there, and what was made. */
export class RunClient {
  readonly target: Target;
  readonly cleanup = new CleanupList();
  readonly #cleaner: Target;
  readonly options: RunClientOptions;
  readonly discover: Discovery;
  arrangement: PartialArrangement = { name: 'none', functions: {} };

  constructor(options: RunClientOptions) {
    this.options = options;
    const guard: TargetOptions['guard'] = (operation, path) => {
      const foreign = Object.values(path).find((id) => this.cleanup.isForeign(id));
      const enable = ['give --destructive'];
      if (foreign && /^delete/.test(operation) && !options.destructive)
        throw new CannotArrange(`it would delete ${foreign}, which this run did not create`, enable);
    };
    this.target = new Target({ ...options, guard });
    this.#cleaner = new Target({ ...options, transport: options.cleaning });
    this.discover = discovery(this.target.caller());
  }

  /** Speaks to the service on behalf of the run itself, even when the run was stopped. */
  get caller(): Caller {
    return this.#cleaner.caller();
  }

  obey(profile: Parameters<Target['obey']>[0]): void {
    this.target.obey(profile);
    this.#cleaner.obey(profile);
  }

  /** The client as one check sees it, of which a trace is kept. */
  for({ record, answered, made, arrangedBy }: ClientTrace): ClientUnderTest {
    const caller = this.target.caller(record);
    const { incidents } = this.options;
    const followed: Caller = {
      call: async (operation, options) => {
        const answer = await caller.call(operation, options).catch((error: unknown) => {
          if (error instanceof UnreadableAnswer)
            incidents.push({ clause: 'http.no-server-errors', text: error.message });
          throw error;
        });
        incidents.push(...incidentsOf(answer));
        const id = this.cleanup.follow(answer, this.caller);
        if (id !== undefined) made.push(id);
        answered(answer);
        return answer;
      },
      send: caller.send,
    };
    const { readOnly = false, mark } = this.options;
    const { cleanup, discover } = this;
    const functions = reporting(this.arrangement.functions, arrangedBy);
    const onClockMoved = (): void => this.target.forgetMemberToken();
    const own = { caller: this.caller, cleanup, readOnly, discover, made, mark };
    return { ...followed, arrange: arranger({ ...own, functions, onClockMoved }) };
  }
}

const reporting = (functions: Partial<Arrangement>, arrangedBy: Set<string>): Partial<Arrangement> =>
  new Proxy(functions, {
    get(target, name: string) {
      const act = target[name as keyof Arrangement] as ((...given: unknown[]) => unknown) | undefined;
      if (typeof act !== 'function') return act;
      return (...given: unknown[]) => {
        arrangedBy.add(name);
        return act.apply(target, given);
      };
    },
  });
