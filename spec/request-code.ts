import { addressOf, type HttpRequest } from './caller.ts';
import { curlCommand, keyHeaders, shellWord, userTokenHeader, userTokenLines } from './curl.ts';
import { routes } from './generated/routes.ts';
import { clientCode, literal, quoted } from './typescript-code.ts';

/** Who makes the request: the keys of the client, and where the deployment is. */
export type CodeCaller = { origin: string; apiKey: string; needsSandboxKey: boolean };

/** A value of a header: text, or a variable of the environment, with text before it. */
type HeaderValue = { text: string } | { before: string; variable: string };
type Call = { method: string; url: string; headers: [name: string, value: HeaderValue][]; body?: string };

/** The sandbox key opens every client and a token is a user's, so that neither is written out. */
function callOf(request: HttpRequest, { origin, apiKey, needsSandboxKey }: CodeCaller): Call {
  const { method, path, body, yaml, asUser } = request;
  const headers: Call['headers'] = [
    asUser === undefined
      ? ['X-API-KEY', { text: apiKey }]
      : ['Authorization', { before: 'Bearer ', variable: 'USER_TOKEN' }],
  ];
  if (needsSandboxKey && path.startsWith('/_sandbox'))
    headers.push(['X-Sandbox-Key', { before: '', variable: 'SANDBOX_KEY' }]);
  const sent = yaml ?? (body === undefined ? undefined : JSON.stringify(body));
  if (sent !== undefined)
    headers.push(['Content-Type', { text: `application/${yaml === undefined ? 'json' : 'yaml'}` }]);
  const url = new URL(origin + addressOf(request)).href;
  return { method, url, headers, ...(sent !== undefined && { body: sent }) };
}

const escaped = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Java, C#, Go and Python write texts as JSON does; C# also ends a line, and with it a text, at these three. */
const text = (value: string): string => JSON.stringify(value).replaceAll(/[\u0085\u2028\u2029]/g, escaped);

/** A compiler of Java reads a file by the locale, which may be that of ASCII. */
const javaText = (value: string): string => JSON.stringify(value).replaceAll(/[^ -~]/g, escaped);

const valueIn =
  (environment: (name: string) => string, text: (value: string) => string) =>
  (value: HeaderValue): string => {
    if ('text' in value) return text(value.text);
    return value.before === ''
      ? environment(value.variable)
      : `${text(value.before)} + ${environment(value.variable)}`;
  };

const isSecret = ([, value]: Call['headers'][number]): boolean => 'variable' in value;

function python({ method, url, headers, body }: Call): string {
  const value = valueIn((name) => `os.environ["${name}"]`, text);
  const lines = [
    `    ${text(method)},`,
    `    ${text(url)},`,
    `    headers={${headers.map(([name, one]) => `${text(name)}: ${value(one)}`).join(', ')}},`,
    ...(body === undefined ? [] : [`    data=${text(body)}.encode(),`]),
  ];
  return `${headers.some(isSecret) ? 'import os\n' : ''}import requests

response = requests.request(
${lines.join('\n')}
)
print(response.status_code, response.text)`;
}

function java({ method, url, headers, body }: Call): string {
  const value = valueIn((name) => `System.getenv("${name}")`, javaText);
  const publisher = body === undefined ? 'noBody()' : `ofString(${javaText(body)})`;
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Call {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(${javaText(url)}))
${headers.map(([name, one]) => `        .header(${javaText(name)}, ${value(one)})\n`).join('')}        .method(${javaText(method)}, HttpRequest.BodyPublishers.${publisher})
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}`;
}

function csharp({ method, url, headers, body }: Call): string {
  const value = valueIn((name) => `Environment.GetEnvironmentVariable("${name}")`, text);
  const type = headers.find(([name]) => name === 'Content-Type')?.[1];
  const added = headers
    .filter(([name]) => name !== 'Content-Type')
    .map(([name, one]) => `request.Headers.Add(${text(name)}, ${value(one)});`);
  if (body !== undefined && type && 'text' in type)
    added.push(`request.Content = new StringContent(${text(body)}, Encoding.UTF8, ${text(type.text)});`);
  return `using System;
using System.Net.Http;
using System.Text;

