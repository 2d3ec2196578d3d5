import type { ClientRecord } from '../../simulator/domain/client-record.ts';
import type { StoredUser } from '../../simulator/state/user-write.ts';
import type { WorkItem } from '../../simulator/store/port.ts';
import type { DeliveryRecord } from '../../simulator/webhooks/delivery.ts';
import type { Expiring } from '../../simulator/work/expiry.ts';

/** What a store holds of a client; `npm run generate` makes the schema of snapshots from it. */
export type Stored = {
  /** A snapshot has the clock beside the contents. Scenarios have a schema of their own. */
  client: Omit<ClientRecord, 'clock' | 'scenarios'> & {
    scenarios?: { scenario: object; begins?: string; userId?: string }[];
  };
  user: StoredUser;
  work: Omit<WorkItem, 'kind' | 'data' | 'target'> &
    (
      | { kind: 'delivery'; target: string; data: DeliveryRecord }
      | { kind: 'extraction'; target: null; data: { documentId: string; trace?: string } }
      | { kind: 'expiry'; target: null; data: Expiring }
      | { kind: 'check' | 'income' | 'income-schedule' | 'reschedule' | 'mark'; target: null; data: object }
    );
};
