import { describeStore } from '../../testing/describe-store.ts';
import { postgresPlace } from '../../testing/postgres-place.ts';

describeStore('the PostgreSQL store', postgresPlace);
