import type { SandboxConnection } from '../sandbox-connection.ts';
import { webhooksIn } from '../webhooks-in.ts';

/** The body with which a webhook is created. */
export type WantedWebhook = { name: string; events: readonly string[]; url: string } & Record<
  string,
  unknown
>;

export type Subscription = {
  /** Looks once whether the subscription is still there, and subscribes anew where it is not. */
  look(): Promise<void>;
  /** Ends the watch and deletes the subscription. */
  end(): Promise<void>;
};

/**
 * Subscribes, and stays subscribed: a reset takes every subscription away, and a sandbox that keeps nothing comes back
 * without any. `tell` is told what happened, `every` is how often it is looked.
 */
export async function subscribe(
  sandbox: SandboxConnection,
  wanted: WantedWebhook,
  tell: (text: string) => void,
  every: number,
): Promise<Subscription> {
  const create = async () =>
    (await sandbox.call<{ webhook_id: string }>('POST', 'webhooks', wanted)).webhook_id;
  let id = await create();
  let away = false;
  let ended = false;

  async function look(): Promise<void> {
    try {
      const webhooks = webhooksIn(await sandbox.call('GET', 'webhooks'));
      if (ended) return;
      const here = webhooks.some(({ webhook_id }) => webhook_id === id);
      if (!here) id = await create();
      if (!here) tell('The sandbox has been reset or started anew: subscribed again.');
      else if (away) tell('The sandbox is back.');
      away = false;
    } catch (error) {
      if (!away) tell(`${(error as Error).message} Waiting for it.`);
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
      await sandbox.call('DELETE', `webhooks/${id}`).catch((error: Error) => {
        tell(`The subscription ${id} could not be deleted: ${error.message}`);
      });
    },
  };
}
