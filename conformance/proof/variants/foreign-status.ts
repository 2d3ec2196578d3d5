import type { Wrappings } from '../../../simulator/app/options.ts';
import { Refusal } from '../../../simulator/domain/refusal.ts';
import type { HandlerContext } from '../../../simulator/http/context.ts';
import type { OperationId } from '../../../spec/operations.ts';

const byId = {
  updateUser: 'user_id',
  deleteUser: 'user_id',
  submitMfa: 'account_id',
  deleteAccount: 'account_id',
  deleteEntry: 'entry_id',
} as const satisfies { [Id in OperationId]?: string };

type Handlers = Parameters<NonNullable<Wrappings['operations']>>[0];

/** Refuses another client's resource with this status; an unknown id keeps its stated 404. */
export const foreignRefusedWith =
  (status: number): NonNullable<Wrappings['operations']> =>
  (handlers) => {
    const wrapped = Object.entries(byId).map(([id, parameter]) => {
      const handler = handlers[id as OperationId] as (context: never) => Promise<unknown>;
      const refusing = async (context: Asked): Promise<unknown> => {
        try {
          return await handler(context as never);
        } catch (error) {
          const isForeign =
            error instanceof Refusal && error.status === 404 && (await isAnothers(context, parameter));
          throw isForeign ? new Refusal(status, 'This is not yours') : error;
        }
      };
      return [id, refusing];
    });
    const query = handlers.queryPayrollConnection;
    const queryPayrollConnection: typeof query = async (context) => {
      try {
        return await query(context);
      } catch (error) {
        const isForeign = error instanceof Refusal && (await isAnotherUsers(context));
        throw isForeign ? new Refusal(status, 'This account is not yours') : error;
      }
    };
    return { ...handlers, ...Object.fromEntries(wrapped), queryPayrollConnection } as Handlers;
  };

type QueryContext = HandlerContext<'queryPayrollConnection'>;
type Users = { ownerOf(id: string): Promise<unknown>; read(id: string): Promise<unknown> };
type Asked = {
  client: unknown;
  services: { clients: readonly { users: Users }[] };
  path: Readonly<Record<string, string>>;
};

async function isAnotherUsers({ caller, body, services }: QueryContext): Promise<boolean> {
  if (!body?.account_id) return false;
  for (const { users } of services.clients) {
    const owner = await users.ownerOf(body.account_id);
    if (owner) return caller.kind === 'user' && owner.user.user_id !== caller.userId;
  }
  return false;
}

async function isAnothers({ client, services, path }: Asked, parameter: string): Promise<boolean> {
  const id = path[parameter] ?? '';
  for (const other of services.clients) {
    if (other === client) continue;
    if ((await other.users.read(id)) ?? (await other.users.ownerOf(id))) return true;
  }
  return false;
}
