import { shellWord } from '../../spec/curl.ts';
import { defined } from '../../spec/json.ts';
import { mask, redactUrls } from '../../spec/redact-urls.ts';
import type { RunOptions, TargetDescription } from './options.ts';

/** An address as reports show it: without a user, a password or a secret parameter. */
export const shownUrl = (url: string): string => redactUrls(url).replace(`//${mask}@`, '//');

/** The options of a run as reports show them: with the names of secrets, without their values. */
export function redactedConfig(target: TargetDescription, options: RunOptions): Record<string, unknown> {
  const { apiKey, otherApiKey, member, headers, production, baseUrl, environment } = target;
  const { signal: _signal, onProgress: _onProgress, profile, profileFile: _profileFile, ...plain } = options;
  const redacted: Record<string, unknown> = {
    baseUrl: shownUrl(baseUrl),
    environment,
    apiKey: apiKey === undefined ? undefined : '$API_KEY',
    otherApiKey: otherApiKey === undefined ? undefined : '$OTHER_API_KEY',
    member: member?.username,
    headers: headers && Object.keys(headers),
    production: production && shownUrl(production.baseUrl),
    profile: profile && 'given',
    ...plain,
  };
  if (options.receiverUrl !== undefined) redacted['receiverUrl'] = shownUrl(options.receiverUrl);
  return defined(redacted);
}

/** The command that reproduces a failure; secrets are the same shell variables as in the curl lines. */
export function againCommand(target: TargetDescription, options: RunOptions, token: string): string {
  const { baseUrl, otherApiKey, member, headers, environment, production } = target;
  const variable = (name: string): string => `"$${name}"`;
  const words: (string | false | undefined)[] = [
    'payrig check',
    shellWord(shownUrl(baseUrl)),
    `--api-key ${variable('API_KEY')}`,
    otherApiKey !== undefined && `--other-api-key ${variable('OTHER_API_KEY')}`,
    member && `--member ${shellWord(`${member.username}:`)}${variable('MEMBER_PASSWORD')}`,
    ...Object.keys(headers ?? {}).map(
      (name) => `--header ${shellWord(`${name}: `)}${variable(headerVariable(name))}`,
    ),
    environment && `--environment ${environment}`,
    production && `--production-url ${shellWord(shownUrl(production.baseUrl))}`,
    production?.apiKey !== undefined && `--production-api-key ${variable('PRODUCTION_API_KEY')}`,
    options.arrange !== undefined && `--arrange ${shellWord(options.arrange)}`,
    options.evidence === 'public' && '--evidence public',
    options.profile && `--profile ${shellWord(options.profileFile ?? 'profile.json')}`,
    options.receiverUrl !== undefined && `--receiver-url ${shellWord(shownUrl(options.receiverUrl))}`,
    options.receiverPort !== undefined && `--receiver-port ${options.receiverPort}`,
    options.patienceMs !== undefined && `--patience ${options.patienceMs}ms`,
    options.readOnly && '--read-only',
    options.destructive && '--destructive',
    options.failOn === 'implied' && '--fail-on implied',
    `--replay ${shellWord(token)}`,
  ];
  return words.filter((word) => typeof word === 'string').join(' ');
}

export const headerVariable = (name: string): string =>
  `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
