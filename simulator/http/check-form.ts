import type { RequestHandler } from 'express';
import { Refusal } from '../domain/refusal.ts';

/** Refuses requests whose form is wrong, which Node would refuse without a word. */
export const checkForm: RequestHandler = (request, _response, next) => {
  const { host, expect } = request.headers;
  if (host === undefined && request.httpVersion === '1.1')
    throw new Refusal(400, 'Request is missing the required header [Host]');
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    throw new Refusal(417, `The expectation [${expect}] cannot be met`);
  next();
};
