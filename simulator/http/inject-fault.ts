import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import type { Fault } from '../../spec/types.ts';
import { Refusal } from '../domain/refusal.ts';

/** Lets a fault strike: waits, refuses, or cuts the connection; undefined when the request goes on after it. */
export async function injectFault(
  fault: Fault | undefined,
  response: Response,
): Promise<{ status: null; body: undefined } | undefined> {
  if (!fault) return undefined;
  if (fault.latency_ms) await delay(fault.latency_ms);
  if (fault.drop) {
    response.destroy();
    return { status: null, body: undefined };
  }
  if (fault.status !== undefined) throw new Refusal(fault.status, 'A fault was asked for');
  return undefined;
}
