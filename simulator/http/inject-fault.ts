import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import type { Fault } from '../../spec/types.ts';
import { sendErrors } from './send.ts';

/** Lets a fault strike: waits, refuses, or cuts the connection; undefined when the request goes on after it. */
export async function injectFault(
  fault: Fault,
  response: Response,
): Promise<{ status: number | null; body: unknown } | undefined> {
  if (fault.latency_ms) await delay(fault.latency_ms);
  if (fault.drop) {
    response.destroy();
    return { status: null, body: undefined };
  }
  if (fault.status === undefined) return undefined;
  const errors = ['A fault was asked for'];
  sendErrors(response, fault.status, errors);
  return { status: fault.status, body: { errors } };
}
