import { type Operation, resolve } from '../../spec/contract.ts';
import { type Html, html, inline, prose } from '../../spec/html.ts';
import { isObject, objectIn, textAt } from '../../spec/json.ts';
import { type JsonObject, openPointsOf } from '../../spec/render.ts';
import { codePanel, curlFor, type Example, jsonMarkup, shellPanel, trialOf } from './curl.ts';
import { type HeldPoint, pointChips, pointsHere, pointsWithin } from './open-point.ts';
import type { Samples } from './samples.ts';
import { fieldList, fieldRow, viewOf } from './schema-view.ts';

const schemes = {
  apiKey: html`<code>X-API-KEY</code>`,
  memberBearer: html`a member's bearer token`,
  userBearer: html`the user's bearer token`,
} as const;

/** All about one operation: what it takes on the one side, what to paste on the other. */
export function operationSection(
  document: JsonObject,
  operation: Operation,
  held: ReadonlyMap<string, HeldPoint>,
  samples: Samples,
): Html {
  const { id, method, path, summary } = operation;
  const node = objectIn(document, 'paths', path, method);
  const points = [...pointsWithin(document, node)].flatMap((one) => held.get(one) ?? []);
  const responses = Object.entries(objectIn(node, 'responses')).map(([status, response]) => ({
    status,
    response: followed(document, objectIn(response)),
  }));
  const statuses = responses.map(({ status }) => status).join(' ');
  const find = `${method} ${path} ${id} ${summary} ${statuses}`.toLowerCase();
  const example = exampleOf(document, objectIn(node, 'requestBody'));
  const isService = !path.startsWith('/_sandbox');
  const typescript = isService ? typescriptFor(operation, samples, example) : undefined;
  const answersJson = responses.some(({ status, response }) => /^2/.test(status) && jsonContent(response));
  return html`<section class="operation" id="${id}" data-find="${find}"><div class="text">
<h3><a href="#${id}">${summary}</a></h3>
<p class="line"><span class="method ${method}">${method}</span><code>${path}</code></p>
${prose(textAt(node, 'description'))}${node['x-open-point'] !== undefined && pointChips(openPointsOf(node))}
<p class="auth">${authLine(operation)}</p>
${parameters(document, operation)}${body(document, node)}
<h4>Responses</h4>${responses.map(({ status, response }) => responseRow(document, status, response))}
${pointsHere(points)}
</div><div class="code">${shellPanel('curl', curlFor(operation, samples, example), answersJson ? trialOf(operation, samples, example) : undefined)}${typescript !== undefined && codePanel('TypeScript', html`${typescript}`, true)}${responses.flatMap(
    ({ status, response }) => (/^2/.test(status) ? examplesOf(document, response, status) : []),
  )}</div></section>`;
}

function authLine({ security }: Operation): Html {
  if (security.length === 0) return html`Needs no authentication.`;
  return html`Authenticated by ${security.map((one, index) => html`${index > 0 && ' or '}<a href="#authentication">${schemes[one]}</a>`)}.`;
}

function parameters(document: JsonObject, operation: Operation): Html {
  if (operation.parameters.length === 0) return html``;
  const rows = operation.parameters.map((parameter) => {
    const node = resolve(document, parameter.pointer.replace(/\/schema$/, ''));
    const view = viewOf(document, parameter.schema);
    return fieldRow({
      ...view,
      name: parameter.name,
      place: parameter.in,
      isRequired: parameter.required,
      isWriteOnly: false,
      description: textAt(node, 'description') ?? view.description,
      points: [...openPointsOf(node), ...view.points],
    });
  });
  return html`<h4>Parameters</h4><ul class="fields">${rows}</ul>`;
}

function body(document: JsonObject, node: JsonObject): Html {
  if (node['requestBody'] === undefined) return html``;
  const request = followed(document, objectIn(node, 'requestBody'));
  const content = jsonContent(request);
  if (!content) return html``;
  const view = viewOf(document, objectIn(content, 'schema'));
  if (view.fields.length === 0 && view.choices.length === 0) return html``;
  const need = request['required'] === true ? '' : html` <span class="mark">can be left out</span>`;
  return html`<h4>Body${need}${pointChips(view.points)}</h4>${fieldList(view)}`;
}

function responseRow(document: JsonObject, status: string, response: JsonObject): Html {
  const content = jsonContent(response);
  const isGood = /^2/.test(status);
  const view = isGood && content ? viewOf(document, objectIn(content, 'schema')) : undefined;
  const points = [...openPointsOf(response), ...(view?.points ?? [])];
  const summary = html`<b class="status s${status[0]}">${status}</b> ${inline(String(response['description'] ?? ''))}`;
  const chips = points.length > 0 && html`<p class="chips">${pointChips(points)}</p>`;
  if (view)
    return html`<details class="response" open><summary>${summary}</summary>${fieldList(view, 'got')}</details>${chips}`;
  const example = content?.['example'];
  if (example === undefined) return html`<div class="response">${summary}</div>${chips}`;
  return html`<details class="response"><summary>${summary}</summary><pre class="mini" tabindex="0">${jsonMarkup(example)}</pre></details>${chips}`;
}

/** The examples of an answer, the first one open. */
export function examplesOf(document: JsonObject, response: JsonObject, title: string): Html[] {
  const content = jsonContent(response);
  if (!content) return [];
  if (content['example'] !== undefined) return [codePanel(title, jsonMarkup(content['example']))];
  return Object.values(objectIn(content, 'examples')).map((one, index) => {
    const example = followed(document, objectIn(one));
    const name = `${title} ${String(example['summary'] ?? '')}`.trim();
    return codePanel(name, jsonMarkup(example['value']), index > 0);
  });
}

function exampleOf(document: JsonObject, request: JsonObject): Example {
  const content = jsonContent(followed(document, request));
  if (!content) return undefined;
  const { example } = content;
  return example === undefined ? { schema: viewOf(document, objectIn(content, 'schema')) } : { example };
}

export const followed = (document: JsonObject, node: JsonObject): JsonObject =>
  typeof node['$ref'] === 'string' ? followed(document, resolve(document, node['$ref'].slice(1))) : node;

function jsonContent(node: JsonObject): JsonObject | undefined {
  const content = objectIn(node, 'content')['application/json'];
  return isObject(content) ? content : undefined;
}

/** An operation of the service called with the typed client; undefined where the request takes what a page cannot know. */
function typescriptFor(operation: Operation, samples: Samples, example: Example): string | undefined {
  const trial = trialOf(operation, samples, example);
  if (!trial) return undefined;
  const ids = samples.idsFor(operation.id);
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const path = names.map((name) => `${name}: '${ids[name]}'`).join(', ');
  const input = [
    ...(names.length > 0 ? [`  params: { path: { ${path} } },`] : []),
    ...(trial.body === undefined ? [] : [`  body: ${literal(trial.body)},`]),
  ];
  const call = input.length === 0 ? '' : `, {\n${input.join('\n')}\n}`;
  const key = samples.apiKey === undefined ? 'process.env.API_KEY' : `'${samples.apiKey}'`;
  return `import { createPayrollClient, unwrap } from 'payrig/client';

const client = createPayrollClient({
  baseUrl: '${samples.url}',
  apiKey: ${key},
});
const answer = await unwrap(client.${trial.method}('${operation.path}'${call}));`;
}

const literal = (body: string): string =>
  JSON.stringify(JSON.parse(body), null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ');
