import type { UserDossier } from '../../../spec/types.ts';

/** What the sections of a person's page are given. */
export type PersonProps = { dossier: UserDossier; onChange: () => void };
