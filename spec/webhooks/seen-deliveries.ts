/** What is known of a delivery when it comes: never seen, being handled at this moment, or handled. */
export type DeliveryState = 'new' | 'busy' | 'done';

/** Remembers which deliveries were handled; each method is one atomic step, also of a store that processes share. */
export type SeenDeliveries = {
  /** Marks a new delivery as being handled, and returns its state before. */
  begin(id: string): DeliveryState | Promise<DeliveryState>;
  /** It was handled: a repeat is acknowledged and goes no further. */
  finish(id: string): void | Promise<void>;
  /** Handling failed: a repeat is to be handled. */
  abandon(id: string): void | Promise<void>;
};

/** Remembers the latest deliveries in this process; a restart forgets them. */
export function memoryOfDeliveries(most = 10_000): SeenDeliveries {
  const states = new Map<string, 'busy' | 'done'>();
  return {
    begin(id) {
      const state = states.get(id);
      if (state !== undefined) return state;
      states.set(id, 'busy');
      return 'new';
    },
    finish(id) {
      states.delete(id);
      states.set(id, 'done');
      for (const [oldest, state] of states) {
        if (states.size <= most) break;
        if (state === 'done') states.delete(oldest);
      }
    },
    abandon(id) {
      states.delete(id);
    },
  };
}
