import { magicLogins } from '../../generators/catalogue/magic.ts';
import { type Html, html, inline, prose } from '../../spec/html.ts';
import { objectIn, textAt } from '../../spec/json.ts';
import { type JsonObject, openPointsOf } from '../../spec/render.ts';
import type { Samples } from './curl.ts';
import { type HeldPoint, pointCard, pointChips } from './open-point.ts';
import { isNamedScalar, viewOf } from './schema-view.ts';

/** The kinds of text and number that have a name, each told once. */
export function typesSection(documents: readonly JsonObject[]): Html {
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

export function pointsSection(points: readonly HeldPoint[]): Html {
  const areas = byArea(points);
  const own = points.filter(
    ({ value, default: standard }) => JSON.stringify(value) !== JSON.stringify(standard),
  );
  return html`<section class="plain" id="open-points" data-find="open points profile"><h2><a href="#open-points">Open points</a></h2>
<p>Where the interface document is silent, a deployment may do as it likes. Each such place is a question with the answers
that we allow. The sandbox obeys its profile, and the default where the profile says nothing. ${
    own.length === 0
      ? 'This sandbox runs on the defaults.'
      : html`This sandbox differs in <b>${own.length}</b> of ${points.length}: they are <code class="held own">marked</code>.`
  }</p>${[...areas].map(([area, here]) => html`<h3 class="area">${area}</h3><div class="cards">${here.map(pointCard)}</div>`)}</section>`;
}

const areaOf = ({ id }: HeldPoint): string => id.split('.', 1)[0]!;

function byArea(points: readonly HeldPoint[]): Map<string, HeldPoint[]> {
  const areas = new Map<string, HeldPoint[]>();
  for (const point of points) areas.set(areaOf(point), [...(areas.get(areaOf(point)) ?? []), point]);
  return areas;
}

export function peopleSection({ people }: Samples): Html {
  return html`<section class="plain" id="people" data-find="people personas users"><h2><a href="#people">People to try</a></h2>
<p>These users are in every world of this seed, each made for a case.</p><div class="cards people">${people.map(
    ({ key, userId, description, purpose }) =>
      html`<article class="card" data-find="${`${key} ${description} ${purpose}`.toLowerCase()}"><h3>${key}</h3><p>${inline(description)}</p><p class="purpose">${inline(purpose)}</p><p class="id"><code>${userId}</code><button type="button" class="copy">copy</button></p></article>`,
  )}</div></section>`;
}

/** User names that make any provider behave in a certain way. */
export const magicSection =
  (): Html => html`<section class="plain" id="magic" data-find="magic logins"><h2><a href="#magic">Magic logins</a></h2>
<p>An account that is <a href="#linkAccount">linked</a> with one of these as its <code>user_name</code> does what it says, for any user; <code>+anything</code> may follow.</p>
<ul class="fields">${magicLogins.map(
    ({ userName, effect }) =>
      html`<li data-find="${`magic ${userName} ${effect}`.toLowerCase()}"><div class="head"><code class="name">${userName}</code></div><p>${inline(effect)}</p></li>`,
  )}</ul></section>`;

export function authenticationSection(document: JsonObject, samples: Samples): Html {
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
