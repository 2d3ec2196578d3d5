import { completeProfile, type Profile, ProfileError } from '../../spec/profile.ts';
import { readJson, UsageError } from './usage-error.ts';

export async function readProfile(file: string | undefined): Promise<Profile> {
  if (file === undefined) return completeProfile();
  const given = await readJson(file, 'profile');
  try {
    return completeProfile(given);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new UsageError(`${file}: ${error.message}`);
  }
}
