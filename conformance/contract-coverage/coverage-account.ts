import { type Contract, loadContract, resolve } from '../../spec/contract.ts';
import type { OperationId } from '../../spec/operations.ts';
import { completeProfile, type PartialProfile, type Profile } from '../../spec/profile.ts';
import type { ContractCoverage, Met } from '../result.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { nameSwap } from '../target/naming.ts';
import { fieldsOf, readJson } from '../target/read-json.ts';
import { everything, type ItemKind, type Note, noteValue } from './schema-items.ts';

/** Keeps account of what a run meets of the contract. Names are the canonical ones, whatever a deployment calls them. */
export class CoverageAccount {
  readonly #met = noItems();
  #contract: Contract<OperationId> = loadContract(completeProfile({}));

  /** What is known of the deployment from now on. */
  obey(points: PartialProfile['points']): void {
    this.#contract = loadContract(completeProfile({ points: points ?? {} }));
  }

  /** Notes an exchange with a deployment of this naming. */
  see({ operation: id, request, status, body }: ServiceResponse, naming: Profile['naming']): void {
    const operation = this.#contract.operations.get(id as OperationId);
    if (!operation) return;
    const note: Note = (kind, item) => this.#met[kind].add(item);
    note('operations', operation.id);
    note('statuses', `${operation.id} ${status}`);
    const query = new URL(request.url).searchParams;
    for (const { name, schema, in: place } of operation.parameters) {
      const given = place === 'query' ? query.get(name) : null;
      if (given === null) continue;
      note('fields', `${operation.id}?${name}`);
      const value = /^-?\d+$/.test(given) ? Number(given) : given;
      noteValue(this.#contract.document, schema, value, `${operation.id}?${name}`, note);
    }
    if (operation.body)
      this.#note(
        operation.body.pointer,
        nameSwap(naming)(readJson(String(request.body))),
        `${operation.id} request`,
        note,
      );
    const answered = operation.responses.get(String(status));
    if (answered !== undefined) this.#note(answered, body, `${operation.id} ${status}`, ofAnswer(note));
  }

  hear(body: unknown, naming: Profile['naming']): void {
    const event = fieldsOf(nameSwap(naming)(body));
    const pointer = this.#webhooks().get(String(event['event']));
    if (pointer === undefined) return;
    const note: Note = (kind, item) => this.#met[kind].add(item);
    note('operations', `webhook ${event['event']}`);
    this.#note(pointer, event, `webhook ${event['event']}`, ofAnswer(note));
  }

  /** What was met of all that the contract has, and what was not. */
  coverage(): ContractCoverage {
    const all = noItems();
    const note: Note = (kind, item) => all[kind].add(item);
    for (const { id, parameters, body, responses } of this.#contract.operations.values()) {
      note('operations', id);
      for (const { name, schema, in: place } of parameters) {
        if (place !== 'query') continue;
        note('fields', `${id}?${name}`);
        noteValue(this.#contract.document, schema, everything, `${id}?${name}`, note);
      }
      if (body) this.#note(body.pointer, everything, `${id} request`, note);
      for (const [status, pointer] of responses) {
        note('statuses', `${id} ${status}`);
        if (pointer !== undefined) this.#note(pointer, everything, `${id} ${status}`, ofAnswer(note));
      }
    }
    for (const [kind, pointer] of this.#webhooks()) {
      note('operations', `webhook ${kind}`);
      this.#note(pointer, everything, `webhook ${kind}`, ofAnswer(note));
    }
    const met = (kind: ItemKind): Met => {
      const isMet = (item: string): boolean => this.#met[kind].has(item);
      const items = [...all[kind]];
      return { met: items.filter(isMet), missed: items.filter((item) => !isMet(item)) };
    };
    return {
      operations: met('operations'),
      statuses: met('statuses'),
      fields: met('fields'),
      values: met('values'),
      boundaries: met('boundaries'),
    };
  }

  /** Where the body of each kind of event is described. */
  #webhooks(): Map<string, string> {
    const kinds = Object.keys(fieldsOf(this.#contract.document['webhooks']));
    const pointer = (kind: string) => `/webhooks/${kind}/post/requestBody/content/application~1json/schema`;
    return new Map(kinds.map((kind) => [kind, pointer(kind)]));
  }

  #note(pointer: string, value: unknown, name: string, note: Note): void {
    const { document } = this.#contract;
    noteValue(document, resolve(document, pointer), value, name, note);
  }
}

const noItems = (): Record<ItemKind, Set<string>> => ({
  operations: new Set(),
  statuses: new Set(),
  fields: new Set(),
  values: new Set(),
  boundaries: new Set(),
});

/** Only requests try bounds; those of an answer are not counted. */
const ofAnswer =
  (note: Note): Note =>
  (kind, item) => {
    if (kind !== 'boundaries') note(kind, item);
  };
