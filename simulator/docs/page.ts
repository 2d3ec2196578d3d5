import { magicLogins } from '../../generators/catalogue/catalogue.ts';
import type { Contract, Operation } from '../../spec/contract.ts';
import { curlCommand, keyHeaders, shellWord } from '../../spec/curl.ts';
import { type Html, html, inline, prose } from '../../spec/html.ts';
import { objectIn, objectsIn, textAt } from '../../spec/json.ts';
import { loadOpenPoints, type Profile } from '../../spec/profile.ts';
import { type JsonObject, openPointsOf } from '../../spec/render.ts';
import { type Samples, shellPanel } from './curl.ts';
import { type DocsPage, framed } from './frame.ts';
import { type HeldPoint, isOwn, pointCard, pointChips } from './open-point.ts';
import { eventsSection, operationSection } from './operation-section.ts';
import { isNamedScalar, viewOf } from './schema-view.ts';

export type DocsInput = {
  service: Contract;
  arrangement: Contract;
  profile: Profile;
  environment: string;
  samples: Samples;
};

/** Later ones may overrule earlier ones. */
const styles = ['base', 'parts', 'layout', 'fields', 'panels', 'small-screens'];

/** The contract as one page that needs nothing from anywhere else. */
export function docsPage({ service, arrangement, profile, environment, samples }: DocsInput): DocsPage {
  const points = loadOpenPoints().map(
    (point): HeldPoint => ({ ...point, value: profile.points[point.id as keyof Profile['points']] }),
  );
  const held = new Map(points.map((point) => [point.id, point]));
  const info = objectIn(service.document, 'info');
  const groups = ({ document, operations }: Contract, prefix: string) =>
    objectsIn(document['tags']).map((tag) => {
      const name = String(tag['name']);
      const ofTag = [...operations.values()].filter((one) => one.tag === name);
      const sections = ofTag.map((one) => operationSection(document, one, held, samples));
      const body = html`<div class="tag" id="${prefix}-${name.toLowerCase()}"><h2>${name}</h2><p>${textAt(tag, 'description') ?? ''}</p></div>${sections}`;
      return { nav: navGroup(name, ofTag), body };
    });
  const own = groups(service, 'tag');
  const arranged = groups(arrangement, 'arrange');
  const events = Object.keys(objectIn(service.document, 'webhooks'));
  const body = html`<nav id="nav"><div class="brand"><a href="#top"><b>Payrig</b> <span>${String(info['title'])}</span></a><button type="button" id="menu" aria-expanded="false" aria-controls="links">menu</button></div>
<input id="filter" type="search" placeholder="Filter   /" aria-label="Filter" autocomplete="off" spellcheck="false"><div id="links">
<a href="#top">Start here</a><a href="/">Console</a><a href="/docs/overview.html">Guides</a><a href="#people">People to try</a><a href="#magic">Magic logins</a><a href="#authentication">Authentication, errors</a>
<h2>Service</h2>${own.map(({ nav }) => nav)}
<h2>Events</h2><a href="#deliveries">Receiving deliveries</a>${events.map((event) => html`<a href="#event-${event}"><i class="method event">event</i>${event}</a>`)}
<h2>Arrangement API</h2>${arranged.map(({ nav }) => nav)}
<h2>Reference</h2><a href="#types">Types</a><a href="#open-points">Open points <small>${points.length}</small></a></div></nav>
<main id="top">${intro(info, environment, profile, samples)}
${peopleSection(samples)}${magicSection()}${authenticationSection(service.document, samples)}
${own.map(({ body }) => body)}
<div class="tag"><h2>Events</h2><p>What the service sends to its subscribers.</p></div>${eventsSection(service.document, profile.naming, held)}
<div class="tag part"><h2>The arrangement API</h2>${prose(textAt(objectIn(arrangement.document, 'info'), 'description'))}</div>
${arranged.map(({ body }) => body)}
${typesSection([service.document, arrangement.document])}${pointsSection(points)}
<p id="none" hidden>No entry matches the filter.</p></main>`;
  return framed(`${info['title']} · Payrig sandbox`, body, styles, ['menu-and-copy.js', 'in-browser.js']);
}

