import fc from 'fast-check';
import { Refused } from '../../judgement/arrangement.ts';
import type { ConfigurationField, UserField } from '../../predicates/settings.ts';
import type { ListingContext } from '../../steps/user-list.ts';

/** Each field with its value; unset when it is null or missing. */
export type Fields<Name extends string = UserField> = { [Field in Name]?: unknown };

export type ModelUser = {
  readonly user_id: string;
  fields: Fields;
  alive: boolean;
  /** `updated`: at any time; `touched`: since the model last looked at the list. */
  updated: boolean;
  touched: boolean;
};

export type ModelAccount = {
  readonly account_id: string;
  readonly owner: ModelUser;
  alive: boolean;
  waits: boolean;
};

export type ModelEntry = {
  readonly entry_id: string;
  readonly owner: ModelUser;
  readonly account: ModelAccount | undefined;
  /** Undefined where nothing is known about what becomes of it. */
  alive: boolean | undefined;
};

export type ModelAuthorisation = { readonly id: string; readonly owner: ModelUser; valid: boolean };

export type ModelWebhook = { readonly webhook_id: string; readonly name: string; alive: boolean };

/** What the deployment should hold of the things that this run of commands has made. */
export class Model {
  readonly users: ModelUser[] = [];
  readonly accounts: ModelAccount[] = [];
  readonly entries: ModelEntry[] = [];
  readonly authorisations: ModelAuthorisation[] = [];
  readonly webhooks: ModelWebhook[] = [];
  configuration: Fields<ConfigurationField> = {};
}

/** What can be judged of a run of commands; one check judges one of them, since each belongs to a clause of its own. */
export type Aspect =
  | 'updates-persist'
  | 'other-users-stay'
  | 'deleted-users-are-gone'
  | 'accounts'
  | 'entries'
  | 'valid-authorisation-found'
  | 'revoked-authorisation-refused'
  | 'webhooks'
  | 'configuration';

export type Real = { readonly ctx: ListingContext; readonly focus: Aspect };

export type Command = fc.AsyncCommand<Model, Real>;

/** A command by its text in a report, when it can be given, and what it does to both. */
export const command = (
  text: string,
  check: (model: Readonly<Model>) => boolean,
  run: (model: Model, real: Real) => Promise<unknown>,
): Command => ({
  check,
  run: async (model, real) => {
    // What an arrangement refuses has not happened; if it should have, the next look at the deployment tells.
    await run(model, real).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  },
  toString: () => text,
});

/** The item that a number stands for, whatever the length of the list. */
export const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

type Among<T> = (model: Readonly<Model>, focus?: Aspect) => readonly T[];

/** Those that live; deleted ones only where there are no others, or where the aspect is what is judged. */
export const livingOf =
  <T extends { alive: boolean | undefined }>(list: Among<T>, judged?: Aspect): Among<T> =>
  (model, focus) => {
    const all = list(model);
    const living = all.filter(({ alive }) => alive);
    return living.length === 0 || (judged && focus === judged) ? all : living;
  };

export const about = <T>(
  name: string,
  among: Among<T>,
  run: (model: Model, real: Real, one: T) => Promise<void>,
  isPossible = (model: Readonly<Model>): boolean => among(model).length > 0,
): fc.Arbitrary<Command> =>
  fc
    .nat({ max: 9 })
    .map((at) =>
      command(`${name}(${at})`, isPossible, (model, real) =>
        run(model, real, pick(among(model, real.focus), at)),
      ),
    );

export const validOf = ({ authorisations }: Readonly<Model>, user: ModelUser): ModelAuthorisation[] =>
  authorisations.filter((one) => one.owner === user && one.valid);

export function buryUser(model: Model, user: ModelUser): void {
  user.alive = false;
  for (const one of model.accounts) if (one.owner === user) one.alive = false;
  for (const one of model.entries) if (one.owner === user) one.alive = false;
  for (const one of model.authorisations) if (one.owner === user) one.valid = false;
}
