import { readFileSync } from 'node:fs';
import { type Operation, resolve } from '../../spec/contract.ts';
import { type Html, html, inline, prose } from '../../spec/html.ts';
import { listAt, objectIn, textAt } from '../../spec/json.ts';
import { dereferenced, jsonMedia } from '../../spec/openapi-document.ts';
import type { Profile } from '../../spec/profile.ts';
import { type JsonObject, openPointsOf, rename } from '../../spec/render.ts';
import { clientCode } from '../../spec/typescript-code.ts';
import {
  codePanel,
  curlFor,
  type Example,
  jsonMarkup,
  type Samples,
  shellPanel,
  type Trial,
  trialOf,
} from './curl.ts';
import { type HeldPoint, pointChips, pointsHere, pointsWithin } from './open-point.ts';
import { fieldList, fieldRow, viewOf } from './schema-view.ts';

const schemes = {
  apiKey: html`<code>X-API-KEY</code>`,
  memberBearer: html`a member's bearer token`,
  userBearer: html`the user's bearer token`,
} as const;

type Held = ReadonlyMap<string, HeldPoint>;

export function operationSection(document: JsonObject, operation: Operation, held: Held, samples: Samples) {
  const { id, method, path, summary } = operation;
  const node = objectIn(document, 'paths', path, method);
  const points = [...pointsWithin(document, node)].flatMap((one) => held.get(one) ?? []);
  const responses = Object.entries(objectIn(node, 'responses')).map(([status, response]) => {
    return { status, response: dereferenced(document, objectIn(response)) };
  });
  const statuses = responses.map(({ status }) => status).join(' ');
  const find = `${method} ${path} ${id} ${summary} ${statuses}`.toLowerCase();
  const example = exampleOf(document, objectIn(node, 'requestBody'));
  const trial = trialOf(operation, samples, example);
  const typescript = path.startsWith('/_sandbox') ? undefined : typescriptFor(operation, samples, trial);
  const answersJson = responses.some(({ status, response }) => /^2/.test(status) && jsonMedia(response));
  return html`<section class="operation" id="${id}" data-find="${find}"><div class="text">
<h3><a href="#${id}">${summary}</a></h3>
<p class="line"><span class="method ${method}">${method}</span><code>${path}</code></p>
${prose(textAt(node, 'description'))}${node['x-open-point'] !== undefined && pointChips(openPointsOf(node))}
<p class="auth">${authLine(operation)}</p>
${parameters(document, operation)}${body(document, node)}
<h4>Responses</h4>${responses.map(({ status, response }) => responseRow(document, status, response))}
${pointsHere(points)}
</div><div class="code">${shellPanel('curl', curlFor(operation, samples, example), answersJson ? trial : undefined)}${typescript !== undefined && codePanel('TypeScript', html`${typescript}`, true)}${responses.flatMap(
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
    const { name, in: place, required: isRequired } = parameter;
    const description = textAt(node, 'description') ?? view.description;
    const points = [...openPointsOf(node), ...view.points];
    return fieldRow({ ...view, name, place, isRequired, isWriteOnly: false, description, points });
  });
  return html`<h4>Parameters</h4><ul class="fields">${rows}</ul>`;
}

function body(document: JsonObject, node: JsonObject): Html {
  if (node['requestBody'] === undefined) return html``;
  const request = dereferenced(document, objectIn(node, 'requestBody'));
  const content = jsonMedia(request);
  if (!content) return html``;
  const view = viewOf(document, objectIn(content, 'schema'));
  if (view.fields.length === 0 && view.choices.length === 0) return html``;
  const need = request['required'] === true ? '' : html` <span class="mark">can be left out</span>`;
  return html`<h4>Body${need}${pointChips(view.points)}</h4>${fieldList(view)}`;
}

function responseRow(document: JsonObject, status: string, response: JsonObject): Html {
  const content = jsonMedia(response);
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

function examplesOf(document: JsonObject, response: JsonObject, title: string): Html[] {
  const content = jsonMedia(response);
  if (!content) return [];
  if (content['example'] !== undefined) return [codePanel(title, jsonMarkup(content['example']))];
  return Object.values(objectIn(content, 'examples')).map((one, index) => {
    const example = dereferenced(document, objectIn(one));
    const name = `${title} ${String(example['summary'] ?? '')}`.trim();
    return codePanel(name, jsonMarkup(example['value']), index > 0);
  });
}

function exampleOf(document: JsonObject, request: JsonObject): Example {
  const content = jsonMedia(dereferenced(document, request));
  if (!content) return undefined;
  const { example } = content;
  return example === undefined ? { schema: viewOf(document, objectIn(content, 'schema')) } : { example };
}

/** An operation of the service called with the typed client; undefined where the request takes what a page cannot know. */
function typescriptFor({ id, path }: Operation, samples: Samples, trial: Trial | undefined) {
  if (!trial) return undefined;
  const ids = samples.idsFor(id);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const params = { path: Object.fromEntries(names.map((name) => [name, ids[name]])) };
  const credentials = `apiKey: ${samples.apiKey === undefined ? 'process.env.API_KEY' : `'${samples.apiKey}'`}`;
  return clientCode(
    { baseUrl: samples.url, credentials, method: trial.method, path },
    { params: names.length > 0 ? params : undefined, body: trial.body && JSON.parse(trial.body) },
  );
}

export function eventsSection(document: JsonObject, naming: Profile['naming'], held: Held): Html {
  const code = readFileSync(new URL('./open-delivery.js', import.meta.url), 'utf8').trim();
  const headerName = (parameter: string) =>
    textAt(objectIn(document, 'components', 'parameters', parameter), 'name');
  const signature = headerName('Signature');
  const iv = headerName('EncryptionIv');
  const about = [...held.values()].filter(({ id }) => /^webhooks\.(delivery|encryption)\./.test(id));
  return html`<section class="operation" id="deliveries" data-find="webhooks deliveries signature encryption hmac aes receiver"><div class="text">
<h3><a href="#deliveries">Receiving deliveries</a></h3>
<p>A subscription hears of its events for every user of the client, by a <code>POST</code> of JSON to its <code>url</code>.
With <code>config.include_payload</code> the data comes along; without, only who and when.</p>
<h4>Signature</h4>
<p>With a <code>signing_secret</code>, the header <code>${signature}</code> carries the HMAC-SHA512 of the raw body in
lowercase hexadecimal, keyed with the secret. Compute it over the bytes as they came and compare in constant time.</p>
<h4>Encryption</h4>
<p>With an <code>encryption_key</code> (Base64 of 32 random bytes), the body is the Base64 text of an AES-256-GCM
ciphertext followed by its 16-byte tag, and <code>${iv}</code> carries the Base64 initialisation vector. It is encrypted
first and signed afterwards: <b>verify, then decrypt</b>.</p>
<h4>While you build</h4>
<p><a href="#listDeliveries">GET /_sandbox/deliveries</a> shows every delivery with its attempts, headers and body;
<a href="#redeliver">redeliver</a> sends one again; <a href="#moveClock">moving the clock</a> brings retries forward.</p>
${pointsHere(about)}
</div><div class="code">${codePanel('Node, without libraries', html`${rename(code, naming)}`)}${codePanel(
    'Node, with the receiver kit',
    html`${`import { open } from 'payrig/webhooks';\n\nconst event = open({\n  rawBody, headers,\n  secret, // or unsigned: true\n  key, // or unencrypted: true${
      naming.vendor === 'svc' && naming.authority === 'taxauth'
        ? ''
        : `\n  naming: ${JSON.stringify(naming)},`
    }\n});`}`,
  )}</div></section>${Object.entries(objectIn(document, 'webhooks')).map(([event, item]) => eventSection(document, event, objectIn(item, 'post'), held))}`;
}

function eventSection(document: JsonObject, event: string, node: JsonObject, held: Held): Html {
  const request = objectIn(node, 'requestBody');
  const schema = objectIn(request, 'content', 'application/json', 'schema');
  const headers = listAt(node, 'parameters').map((one) => dereferenced(document, objectIn(one)));
  const points = [...pointsWithin(document, node)].flatMap((id) => held.get(id) ?? []);
  const own = points.filter(({ id }) => !/^webhooks\.(delivery|encryption)\./.test(id));
  return html`<section class="operation" id="event-${event}" data-find="${`event webhook ${event}`}"><div class="text">
<h3><a href="#event-${event}">${String(node['summary'])}</a></h3>
<p class="line"><span class="method event">event</span><code>${event}</code></p>
${prose(String(node['description']))}${pointChips(openPointsOf(node))}
<h4>Headers</h4><ul class="fields">${headers.map(
    (header) =>
      html`<li><div class="head"><code class="name">${String(header['name'])}</code>${pointChips(openPointsOf(header))}</div>${prose(String(header['description']))}</li>`,
  )}</ul>
<h4>Body</h4>${fieldList(viewOf(document, schema), 'got')}
${pointsHere(own)}
</div><div class="code">${examplesOf(document, request, 'body')}</div></section>`;
}