function intro(info: JsonObject, environment: string, profile: Profile, samples: Samples): Html {
  const { url, apiKey, people, needsSandboxKey } = samples;
  const ada = people[0]!;
  const path = `/expenditure/${ada.userId}/ons`;
  const headers = keyHeaders(path, apiKey, false);
  const first = curlCommand({ method: 'GET', url: shellWord(url + path), headers });
  return html`<section class="operation hero" data-find=""><div class="text"><h1>${String(info['title'])} <small>${String(info['version'])}</small></h1>
<p class="lead">${String(info['summary'])}.</p>
<ol class="steps"><li>Paste the <b>first call</b> into a terminal, or press <i>try it</i>: the estimate for ${ada.key}.</li>
<li><a href="/">Open the console</a> and look at a person: their pay, their bank account, what the service holds.</li>
<li>Choose <a href="#people">people for your case</a>, and ask for them with your own code.</li>
<li><a href="#createWebhook">Subscribe</a>, let <a href="#createEntry">an event</a> happen, and <a href="#deliveries">open the delivery</a>.</li>
<li><a href="#moveClock">Move the clock</a>: pay days, recurring checks and retries come by themselves.</li></ol>
<details><summary>How this contract is to be read</summary>${prose(String(info['description']))}</details>
<p class="downloads"><a href="/openapi.yaml">openapi.yaml</a><a href="/openapi.json">openapi.json</a></p></div>
<div class="code"><dl class="facts"><dt>Address</dt><dd>${url}</dd>
${apiKey !== undefined && html`<dt>API keys</dt><dd>${apiKey}, sandbox-key-2</dd><dt>Member</dt><dd>member@sandbox.test<br>sandbox-password</dd>`}
<dt>Environment</dt><dd>${environment}</dd><dt>Names</dt><dd>${profile.naming.vendor} (vendor), ${profile.naming.authority} (authority)</dd></dl>
${shellPanel('first call', first, { method: 'GET', path, body: undefined })}
${keyFields(apiKey, needsSandboxKey)}</div></section>`;
}

/** The keys with which the page tries requests; they go to this sandbox alone. */
const keyFields = (apiKey: string | undefined, needsSandboxKey: boolean): Html =>
  html`<p class="keys"><label>Try with the API key <input id="try-key" autocomplete="off" spellcheck="false" value="${apiKey ?? ''}"></label>${
    needsSandboxKey &&
    html`<label>and the sandbox key <input id="try-sandbox-key" type="password" autocomplete="off"></label>`
  }</p>`;

const navGroup = (name: string, operations: readonly Operation[]): Html =>
  html`<h3>${name}</h3>${operations.map(
    ({ id, method, summary }) =>
      html`<a href="#${id}"><i class="method ${method}">${method === 'delete' ? 'del' : method}</i>${summary}</a>`,
  )}`;

function typesSection(documents: readonly JsonObject[]): Html {
  const seen = new Map<string, Html>();
  for (const document of documents) {
    for (const [name, schema] of Object.entries(objectIn(document, 'components', 'schemas'))) {
      const node = objectIn(schema);
      if (!seen.has(name) && isNamedScalar(document, name, node))
        seen.set(name, typeRow(document, name, node));
    }
  }
  return html`<section class="plain" id="types" data-find="types formats"><h2><a href="#types">Types</a></h2><ul class="fields types">${[...seen.values()]}</ul></section>`;
}

