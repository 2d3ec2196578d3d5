import { shellWord } from '../../spec/curl.ts';
import type { RunOptions, TargetDescription } from './options.ts';
import { shownUrl } from './redacted-config.ts';

/** The whole command that sees a failure again; secrets are variables of the shell, the same as in the curl lines. */
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

/** The variable that stands for the value of a header. */
export const headerVariable = (name: string): string =>
  `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
