import { fieldsOf, isObject } from '../../target/read-json.ts';
import { type AnyProbe, isRefused, probe, seen, takenAs, unknown } from '../probe.ts';

/** Users and the client configuration. */
export const userProbes: readonly AnyProbe[] = [
  probe('users.unset-form', { needs: ['users'] }, async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser({ forename: 'Ada', surname: 'Fairweather' });
    const { status, body } = await call('updateUser', { path: { user_id }, body: { forename: null } });
    if (status !== 200 || !isObject(body)) return unknown(`null was answered with ${status}`);
    if (!('forename' in body)) return seen('absent');
    return body['forename'] === null ? seen('null') : unknown('a field sent as null kept its value');
  }),
  probe('users.patch.empty-body', { needs: ['users'] }, async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser();
    return seen((await call('updateUser', { path: { user_id }, body: {} })).status);
  }),
  probe('users.post-codes.empty', { needs: ['users'] }, async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser();
    return takenAs(
      'accept',
      (await call('updateUser', { path: { user_id }, body: { post_codes: [] } })).status,
    );
  }),
  probe('users.date-only-timestamps', { needs: ['users'] }, async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser();
    const { status } = await call('updateUser', { path: { user_id }, body: { date_of_birth: '1990-05-17' } });
    return takenAs('accept', status);
  }),
  probe('configuration.patch.null', { needs: ['writes'], exclusive: 'configuration' }, async ({ call }) => {
    const set = await call('updateConfiguration', {
      body: { client_logo: 'https://lender.example/logo.svg' },
    });
    if (set.status !== 200) return unknown(`the configuration could not be changed (${set.status})`);
    const { status, body } = await call('updateConfiguration', { body: { client_logo: null } });
    const flag = await call('updateConfiguration', { body: { payslip_upload_enabled: null } });
    if (isRefused(status) !== isRefused(flag.status))
      return unknown(`null gets ${status} for a text and ${flag.status} for a switch`);
    if (isRefused(status)) return seen('reject');
    const { client_logo } = fieldsOf(body);
    return status === 200 && client_logo == null ? seen('unset') : unknown('null left the value as it was');
  }),
];