function typeRow(document: JsonObject, name: string, node: JsonObject): Html {
  const view = viewOf(document, node);
  const limits = view.limits.map((limit) => html`<span>${limit}</span>`);
  return html`<li id="type-${name}"><div class="head"><code class="name">${name}</code> <span class="type">${view.label}${view.isNullable && ' or null'}</span>${pointChips(view.points)}</div>${
    view.description !== undefined && html`<p>${inline(view.description)}</p>`
  }${limits.length > 0 && html`<p class="limits">${limits}</p>`}</li>`;
}

function pointsSection(points: readonly HeldPoint[]): Html {
  const areaOf = ({ id }: HeldPoint): string => id.split('.', 1)[0]!;
  const areas = [...new Set(points.map(areaOf))];
  const own = points.filter(isOwn);
  return html`<section class="plain" id="open-points" data-find="open points profile"><h2><a href="#open-points">Open points</a></h2>
<p>Where the interface document is silent, a deployment may do as it likes. Each such place is a question with the answers
that we allow. The sandbox obeys its profile, and the default where the profile says nothing. ${
    own.length === 0
      ? 'This sandbox runs on the defaults.'
      : html`This sandbox differs in <b>${own.length}</b> of ${points.length}: they are <code class="held own">marked</code>.`
  }</p>${areas.map((area) => html`<h3 class="area">${area}</h3><div class="cards">${points.filter((one) => areaOf(one) === area).map(pointCard)}</div>`)}</section>`;
}

function peopleSection({ people }: Samples): Html {
  return html`<section class="plain" id="people" data-find="people personas users"><h2><a href="#people">People to try</a></h2>
<p>These users are in every world of this seed, each made for a case.</p><div class="cards people">${people.map(
    ({ key, userId, description, purpose }) =>
      html`<article class="card" data-find="${`${key} ${description} ${purpose}`.toLowerCase()}"><h3>${key}</h3><p>${inline(description)}</p><p class="purpose">${inline(purpose)}</p><p class="id"><code>${userId}</code><button type="button" class="copy">copy</button></p></article>`,
  )}</div></section>`;
}

const magicSection =
  (): Html => html`<section class="plain" id="magic" data-find="magic logins"><h2><a href="#magic">Magic logins</a></h2>
<p>An account that is <a href="#linkAccount">linked</a> with one of these as its <code>user_name</code> does what it says, for any user; <code>+anything</code> may follow.</p>
<ul class="fields">${magicLogins.map(
    ({ userName, effect }) =>
      html`<li data-find="${`magic ${userName} ${effect}`.toLowerCase()}"><div class="head"><code class="name">${userName}</code></div><p>${inline(effect)}</p></li>`,
  )}</ul></section>`;

function authenticationSection(document: JsonObject, samples: Samples): Html {
  const schemes = objectIn(document, 'components', 'securitySchemes');
  const how: Record<string, Html> = {
    apiKey: html`<code>X-API-KEY: ${samples.apiKey ?? '<your key>'}</code>`,
    memberBearer: html`<code>Authorization: Bearer &lt;jwt&gt;</code>, the <code>jwt</code> of <a href="#signInMember">sign-in</a>`,
    userBearer: html`<code>Authorization: Bearer &lt;token&gt;</code>, here issued by <a href="#issueUserToken">the arrangement API</a>`,
  };
  return html`<section class="plain" id="authentication" data-find="authentication api key bearer token errors"><h2><a href="#authentication">Authentication and errors</a></h2>
<ul class="fields">${Object.entries(schemes).map(
    ([name, scheme]) =>
      html`<li><div class="head"><code class="name">${name}</code>${pointChips(openPointsOf(objectIn(scheme)))}</div>${prose(textAt(objectIn(scheme), 'description'))}<p>${how[name]}</p></li>`,
  )}</ul>
<p>Every refusal has the same body, <code>{"errors": ["..."]}</code>, with one message per problem. Authentication comes
before validation, validation before existence. Every answer carries an <code>X-Request-Id</code>, which the sandbox's log
and its <a href="#listRequests">request journal</a> name too.</p></section>`;
}
