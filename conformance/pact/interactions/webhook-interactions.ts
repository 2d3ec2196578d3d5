import { examples } from '../examples.ts';
import { given } from '../states/index.ts';
import { type HttpInteraction, withRefusals } from './interaction.ts';

const apiKey = given('the client has an API key');
const { webhook_id, webhook_name } = examples;
const url = 'https://crm.example/hooks/payroll';
const created_at = '2026-03-02T10:00:00.000Z';

/** Webhook subscriptions. */
export const webhookInteractions: readonly HttpInteraction[] = [
  ...withRefusals('createWebhook', 'create a webhook', {
    given: [apiKey, given('the name of a webhook is free')],
    body: {
      name: webhook_name,
      events: ['user-payroll-submitted', 'user-bank-statement-submitted'],
      url,
      signing_secret: 'a-long-random-secret',
      encryption_key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
      config: { include_payload: true },
    },
    answer: { webhook_id, name: webhook_name, events: ['user-payroll-submitted'], url, created_at },
    invalid: [
      'a key that is too short',
      { name: webhook_name, events: ['user-payroll-submitted'], url, encryption_key: 'AAECAwQFBgc=' },
    ],
  }),
  ...withRefusals('listWebhooks', 'list webhooks', {
    given: [apiKey, given('a webhook exists', { events: ['user-payroll-submitted'] })],
    answer: {
      webhooks: [{ webhook_id, name: webhook_name, events: ['user-payroll-submitted'], url, created_at }],
    },
  }),
  ...withRefusals('deleteWebhook', 'delete a webhook', {
    given: [apiKey, given('a webhook exists', { events: ['user-payroll-submitted'] })],
    path: { webhook_id },
  }),
];
