import type { Contract } from '../../spec/contract.ts';
import { isObject } from '../../spec/json.ts';
import { lazy } from '../../spec/lazy.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { Failure } from '../judgement/failure.ts';
import { type ReportedExchange, reported } from '../target/curl.ts';
import { isSuccess } from '../target/exchange.ts';
import { faultsOf } from '../target/faults.ts';
import { headerName, nameSwap } from '../target/naming.ts';
import { fieldsOf, isUuid, readJson } from '../target/read-json.ts';
import { Redactor } from '../target/redactor.ts';
import { tolerantContract } from '../target/tolerant-contract.ts';
import { learnFrom, learnFromDelivery } from './learn-from.ts';
import { Ledger, type LedgerFile } from './ledger.ts';
import { arrangedBy } from './memory/arranged.ts';
import type { Passed, Seen, SeenDelivery } from './memory/passed.ts';
import { Picture } from './memory/picture.ts';
import type { Rule } from './memory/rule.ts';
import type { Gap } from './recording.ts';
import { operationFinder, type Routed } from './routes.ts';
import { deliveryRules, rulesOf } from './rules/index.ts';
import { outsideSample } from './sample.ts';

export type WatchOptions = {
  readonly profile?: PartialProfile;
  readonly environment?: 'sandbox' | 'production';
  /** True when every request of every client passes here, so that no other writer can explain a difference. */
  readonly soleWriter?: boolean;
  readonly ledger?: LedgerFile;
};

/** Judges what passes, clause by clause, and sends nothing. It never throws: what it cannot do is told in the ledger. */
export class Watch {
  readonly ledger: Ledger;
  readonly #options: WatchOptions;
  readonly #contract: Contract<OperationId>;
  /** The operation of a request, if it is one of the contract. */
  readonly route: ReturnType<typeof operationFinder>;
  readonly #picture: Picture;
  readonly #swap: <T>(value: T) => T;
  /** What all names that are swapped have in one spelling or the other: a body without it is not walked through. */
  readonly #renamed: RegExp;
  readonly #authorisationHeader: string;

