// What the interface document says of webhook deliveries. Written from the document alone.
import { instant, oneOf, orNull, type Shape, uuid } from './kinds.ts';
import { deliveredPayrollSubmission } from './resources.ts';

const common = (kind: string): { [field: string]: Shape } => ({
  event: oneOf(kind),
  user_id: uuid,
  timestamp: instant,
});

/** The delivery body of each kind, as far as the document shows it. */
export const deliveries = {
  'user-payroll-submitted': {
    ...common('user-payroll-submitted'),
    entry_id: uuid,
    account_id: orNull(uuid),
    payload: {
      entry_id: uuid,
      account_id: orNull(uuid),
      payroll_submissions: [deliveredPayrollSubmission],
    },
  },
  'user-bank-statement-submitted': common('user-bank-statement-submitted'),
  'user-taxauth-data-submitted': common('user-taxauth-data-submitted'),
} as const satisfies Record<string, Shape>;

export const eventKinds = Object.keys(deliveries) as (keyof typeof deliveries)[];

export const deliveryHeaders = [
  {
    name: 'X-Svc-Signature',
    takes: ['0f'.repeat(64)],
    // SHA-512 has 64 bytes; the digits are lower case.
    refuses: ['0F'.repeat(64), '0f'.repeat(32), 'signature', ''],
  },
  {
    name: 'X-Svc-Encryption-IV',
    takes: [Buffer.alloc(12, 7).toString('base64')],
    refuses: ['not base 64!', ''],
  },
];
