import type { HandlerContext } from '../../../simulator/http/context.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { around, asClient, type Defect, mutantsOf, withPort } from './mutant.ts';

/** Looks at the other clients for what one client does not have. */
const acrossClients = <Id extends OperationId>(operation: Id): Defect =>
  around(operation, async (context, handler) => {
    for (const client of context.services.clients.filter((one) => one !== context.client)) {
      const found = await handler((await asClient(context, client)) as HandlerContext<Id>).catch(
        () => undefined,
      );
      if (found) return found;
    }
    return handler(context);
  });

export const configuresEveryClient = around('updateConfiguration', async (context, handler) => {
  for (const client of context.services.clients) await handler({ ...context, client });
  return handler(context);
});

export const isolationMutants = mutantsOf('isolation.', {
  'users.list: counts-the-users-of-every-client': around('listUsers', async (context, handler) => {
    const { status, body } = await handler(context);
    const others = context.services.clients.filter((one) => one !== context.client);
    for (const client of others) {
      const { body: other } = await handler(await asClient(context, client));
      if (body && other) body.pagination.total_count += other.pagination.total_count;
    }
    return { status, body };
  }),
  'users.change: deletes-a-user-of-any-client': acrossClients('deleteUser'),
  'users.data: connects-directly-for-any-client': acrossClients('createDirectConnection'),
  'users.data: lists-statements-of-any-client': acrossClients('listBankStatements'),
  'accounts-and-entries: deletes-entries-of-any-client': acrossClients('deleteEntry'),
  'accounts-and-entries: deletes-accounts-of-any-client': acrossClients('deleteAccount'),
  'accounts-and-entries: answers-for-accounts-of-any-client': acrossClients('submitMfa'),
  'terms: shows-terms-of-any-client': acrossClients('getAuthorisationTerm'),
  'configuration: has-one-configuration-for-all-clients': configuresEveryClient,
  'webhooks: deletes-webhooks-of-any-client': acrossClients('deleteWebhook'),
  'events: delivers-events-to-every-receiver': deliversToAll(),
});

function deliversToAll(): Defect {
  return withPort('transport', (transport) => {
    const urls = new Set<string>();
    return async (request) => {
      urls.add(request.url);
      for (const url of urls) if (url !== request.url) await transport({ ...request, url });
      return transport(request);
    };
  });
}
