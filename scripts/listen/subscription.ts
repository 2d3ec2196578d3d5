import type { SandboxConnection } from '../sandbox-connection.ts';
import { messageOf } from '../usage-error.ts';

export type Subscription = {
  /** Looks once whether the subscription is still there, and subscribes anew where it is not. */
  look(): Promise<void>;
  end(): Promise<void>;
};

/**
 * Subscribes, and stays subscribed: a reset removes every subscription, and a sandbox in memory restarts without any.
 * `tell` reports what happened; the subscription is looked up every so many milliseconds.
 */
export async function subscribe(
  sandbox: SandboxConnection,
  wanted: object,
  tell: (text: string) => void,
  every: number,
): Promise<Subscription> {
  const create = async () => {
    const response = await sandbox.send({ method: 'POST', path: '/webhooks', body: wanted });
    const { webhook_id }: { webhook_id: string } = await response.json();
    return webhook_id;
  };
  let id = await create();
  let away = false;
  let ended = false;

  async function look(): Promise<void> {
    try {
      const webhooks = await sandbox.webhooks();
      if (ended) return;
      const here = webhooks.some(({ webhook_id }) => webhook_id === id);
      if (!here) id = await create();
      if (!here) tell('The sandbox has been reset or started anew: subscribed again.');
      else if (away) tell('The sandbox is back.');
      away = false;
    } catch (error) {
      if (!away) tell(`${messageOf(error)} Waiting for it.`);
      away = true;
    }
  }

  let looking = Promise.resolve();
  let timer: NodeJS.Timeout;
  const again = (): void => {
    timer = setTimeout(() => {
      looking = look().then(() => {
        if (!ended) again();
      });
    }, every);
  };
  again();

  return {
    look,
    async end() {
      ended = true;
      clearTimeout(timer);
      await looking;
      await sandbox.call('deleteWebhook', { path: { webhook_id: id } }).catch((error: Error) => {
        tell(`The subscription ${id} could not be deleted: ${error.message}`);
      });
    },
  };
}