  constructor(options: WatchOptions = {}) {
    const naming = { vendor: 'svc', authority: 'taxauth', ...options.profile?.naming };
    this.#options = options;
    this.#contract = tolerantContract(options.profile ?? {});
    this.route = operationFinder(this.#contract);
    this.#picture = new Picture(options.profile, options.environment);
    this.#swap = nameSwap(naming);
    this.#renamed = new RegExp(`taxauth|${naming.authority}`);
    this.#authorisationHeader = headerName('x-svc-authorisation-id', naming).toLowerCase();
    this.ledger = new Ledger(options.ledger);
  }

  begin(begun: number, method: string, url: string): void {
    this.#guarded(() => this.#picture.writes.begin(begun, method, url, this.route(method, url)?.operation));
  }

  /** Lines of a recording are missing: what was seen before says nothing of what follows. */
  gap({ gap, lost, isStart }: Gap): void {
    this.ledger.lost += lost;
    this.#picture.gap(gap, isStart);
  }

  end(passed: Passed): void {
    this.#guarded(() => {
      this.ledger.passed(passed.at);
      if (passed.kind === 'delivery') return this.#delivery(passed);
      try {
        this.#exchange(passed);
      } finally {
        this.#picture.end(passed);
      }
    });
  }

  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.ledger.fault(error);
    }
  }

  #exchange(passed: Passed): void {
    const routed = this.route(passed.method, passed.url);
    if (passed.unread === outsideSample) this.ledger.counts.unsampled++;
    else if (!routed) this.#foreign(passed);
    else if (passed.unread !== undefined) this.ledger.counts.unread++;
    else {
      const seen = this.#seen(passed, routed);
      if (hasCapitals(seen)) {
        this.ledger.counts.unread++;
        if (isSuccess(seen) && seen.operation.startsWith('delete')) this.#picture.note(inSmall(seen));
        return;
      }
      this.ledger.counts.exchanges++;
      this.#judge(rulesOf(seen.operation), seen, passed);
      learnFrom(seen, this.#picture, (...learnt) => this.ledger.learn(...learnt));
      this.#picture.note(seen);
    }
  }

  /** Of requests that are none of the contract, those of a sandbox's own API say what the service is to show. */
  #foreign(passed: Passed): void {
    this.ledger.counts.foreign++;
    const arranged = arrangedBy(passed.method, passed.url);
    if (!arranged || passed.unread !== undefined || !isSuccess(passed)) return;
    const { operation, id, user } = arranged;
    const seen = this.#seen(passed, { operation, path: {} });
    const shown = fieldsOf(seen.body)[id];
    this.#picture.arrange({ ...seen, path: typeof shown === 'string' ? { [id]: shown } : {} }, user);
  }

  #delivery(passed: Passed): void {
    const { seal } = passed;
    if (passed.unread === outsideSample) return void this.ledger.counts.unsampled++;
    if (passed.unread !== undefined || !seal) return void this.ledger.counts.unread++;
    this.ledger.counts.deliveries++;
    const read = this.#read(passed.requestText);
    const seen: SeenDelivery = { ...passed, seal, body: isObject(read) ? read : undefined };
    this.#judge(deliveryRules, seen, passed);
    learnFromDelivery(seen, (point, value) => this.ledger.learn(point, value));
    this.#picture.noteDelivery(seen);
  }

  #judge<Subject>(rules: readonly Rule<Subject>[], subject: Subject, passed: Passed): void {
    for (const { clause, alone, judge } of rules) {
      try {
        if (judge(subject, this.#picture) !== false) this.ledger.confirm(clause, passed.at);
      } catch (error) {
        if (!(error instanceof Failure)) this.ledger.fault(`${clause}: ${error}`);
        else if (alone && !this.#options.soleWriter) this.ledger.explain(clause);
        else this.ledger.break(clause, error, passed.at, () => shownOf(passed));
      }
    }
  }

  #read(text: string): unknown {
    const value = readJson(text);
    return this.#renamed.test(text) ? this.#swap(value) : value;
  }

  #seen(passed: Passed, { operation, path }: Routed): Seen {
    const { method, url, requestHeaders, status, responseText: text, durationMs, begun, ended } = passed;
    const parsed = readJson(text);
    return {
      operation,
      request: { method, url, headers: requestHeaders, body: passed.requestText },
      status,
      headers: passed.responseHeaders,
      text,
      durationMs,
      body: this.#renamed.test(text) ? this.#swap(parsed) : parsed,
      faults: lazy(() => faultsOf(this.#contract, operation, status, parsed)),
      path,
      query: Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? '')),
      sent: passed.requestText === '' ? undefined : this.#read(passed.requestText),
      apiKey: requestHeaders['x-api-key'],
      bearer: /^Bearer (.+)$/i.exec(requestHeaders['authorization'] ?? '')?.[1]?.trim(),
      authorisation: requestHeaders[this.#authorisationHeader],
      begun,
      ended,
    };
  }
}

/** Whether an id in capitals is the same one is open, so an exchange that has one says nothing. */
function hasCapitals({ path, query, sent }: Seen): boolean {
  const { user_id, account_id } = fieldsOf(sent);
  const ids = [...Object.values(path), ...Object.values(query), user_id, account_id];
  return ids.some((id) => isUuid(id) && /[A-F]/.test(id));
}

const inSmall = (seen: Seen): Seen => ({
  ...seen,
  path: Object.fromEntries(Object.entries(seen.path).map(([name, id]) => [name, id.toLowerCase()])),
});

/** Headers that say nothing of a person or a secret. */
const plainHeaders = /^(content-type|content-length|date|server|x-request-id|retry-after|cache-control)$/;
const plain = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => plainHeaders.test(name)));

function shownOf(passed: Passed): ReportedExchange {
  const { method, url, requestText, status, responseText: text, durationMs } = passed;
  const request = { method, url, headers: plain(passed.requestHeaders), body: requestText || undefined };
  const headers = plain(passed.responseHeaders);
  return reported({ operation: undefined, request, status, headers, text, durationMs }, new Redactor());
}
