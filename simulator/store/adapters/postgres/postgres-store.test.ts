import { describeStore } from '../../testing/describe-store.ts';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { durableLaws, sharedLaws } from '../../testing/shared-laws.ts';

describeStore('the PostgreSQL store', postgresPlace, 12);
durableLaws(postgresPlace);
sharedLaws(postgresPlace);
