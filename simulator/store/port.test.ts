import { expect, test } from 'vitest';
import {
  ClaimLostError,
  ClientBusyError,
  ClientRemovedError,
  DamagedDocumentError,
  leaseLost,
  StoreMismatchError,
  StoreUnavailableError,
  workItem,
} from './port.ts';

test('an error of a store is named like its class, which the log shows', () => {
  const kinds = [ClaimLostError, StoreUnavailableError, ClientRemovedError, DamagedDocumentError];
  for (const Kind of [...kinds, StoreMismatchError]) expect(new Kind('why').name).toBe(Kind.name);
  expect(new ClientBusyError(undefined).name).toBe('ClientBusyError');
  expect(leaseLost()).toMatchObject({
    name: 'StoreUnavailableError',
    message: expect.stringContaining('took too long'),
  });
});

test('a busy client names who has it, where and since when, and why the caller is refused now', () => {
  const holder = { purpose: 'a reset', since: 0 };
  const since = 'a reset has had it to itself since 1970-01-01T00:00:00.000Z';
  expect(new ClientBusyError(undefined).message).toBe(
    'The client is busy: others have it to themselves. Try again later',
  );
  expect(new ClientBusyError(holder).message).toBe(`The client is busy: ${since}. Try again later`);
  expect(new ClientBusyError({ ...holder, process: '7 on host' }, 'the caller left').message).toBe(
    'The client is busy: a reset in the process 7 on host has had it to itself since 1970-01-01T00:00:00.000Z, and the caller left. Try again later',
  );
});

test('a work item has a queue of its own, no receiver and no data unless it says otherwise', () => {
  const item = { id: 'a', kind: 'check', owner: 'ann', due: 3 };
  expect(workItem(item)).toEqual({ ...item, queue: 'a', target: null, data: {} });
  expect(workItem({ ...item, queue: 'q', target: 't' })).toMatchObject({ queue: 'q', target: 't' });
});
