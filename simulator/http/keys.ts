import { hash, timingSafeEqual } from 'node:crypto';

/** Keys of up to so many bytes are compared as they are, longer ones by their digest. */
const width = 128;

/** Writes a key in a form that is as long for every key, so that it takes as long to compare, whatever the key. */
function write(key: string, form: Buffer): Buffer {
  const length = Buffer.byteLength(key);
  form.fill(0);
  form[0] = Math.min(length, width + 1);
  if (length <= width) form.write(key, 1);
  else hash('sha256', key, 'buffer').copy(form, 1);
  return form;
}

const newForm = (): Buffer => Buffer.alloc(width + 1);

/** Finds what a key belongs to, comparing every key in constant time so that timing tells nothing about any of them. */
export class KeyRing<T> {
  readonly #entries: { form: Buffer; value: T }[] = [];
  /** One for all requests: a digest or a buffer for each would be a tenth of their time. */
  readonly #given = newForm();

  constructor(entries: Iterable<readonly [key: string, value: T]>) {
    for (const [key, value] of entries) this.#entries.push({ form: write(key, newForm()), value });
  }

  find(key: string): T | undefined {
    const given = write(key, this.#given);
    let found: T | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.form, given)) found = entry.value;
    return found;
  }
}
