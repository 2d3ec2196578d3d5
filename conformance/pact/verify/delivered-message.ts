import type { Profile } from '../../../spec/profile.ts';
import { headerName } from '../../target/naming.ts';
import type { Delivered } from '../states/state.ts';

/** A delivery as the Pact library takes a message: the bytes that came, and the headers that pacts may speak of. */
export function messageOf({ received }: Delivered, naming: Profile['naming']) {
  const { headers, raw } = received;
  const names = ['x-svc-signature', 'x-svc-encryption-iv'].map((name) =>
    headerName(name, naming).toLowerCase(),
  );
  const carried = names.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  );
  return {
    __pactMessageMetadata: {
      contentType: headers['content-type']?.split(';')[0]?.trim() ?? '',
      ...Object.fromEntries(carried),
    },
    message: raw,
  };
}