using var client = new HttpClient();
var request = new HttpRequestMessage(new HttpMethod(${text(method)}), ${text(url)});
${added.join('\n')}
var response = await client.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`;
}

function go({ method, url, headers, body }: Call): string {
  const value = valueIn((name) => `os.Getenv("${name}")`, text);
  const packages = ['fmt', 'io', 'net/http'];
  if (headers.some(isSecret)) packages.push('os');
  if (body !== undefined) packages.push('strings');
  const reader = body === undefined ? 'nil' : `strings.NewReader(${text(body)})`;
  return `package main

import (
${packages.map((name) => `\t${text(name)}\n`).join('')})

func main() {
\trequest, err := http.NewRequest(${text(method)}, ${text(url)}, ${reader})
\tif err != nil {
\t\tpanic(err)
\t}
${headers.map(([name, one]) => `\trequest.Header.Set(${text(name)}, ${value(one)})\n`).join('')}\tresponse, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tpanic(err)
\t}
\tdefer response.Body.Close()
\tbody, err := io.ReadAll(response.Body)
\tif err != nil {
\t\tpanic(err)
\t}
\tfmt.Println(response.StatusCode, string(body))
}`;
}

const known = new Set(Object.values(routes).map(({ method, path }) => `${method} ${path}`));

/** With the typed client where it has the operation, with fetch for the arrangement API and for what breaks the contract. */
export function typescriptOf(request: HttpRequest, caller: CodeCaller): string {
  const { method, path, params, query, body, asUser } = request;
  const isTyped = !path.startsWith('/_sandbox') && known.has(`${method} ${path}`);
  if (!isTyped) return withFetch(callOf(request, caller));
  const isQueried = Object.values(query ?? {}).some((value) => value !== undefined);
  const given = params || isQueried ? { path: params, query: isQueried ? query : undefined } : undefined;
  const credentials =
    asUser === undefined ? `apiKey: ${quoted(caller.apiKey)}` : "token: process.env['USER_TOKEN']!";
  return clientCode({ baseUrl: caller.origin, credentials, method, path }, { params: given, body });
}

function withFetch({ method, url, headers, body }: Call): string {
  const value = valueIn((name) => `process.env['${name}']!`, text);
  const shown = headers.map(
    ([name, one]) => `${quoted(name)}: ${'text' in one ? quoted(one.text) : value(one)}`,
  );
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${shown.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: ${bodyCode(headers, body)},`]),
  ];
  return `const response = await fetch(${quoted(url)}, {\n${lines.join('\n')}\n});\nconst answer = await response.json();`;
}

const bodyCode = (headers: Call['headers'], body: string): string =>
  headers.some(([, value]) => 'text' in value && value.text === 'application/yaml')
    ? text(body)
    : `JSON.stringify(${literal(JSON.parse(body)).replaceAll('\n', '\n  ')})`;

/** As a command for a shell, which fetches a user's token first. */
function curl(request: HttpRequest, { origin, apiKey, needsSandboxKey }: CodeCaller): string {
  const { method, path, body, yaml, asUser } = request;
  const keys = (place: string): string[] => keyHeaders(place, apiKey, needsSandboxKey);
  const headers = asUser === undefined ? keys(path) : [userTokenHeader];
  const before = asUser === undefined ? '' : userTokenLines(origin, asUser, keys('/_sandbox'));
  const json = body === undefined ? undefined : `-d ${shellWord(JSON.stringify(body))}`;
  const data = yaml === undefined ? json : `--data-binary ${shellWord(yaml)}`;
  if (data !== undefined) headers.push(`'Content-Type: application/${yaml === undefined ? 'json' : 'yaml'}'`);
  return before + curlCommand({ method, url: shellWord(origin + addressOf(request)), headers, data });
}

type Writer = (request: HttpRequest, caller: CodeCaller) => string;
const written =
  (write: (call: Call) => string): Writer =>
  (request, caller) =>
    write(callOf(request, caller));

const writers = {
  ...{ curl, TypeScript: typescriptOf, Python: written(python) },
  ...{ Java: written(java), 'C#': written(csharp), Go: written(go) },
};

export type CodeLanguage = keyof typeof writers;
export const codeLanguages = Object.keys(writers) as readonly CodeLanguage[];

/** A request as code of a language, whole: it can be saved, compiled and run. */
export const requestCode = (language: CodeLanguage, ...request: Parameters<Writer>): string =>
  writers[language](...request);
