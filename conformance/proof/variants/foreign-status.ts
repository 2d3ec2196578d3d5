import type { Wrappings } from '../../../simulator/app/options.ts';
import { Refusal } from '../../../simulator/domain/refusal.ts';
import type { HandlerContext } from '../../../simulator/http/context.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { idIn } from '../mutants/mutant.ts';

type Handlers = Parameters<NonNullable<Wrappings['operations']>>[0];
type Asked = HandlerContext<'deleteUser'>;

/** Whether what a request names is there, and another's. */
const isForeign: { readonly [Id in OperationId]?: (context: never, refusal: Refusal) => Promise<boolean> } = {
  ...{ updateUser: isAnothers, deleteUser: isAnothers, submitMfa: isAnothers },
  ...{ deleteAccount: isAnothers, deleteEntry: isAnothers, queryPayrollConnection: isAnotherUsers },
};

/** Refuses another client's resource with this status; an unknown id keeps its stated 404. */
export const foreignRefusedWith =
  (status: number): NonNullable<Wrappings['operations']> =>
  (handlers) => {
    const wrapped = Object.entries(isForeign).map(([id, isOne]) => {
      const handler = handlers[id as OperationId] as (context: never) => Promise<unknown>;
      const refusing = async (context: never): Promise<unknown> => {
        try {
          return await handler(context);
        } catch (error) {
          const isOthers = error instanceof Refusal && (await isOne(context, error));
          throw isOthers ? new Refusal(status, 'This is not yours') : error;
        }
      };
      return [id, refusing];
    });
    return { ...handlers, ...Object.fromEntries(wrapped) } as Handlers;
  };

async function isAnotherUsers({ caller, body, services }: HandlerContext<'queryPayrollConnection'>) {
  if (!body?.account_id) return false;
  for (const { users } of services.clients) {
    const owner = await users.ownerOf(body.account_id);
    if (owner) return caller.kind === 'user' && owner.user.user_id !== caller.userId;
  }
  return false;
}

async function isAnothers(context: Asked, refusal: Refusal): Promise<boolean> {
  if (refusal.status !== 404) return false;
  const id = idIn(context);
  for (const { users } of context.services.clients.filter((one) => one !== context.client))
    if ((await users.read(id)) ?? (await users.ownerOf(id))) return true;
  return false;
}
