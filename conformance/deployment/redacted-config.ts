import { mask, redactUrls } from '../../spec/redact-urls.ts';
import type { RunOptions, TargetDescription } from './options.ts';

/** An address as reports show it: without a user, a password or a secret parameter. */
export const shownUrl = (url: string): string => redactUrls(url).replace(`//${mask}@`, '//');

/** The options of a run as reports show them: who may call is told, by which secret is not. */
export function redactedConfig(target: TargetDescription, options: RunOptions): Record<string, unknown> {
  const { apiKey, otherApiKey, member, headers, production, baseUrl, environment } = target;
  const { signal: _signal, onProgress: _onProgress, profile, profileFile: _profileFile, ...plain } = options;
  return {
    baseUrl: shownUrl(baseUrl),
    ...(environment && { environment }),
    ...(apiKey !== undefined && { apiKey: '$API_KEY' }),
    ...(otherApiKey !== undefined && { otherApiKey: '$OTHER_API_KEY' }),
    ...(member && { member: member.username }),
    ...(headers && { headers: Object.keys(headers) }),
    ...(production && { production: shownUrl(production.baseUrl) }),
    ...(profile && { profile: 'given' }),
    ...plain,
    ...(options.receiverUrl !== undefined && { receiverUrl: shownUrl(options.receiverUrl) }),
  };
}
