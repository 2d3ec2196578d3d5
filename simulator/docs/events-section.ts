import { readFileSync } from 'node:fs';
import { type Html, html, prose } from '../../spec/html.ts';
import { listAt, objectIn, textAt } from '../../spec/json.ts';
import type { Profile } from '../../spec/profile.ts';
import { type JsonObject, openPointsOf, rename } from '../../spec/render.ts';
import { codePanel } from './curl.ts';
import { type HeldPoint, pointChips, pointsHere, pointsWithin } from './open-point.ts';
import { examplesOf, followed } from './operation-section.ts';
import { fieldList, viewOf } from './schema-view.ts';

/** What the service sends, and how a receiver knows that it was the service. */
export function eventsSection(
  document: JsonObject,
  naming: Profile['naming'],
  held: ReadonlyMap<string, HeldPoint>,
): Html {
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

function eventSection(
  document: JsonObject,
  event: string,
  node: JsonObject,
  held: ReadonlyMap<string, HeldPoint>,
): Html {
  const request = objectIn(node, 'requestBody');
  const schema = objectIn(request, 'content', 'application/json', 'schema');
  const headers = listAt(node, 'parameters').map((one) => followed(document, objectIn(one)));
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
