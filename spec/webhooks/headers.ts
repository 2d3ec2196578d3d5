/** Headers in any of the shapes that servers hand over; names are looked up without regard to case. */
export type HeadersLike =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The words that stand for the vendor and the tax authority in a deployment's names. */
export type WebhookNaming = { vendor?: string; authority?: string };

/** The names of the two headers that the service sets. */
export type HeaderNames = { signature: string; encryptionIv: string };

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The header names of a vendor: `X-Svc-Signature` and `X-Svc-Encryption-IV` for the stand-in `svc`. */
export function headerNames(vendor = 'svc'): HeaderNames {
  // Asked for with every delivery, of which nearly all are the stand-in's.
  return vendor === 'svc' ? { ...standIns } : namesOf(vendor);
}

const standIns = namesOf('svc');

function namesOf(vendor: string): HeaderNames {
  const prefix = `X-${vendor.split('-').map(capitalised).join('-')}`;
  return { signature: `${prefix}-Signature`, encryptionIv: `${prefix}-Encryption-IV` };
}

/** The value of a header, or undefined; a header sent twice with different values has the value of neither. */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const wanted = name.toLowerCase();
  const values = new Set<string>();
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== wanted || value === undefined) continue;
    for (const one of typeof value === 'string' ? [value] : value) values.add(one);
  }
  return values.size > 1 ? [...values].join(', ') : [...values][0];
}

/** The delivery id and attempt number of a Payrig sandbox, for receivers that must not act twice. */
export function deliveryOf(headers: HeadersLike): { id: string; attempt: number } | undefined {
  const id = headerOf(headers, DELIVERY_HEADER);
  const attempt = Number(headerOf(headers, ATTEMPT_HEADER));
  return id !== undefined && Number.isSafeInteger(attempt) && attempt > 0 ? { id, attempt } : undefined;
}

export const DELIVERY_HEADER = 'X-Payrig-Delivery';
export const ATTEMPT_HEADER = 'X-Payrig-Attempt';
