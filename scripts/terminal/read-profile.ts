import { completeProfile, type Profile, ProfileError } from '../../spec/profile.ts';
import { readText, UsageError } from './usage-error.ts';

/** The profile in a JSON file, completed with the defaults; the defaults alone when no file is named. */
export async function readProfile(file: string | undefined): Promise<Profile> {
  if (file === undefined) return completeProfile();
  const text = await readText(file, 'profile');
  try {
    return completeProfile(parseJson(text, file));
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new UsageError(`${file}: ${error.message}`);
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`The profile ${file} is not valid JSON: ${(error as Error).message}`);
  }
}
