import type { Handlers } from '../http/context.ts';
import { accounts } from './accounts.ts';
import { configuration } from './configuration.ts';
import { documents } from './documents.ts';
import { income } from './income.ts';
import { members } from './members.ts';
import { payroll } from './payroll.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const operations: Handlers = {
  ...accounts,
  ...configuration,
  ...documents,
  ...income,
  ...members,
  ...payroll,
  ...users,
  ...webhooks,
};
