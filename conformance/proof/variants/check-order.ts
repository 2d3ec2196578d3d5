import type { Request, RequestHandler, Response } from 'express';
import type { Wrappings } from '../../../simulator/app/options.ts';
import { Refusal, refusals } from '../../../simulator/domain/refusal.ts';
import { problemsOf } from '../../../simulator/http/problems.ts';
import { readBody } from '../../../simulator/http/read-request.ts';
import type { Services } from '../../../simulator/tenant/services.ts';
import { loadContract, type Operation } from '../../../spec/contract.ts';
import { completeProfile, type PartialProfile } from '../../../spec/profile.ts';
import { routeFinder } from '../../target/route-finder.ts';

type Refusing = (operation: Operation, request: Request, response: Response) => Promise<void>;

/** Something that is looked at before anything else: who asks comes after it. */
function first(profile: PartialProfile, refuse: Refusing): RequestHandler {
  const operationAt = routeFinder(loadContract(completeProfile(profile)).operations.values());
  return async (request, response, next) => {
    const operation = operationAt(request.method, request.path);
    try {
      if (operation) await refuse(operation, request, response);
      next();
    } catch (error) {
      if (!(error instanceof Refusal)) return next(error);
      response.status(error.status).json({ errors: error.errors });
    }
  };
}

/** Refuses an invalid body before it looks at the credentials. */
export function bodyFirst(profile: PartialProfile): RequestHandler {
  const complete = completeProfile(profile);
  const { validators } = loadContract(complete);
  return first(profile, async (operation, request, response) => {
    if (!operation.body) return;
    const body = await readBody(request, response, complete.points, operation.id);
    const validate = validators.at(operation.body.pointer);
    if (validate(body)) return;
    const problems = problemsOf(validate.errors ?? [], 'Field');
    const isMissing = problems.some((problem) => problem.includes('missing'));
    throw new Refusal(isMissing ? 400 : complete.points['requests.invalid-value-status'], problems);
  });
}

/** Operations that answer 404 for an unknown id before they look at anything else. */
const addressed: Readonly<Record<string, string>> = {
  updateUser: 'User',
  deleteUser: 'User',
  submitMfa: 'Account',
  deleteAccount: 'Account',
  deleteEntry: 'Entry',
};

/** Refuses an unknown id with 404 before it looks at credentials or body. */
export function addressFirst(
  profile: PartialProfile,
): Required<Pick<Wrappings, 'operations'>> & { app: RequestHandler } {
  let services: Services | undefined;
  const isKnown = async (id: string): Promise<boolean> => {
    for (const { users } of services?.clients ?? [])
      if ((await users.read(id)) ?? (await users.ownerOf(id))) return true;
    return services === undefined;
  };
  return {
    // Every run begins with the list of providers, whose handler is given the services.
    operations: (handlers) => ({
      ...handlers,
      listProviders: (context) => {
        services = context.services;
        return handlers.listProviders(context);
      },
    }),
    app: first(profile, async ({ id: operation }, request) => {
      const name = addressed[operation];
      const [id = ''] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(request.path) ?? [];
      if (name !== undefined && id !== '' && !(await isKnown(id))) throw refusals.notFound(name, id, 404);
    }),
  };
}
