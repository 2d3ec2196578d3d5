import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { PointId } from '../../../spec/profile.ts';
import type { Capability } from '../../judgement/capability.ts';
import { type Check, check, type Exclusive } from '../../judgement/check.ts';
import { listPoints } from '../../steps/user-list.ts';
import {
  accountCommands,
  addAccount,
  addEntry,
  lookAfterEntries,
  sweepAccounts,
  sweepAuthorisations,
  sweepEntries,
} from './accounts.ts';
import { clientCommands, sweepClient } from './client.ts';
import { type Aspect, type Command, Model, type Real } from './model.ts';
import { addUser, lookAtOthers, sweepUsers, userCommands } from './users.ts';

const userNeeds = ['users'] as const;
const accountNeeds = ['users', 'accounts', 'authorisations', 'entries'] as const;
const queryNeeds = [...accountNeeds, 'tokens'] as const;
const ofClient = { users: 3, needs: userNeeds, exclusive: 'configuration' } as const;

const { createUser, updateUser, deleteUser, look } = userCommands;
const { linkAccount, createEntry, accept, revoke } = accountCommands;
const { submitMfa, deleteAccount, deleteEntry, queryConnection } = accountCommands;
const { createWebhook, deleteWebhook, listWebhooks, updateConfiguration, getConfiguration } = clientCommands;

const aboutUsers = [createUser, updateUser, updateUser, deleteUser];
const aboutAccounts = [linkAccount, submitMfa, deleteAccount, createEntry, deleteEntry, accept, revoke];
const aboutEntries = [createEntry, deleteEntry, deleteEntry];
const aboutClient = [createWebhook, deleteWebhook, updateConfiguration];

export type Sequence = {
  clause: ClauseId;
  focus: Aspect;
  /** All that commands about accounts need when left out. */
  needs?: readonly Capability[];
  /** How many users there are at first, two when left out; with fewer, commands meet more often. */
  users?: number;
  commands: fc.Arbitrary<Command>[];
  exclusive?: Exclusive;
  uses?: readonly PointId[];
  /** Orders that may not be drawn, each once. */
  after: (model: Model, real: Real) => Promise<void>;
};

/** What is judged, and which commands may come in between; the judged ones come more often. */
export const sequences: readonly Sequence[] = [
  {
    clause: 'users.patch.persists',
    focus: 'updates-persist',
    after: lookAfterEntries,
    commands: [...aboutUsers, look, updateUser, linkAccount, deleteAccount, ...aboutEntries],
  },
  {
    clause: 'users.patch.that-user-only',
    focus: 'other-users-stay',
    users: 3,
    after: lookAtOthers,
    needs: userNeeds,
    commands: [...aboutUsers, look, look],
  },
  {
    clause: 'users.delete.gone',
    focus: 'deleted-users-are-gone',
    after: sweepUsers,
    commands: [...aboutUsers, deleteUser, look, linkAccount, createEntry, accept],
  },
  {
    clause: 'accounts.delete.gone',
    focus: 'accounts',
    after: sweepAccounts,
    uses: ['accounts.delete.entries'],
    commands: [...aboutAccounts, deleteAccount, updateUser, deleteUser],
  },
  {
    clause: 'entries.delete.gone',
    focus: 'entries',
    after: sweepEntries,
    needs: queryNeeds,
    uses: ['accounts.delete.entries'],
    commands: [...aboutAccounts, deleteEntry, queryConnection, updateUser, deleteUser],
  },
  {
    clause: 'authorisation.resolved-when-absent',
    focus: 'valid-authorisation-found',
    users: 1,
    after: sweepAuthorisations,
    needs: queryNeeds,
    commands: [accept, revoke, queryConnection, queryConnection, updateUser, createEntry, deleteEntry],
  },
  {
    clause: 'authorisation.revoked-is-none',
    focus: 'revoked-authorisation-refused',
    users: 1,
    after: sweepAuthorisations,
    needs: queryNeeds,
    uses: ['authorisations.missing-status'],
    commands: [accept, revoke, revoke, queryConnection, queryConnection, updateUser, deleteEntry],
  },
  {
    ...ofClient,
    clause: 'webhooks.list.current',
    focus: 'webhooks',
    after: sweepClient,
    commands: [...aboutClient, createWebhook, deleteWebhook, listWebhooks, updateUser, deleteUser],
  },
  {
    ...ofClient,
    clause: 'configuration.patch.persists',
    focus: 'configuration',
    after: sweepClient,
    commands: [...aboutClient, updateConfiguration, getConfiguration, updateUser, deleteUser],
  },
];

/**
 * Any order of commands, after which the deployment has to agree with the model. Each check judges one aspect under the
 * clause to which that belongs: a deployment that loses an update fails the clause about updates, and nothing else.
 */
export const modelCheck = ({ clause, focus, commands, after, ...sequence }: Sequence): Check => {
  const { users = 2, needs = accountNeeds, exclusive, uses = [] } = sequence;
  return check<'users.list.offset-meaning', undefined, Iterable<Command>>(clause, {
    needs,
    points: listPoints,
    uses,
    exclusive,
    // Without bias: a few long runs find more than a few short ones.
    given: fc.noBias(fc.commands(commands, { maxCommands: 48, size: 'max', disableReplayLog: true })),
    shrinksByRunning: true,
    effort: 0.4,
  }).by(async (ctx, given) => {
    const model = new Model();
    const real: Real = { ctx, focus };
    const begin = async () => {
      for (let n = 0; n < users; n++) {
        const user = await addUser(model, real);
        if (needs !== userNeeds)
          await addEntry(model, real, user, await addAccount(model, real, user, false));
      }
      return { model, real };
    };
    await fc.asyncModelRun(begin, given);
    await after(model, real);
  });
};

export const modelChecks: readonly Check[] = sequences.map(modelCheck);
