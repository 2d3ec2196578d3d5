import type { Request, RequestHandler, Response } from 'express';
import { isDocumentation } from './docs.ts';

/**
 * Takes requests to the API past Express, whose part in them is a fifth of their time: the pipeline has routes, bodies
 * and errors of its own. What stands beside the API goes through `app` as ever.
 */
export function straightThrough(
  app: RequestHandler,
  meet: RequestHandler,
  handle: (request: Request, response: Response) => void,
): RequestHandler {
  return (request, response, next) => {
    const path = request.url.split('?', 1)[0] as string;
    if (path.startsWith('/_storage') || isDocumentation(path)) return app(request, response, next);
    // What Express would have put there.
    response.locals = {};
    meet(request, response, () => handle(request, response));
  };
}
