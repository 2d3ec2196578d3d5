import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import { http } from './node-http.ts';

/** What is noted of a request on its way, for its answer, the journal and the log. */
export type Notes = {
  requestId: string;
  operation: string | undefined;
  client: string | undefined;
  /** The messages of a refusal. */
  errors: readonly string[] | undefined;
  /** Bytes of both bodies, as they were read and sent. */
  bytes: number;
  /** The answer is made, though perhaps not on its way yet. */
  isAnswered: boolean;
};

/** The notes on a request stand where Express has a place for such things. */
export const notesOf = (response: Response): Notes => response.locals as Notes;

type MessageClasses = { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse };

/**
 * Classes for a server's messages that have the app's prototypes from the start. Express gives these to every message that
 * comes without, and whose prototype changes has to be learned anew by all code that meets it, for each request.
 */
export function messageClasses(app: Express): MessageClasses {
  class Incoming extends http.IncomingMessage {}
  class Outgoing<R extends IncomingMessage> extends http.ServerResponse<R> {
    readonly locals: Notes = {
      requestId: '',
      operation: undefined,
      client: undefined,
      errors: undefined,
      bytes: 0,
      isAnswered: false,
    };
  }
  Object.setPrototypeOf(Incoming.prototype, app.request);
  Object.setPrototypeOf(Outgoing.prototype, app.response);
  app.request = Incoming.prototype as Request;
  app.response = Outgoing.prototype as unknown as Response;
  return { IncomingMessage: Incoming, ServerResponse: Outgoing };
}
