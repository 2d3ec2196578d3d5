import { givenAddress } from '../../spec/given-address.ts';
import { defined } from '../../spec/json.ts';
import { payrigCommand, type Secret } from '../../spec/payrig-command.ts';
import { mask, redactUrls } from '../../spec/redact-urls.ts';
import type { RunOptions, TargetDescription } from './options.ts';

/** An address as reports show it: without a user, a password or a secret parameter. */
export const shownUrl = (url: string): string => redactUrls(url).replace(`//${mask}@`, '//');

/** A target whose addresses have no user and no password: those go into a header, like what --header gives. */
export function plainTarget(target: TargetDescription): TargetDescription {
  const plain = <T extends Pick<TargetDescription, 'baseUrl' | 'headers'>>(one: T): T => {
    const { url, headers } = givenAddress(one.baseUrl);
    return url === one.baseUrl ? one : { ...one, baseUrl: url, headers: { ...headers, ...one.headers } };
  };
  const { production } = target;
  return production ? { ...plain(target), production: plain(production) } : plain(target);
}

/** The options of a run as reports show them: with the names of secrets, without their values. */
export function redactedConfig(target: TargetDescription, options: RunOptions): Record<string, unknown> {
  const { apiKey, otherApiKey, member, headers, production, baseUrl, environment } = target;
  const { signal: _signal, onProgress: _onProgress, profile, profileFile: _profileFile, ...plain } = options;
  return defined({
    baseUrl: shownUrl(baseUrl),
    environment,
    apiKey: apiKey === undefined ? undefined : '$API_KEY',
    otherApiKey: otherApiKey === undefined ? undefined : '$OTHER_API_KEY',
    member: member?.username,
    headers: headers && Object.keys(headers),
    production: production && shownUrl(production.baseUrl),
    profile: profile && 'given',
    ...plain,
    receiverUrl: plain.receiverUrl && shownUrl(plain.receiverUrl),
  });
}

/** The command that reproduces a failure; secrets are the same shell variables as in the curl lines. */
export function againCommand(target: TargetDescription, options: RunOptions, token: string): string {
  const { baseUrl, otherApiKey, member, headers, environment, production } = target;
  const { arrange, evidence, profile, profileFile = 'profile.json', receiverUrl, patienceMs } = options;
  return payrigCommand('check', [shownUrl(baseUrl)], {
    apiKey: { variable: 'API_KEY' },
    otherApiKey: otherApiKey === undefined ? undefined : { variable: 'OTHER_API_KEY' },
    member: member && { after: `${member.username}:`, variable: 'MEMBER_PASSWORD' },
    header: headerWords(headers),
    environment,
    productionUrl: production && shownUrl(production.baseUrl),
    productionApiKey: production?.apiKey === undefined ? undefined : { variable: 'PRODUCTION_API_KEY' },
    arrange,
    evidence: evidence === 'public' ? evidence : undefined,
    profile: profile && profileFile,
    receiverUrl: receiverUrl && shownUrl(receiverUrl),
    receiverPort: options.receiverPort,
    patience: patienceMs && `${patienceMs}ms`,
    readOnly: options.readOnly,
    destructive: options.destructive,
    failOn: options.failOn === 'implied' ? 'implied' : undefined,
    replay: token,
  }).join(' ');
}

export const headerWords = (headers: Readonly<Record<string, string>> = {}): Secret[] =>
  Object.keys(headers).map((name) => ({ after: `${name}: `, variable: headerVariable(name) }));

export const headerVariable = (name: string): string =>
  `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
