import type { RunOptions, TargetDescription } from './options.ts';

/** The options of a run as reports show them: who may call is told, by which secret is not. */
export function redactedConfig(target: TargetDescription, options: RunOptions): Record<string, unknown> {
  const { apiKey, otherApiKey, member, headers, production, baseUrl, environment } = target;
  const { signal: _signal, onProgress: _onProgress, profile, profileFile: _profileFile, ...plain } = options;
  return {
    baseUrl: baseUrl.replace(/\/\/[^/@]*@/, '//'),
    ...(environment && { environment }),
    ...(apiKey !== undefined && { apiKey: '$API_KEY' }),
    ...(otherApiKey !== undefined && { otherApiKey: '$OTHER_API_KEY' }),
    ...(member && { member: member.username }),
    ...(headers && { headers: Object.keys(headers) }),
    ...(production && { production: production.baseUrl.replace(/\/\/[^/@]*@/, '//') }),
    ...(profile && { profile: 'given' }),
    ...plain,
  };
}
