import { few } from '../../../../spec/testing/test-run.ts';
import { describeStore } from '../../testing/describe-store.ts';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { durableLaws, sharedLaws } from '../../testing/shared-laws.ts';

describeStore('the PostgreSQL store', postgresPlace, few(5, 12));
durableLaws(postgresPlace);
sharedLaws(postgresPlace);
