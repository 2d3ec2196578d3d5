export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, errors: string | readonly string[], headers: Record<string, string> = {}) {
    const list = typeof errors === 'string' ? [errors] : errors;
    super(list.join('; '));
    this.name = 'Refusal';
    this.status = status;
    this.errors = list;
    this.headers = headers;
  }
}

/** A request whose values cannot be taken; where none is missing, a profile may choose another status. */
export class InvalidRequest extends Refusal {}

const meant = (near: readonly string[]): string =>
  near.length === 0 ? '' : ` Did you mean ${near.join(', or ')}?`;

/** Every refusal of the service, in one place. The wording of 401, 404 and missing fields is the document's. */
export const refusals = {
  apiKey: () => new Refusal(401, 'No X-API-KEY header provided or wrong value'),
  bearer: () => new Refusal(401, 'No bearer authorisation provided or wrong value'),
  sandboxKey: () => new Refusal(401, 'No X-Sandbox-Key header provided or wrong value'),
  invalid: (problems: readonly string[]) => new InvalidRequest(400, problems),
  notFound: (what: string, id: string, status = 404) => new Refusal(status, `${what} [${id}] does not exist`),
  unknownPath: (status: number, method: string, path: string, near: readonly string[]) =>
    new Refusal(status, `There is nothing at ${method} ${path}.${meant(near) || ' /docs lists every path.'}`),
  unknownMethod: (
    status: number,
    { method, path }: { method: string; path: string },
    allowed: readonly string[],
    near: readonly string[],
  ) =>
    new Refusal(status, `${path} does not take ${method}, only ${allowed.join(', ')}.${meant(near)}`, {
      Allow: allowed.join(', '),
    }),
  malformedJson: (status: number) => new Refusal(status, 'The body is not valid JSON'),
  contentType: (status: number, given: string | undefined) =>
    new Refusal(status, `The body must be application/json, not ${given ?? 'without a content type'}`),
  tooLarge: (status: number, limit: string) => new Refusal(status, `The body is larger than ${limit}`),
  badRequest: (problem: string) => new Refusal(400, problem),
  tooMany: (seconds: number) => new Refusal(429, 'Too many requests', { 'Retry-After': String(seconds) }),
  credentials: (status: number) => new Refusal(status, 'Wrong username or password'),
  memberExists: (status: number, email: string) =>
    new Refusal(status, `A member with the email [${email}] exists already`),
  noAuthorisation: (status: number) => new Refusal(status, 'The user has no active authorisation'),
  unusableAuthorisation: (status: number, id: string) =>
    new Refusal(status, `Authorisation [${id}] is not an active authorisation of the user`),
  inactiveTerm: (id: string) =>
    new Refusal(400, `Authorisation term [${id}] is not active and cannot be accepted`),
  connectionsDisabled: (status: number) => new Refusal(status, 'Payroll connections are disabled'),
  payslipUploadDisabled: () => new Refusal(409, 'Payslip upload is disabled for the user'),
  incomeDisabled: (status: number) => new Refusal(status, 'Tax-authority data is disabled for the user'),
  accountNotReady: (status: number, id: string, why: string) => new Refusal(status, `Account [${id}] ${why}`),
  wrongAnswer: (status: number, left: number) =>
    new Refusal(
      status,
      `The MFA response is wrong; ${left === 1 ? '1 attempt is' : `${left} attempts are`} left`,
    ),
  locked: (status: number, id: string) =>
    new Refusal(status, `Account [${id}] is locked: the provider's login attempts are used up`),
  notPending: (status: number, id: string) =>
    new Refusal(status, `Account [${id}] is not waiting for an MFA response`),
  providerSilent: (status: number) => new Refusal(status, 'The payroll provider did not answer in time'),
  missingDetails: (fields: readonly string[]) =>
    new Refusal(
      400,
      fields.map((field) => `A direct connection needs the user's [${field}]`),
    ),
  noMatch: (status: number) => new Refusal(status, "No payroll was found that matches the user's details"),
  nameTaken: (status: number, name: string) =>
    new Refusal(status, `A webhook with the name [${name}] exists already`),
  subscriptionGone: (id: string) =>
    new Refusal(400, `The webhook of delivery [${id}] does not exist any more`),
  tooFarAhead: (checks: number, most: number) =>
    new Refusal(
      400,
      `About ${checks} recurring checks fall due on the way, and a move runs ${most} at most: move in smaller steps`,
    ),
  backwards: () => new Refusal(400, 'The clock cannot be moved backwards'),
  expenditure: (messages: readonly string[]) => new Refusal(404, messages),
} as const;

/** What was found under the id of a request; refuses the request where nothing was. */
export function orNotFound<T>(found: T, what: string, id: string): Exclude<T, null | undefined | false> {
  if (!found) throw refusals.notFound(what, id);
  return found as Exclude<T, null | undefined | false>;
}
