import { setTimeout as sleep } from 'node:timers/promises';
import { type Defect, defect } from '../defect.ts';

export const webhooksDefects: readonly Defect[] = [
  // Webhooks
  defect('webhooks.subscribed-as-asked', 'subscribe', 'subscribes to the first event only', (right) => ({
    webhook: (client) => ({ ...right.webhook(client), events: [client.values['EVENTS']!.split(',')[0]] }),
  })),
  defect('webhooks.subscribed-as-asked', 'subscribe', 'subscribes to everything', (right) => ({
    webhook: (client) => ({
      ...right.webhook(client),
      events: ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted'],
    }),
  })),
  defect('webhooks.sealed-as-asked', 'subscribe', 'forgets the secret', (right) => ({
    webhook: (client) => ({ ...right.webhook(client), signing_secret: undefined }),
  })),
  defect('webhooks.sealed-as-asked', 'subscribe', 'forgets the encryption key', (right) => ({
    webhook: (client) => ({ ...right.webhook(client), encryption_key: undefined }),
  })),
  defect('webhooks.before-answer', 'connect', 'answers an event once it has its answer', (right) => ({
    async take(client, event, heard) {
      while (!heard.isAnswered) await sleep(5);
      return right.take(client, event, heard);
    },
  })),
  defect('webhooks.twice', 'direct-connection', 'counts the payslips of each event', {
    take: (_client, event, { events }) => {
      events.push(event);
      return 204;
    },
    concludes: (printed, { events }) => ({ ...printed, payslips: printed.payslips * events.length }),
  }),
  defect('webhooks.twice', 'upload-statement', 'answers a repeated event with 409', (right) => ({
    take: (client, event, heard) =>
      heard.events.some((one) => JSON.stringify(one) === JSON.stringify(event))
        ? 409
        : right.take(client, event, heard),
  })),
  defect('webhooks.out-of-order', 'connect', 'drops what is older than the last event', (right) => ({
    take: (client, event, heard) =>
      heard.events.some(({ timestamp }) => timestamp > event.timestamp)
        ? 204
        : right.take(client, event, heard),
  })),
  defect('webhooks.unknown-kind', 'upload-statement', 'refuses kinds that it does not know', (right) => ({
    take: (client, event, heard) =>
      /-(payroll|bank-statement)-/.test(event.event) ? right.take(client, event, heard) : 400,
  })),
  defect('webhooks.days-late', 'direct-connection', 'refuses events of five minutes ago', (right) => ({
    take: (client, event, heard) =>
      Date.parse(event.timestamp) < Date.now() - 300_000 ? 400 : right.take(client, event, heard),
  })),
];
