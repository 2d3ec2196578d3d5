import { type EncryptionKey, keyOf, type SigningSecret } from './seal.ts';

/** One, or several while an old one is being replaced. */
type OneOrMore<T> = T | readonly T[];

/** Whether deliveries are signed: the secret, or `unsigned: true`. */
export type SignatureAgreement =
  | {
      /** The `signing_secret` of the subscription, or several while it is being replaced. */
      secret: OneOrMore<SigningSecret> | undefined;
      unsigned?: false;
    }
  | {
      /** The subscription has no `signing_secret`: a stranger who knows the address can forge a delivery. */
      unsigned: true;
      secret?: undefined;
    };

/** Whether deliveries are encrypted: the key, or `unencrypted: true`. */
export type EncryptionAgreement =
  | {
      /** The `encryption_key` of the subscription, or several while it is being replaced. */
      key: OneOrMore<EncryptionKey> | undefined;
      unencrypted?: false;
    }
  | {
      /** The subscription has no `encryption_key`: the body is JSON as it is. */
      unencrypted: true;
      key?: undefined;
    };

/** What a receiver agreed on with the service when it subscribed. Nothing of it has a default. */
export type Agreement = SignatureAgreement & EncryptionAgreement;

/** The agreement with a subscription that is known in full: what it has is demanded, what it lacks is waived. */
export const agreementWith = ({
  secret,
  key,
}: {
  secret?: SigningSecret;
  key?: EncryptionKey;
}): Agreement => ({
  ...(secret === undefined ? { unsigned: true } : { secret }),
  ...(key === undefined ? { unencrypted: true } : { key }),
});

/** The receiver itself is set up wrongly: no delivery can be judged until that is mended. */
export class WebhookConfigurationError extends TypeError {
  override name = 'WebhookConfigurationError';
}

/** The secrets and keys of an agreement, none where it says so outright; throws when a needed one is not there. */
export function agreed(agreement: Agreement): {
  secrets: readonly SigningSecret[];
  keys: readonly ReturnType<typeof keyOf>[];
} {
  const { secret, unsigned, key, unencrypted } = agreement;
  const secrets = valuesOf(secret, unsigned, 'secret', 'unsigned');
  if (secrets.some((one) => !isText(one) || one.length === 0))
    throw new WebhookConfigurationError('A signing secret must be a text or bytes, and not empty.');
  return { secrets, keys: valuesOf(key, unencrypted, 'key', 'unencrypted').map(keyOf) };
}

const isList = <T>(given: OneOrMore<T> | undefined): given is readonly T[] => Array.isArray(given);
const isText = (value: unknown): boolean => typeof value === 'string' || value instanceof Uint8Array;

/** An unset variable must not switch protection off, so leaving a secret out needs an explicit flag. */
function valuesOf<T>(
  given: OneOrMore<T> | undefined,
  without: boolean | undefined,
  name: string,
  waiver: string,
): readonly T[] {
  if (without === true) {
    if (given === undefined) return [];
    throw new WebhookConfigurationError(`Give either ${name} or ${waiver}: true, not both.`);
  }
  const values: readonly (T | undefined)[] = isList(given) ? given : [given];
  const present = values.filter((value) => value !== undefined && value !== null);
  if (values.length > 0 && present.length === values.length) return present;
  throw new WebhookConfigurationError(
    `The ${name} of the subscription is missing: is the variable set? If it has none, say ${waiver}: true.`,
  );
}
