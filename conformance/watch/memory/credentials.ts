import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';
import type { Seen } from './passed.ts';

export class Credentials {
  readonly keys = new Bounded<string, true>(200);
  readonly userTokens = new Bounded<string, true>(5000);
  readonly memberTokens = new Bounded<string, true>(500);

  note(seen: Seen): void {
    const { operation, apiKey, bearer } = seen;
    if (!isSuccess(seen)) return;
    if (apiKey !== undefined) this.keys.set(apiKey, true);
    // The two operations that take a user's token, and no key.
    const isUsers = operation === 'queryPayrollConnection' || operation === 'presignBankStatements';
    if (isUsers && bearer !== undefined) this.userTokens.set(bearer, true);
    const { jwt } = fieldsOf(seen.body);
    if (operation === 'signInMember' && typeof jwt === 'string') this.memberTokens.set(jwt, true);
  }
}
