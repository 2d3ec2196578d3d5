import type { OperationId } from '../../../spec/operations.ts';
import { isRefusal, type ServiceResponse } from '../../target/exchange.ts';
import type { JsonFields } from '../../target/read-json.ts';
import type { components } from '../generated/files.ts';

type Schemas = components['schemas'];

/** What files.schema.json says and explains. */
export type Passed = Readonly<Schemas['passed']>;
export type SealFacts = Readonly<Schemas['seal']>;

/** An exchange of an operation of the contract, as the rules see it. */
export type Seen = ServiceResponse<OperationId> &
  Pick<Passed, 'begun' | 'ended'> & {
    readonly operation: OperationId;
    readonly apiKey: string | undefined;
    readonly bearer: string | undefined;
    /** The value of the header that selects an authorisation. */
    readonly authorisation: string | undefined;
  };

export type SeenDelivery = Passed & {
  readonly seal: SealFacts;
  /** Its JSON body, decrypted where it was encrypted and the key is known. */
  readonly body: JsonFields | undefined;
};

/** Who a request came from, as far as it tells. */
export const clientOf = ({ apiKey, bearer }: Pick<Seen, 'apiKey' | 'bearer'>): string =>
  apiKey ?? (bearer === undefined ? '' : `bearer ${bearer}`);

/** A refusal for want of an authorisation, or for the one that the request names; a 401 is one only if it speaks of consent. */
export const lacksAuthorisation = (status: number, text: string): boolean =>
  isRefusal({ status }) &&
  (status === 401 ? /active authori[sz]ation|authori[sz]ation .*(revoked|user)/i : /authori[sz]ation/i).test(
    text,
  );

/** Statuses by which a service says that the request itself is wrong, and nothing else. */
export const isInvalid = ({ status }: { readonly status: number }): boolean =>
  status === 400 || status === 422;
