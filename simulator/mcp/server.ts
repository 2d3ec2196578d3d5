import {
  completable,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { clausesById, loadClauses } from '../../spec/clauses.ts';
import { loadClientClauses } from '../../spec/client-clauses.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import { picked } from '../../spec/json.ts';
import { lazy } from '../../spec/lazy.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { loadOpenPoints } from '../../spec/profile.ts';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';
import { guides } from '../docs/guides.ts';
import { type Connection, contractOf, operationsOf } from './connection.ts';
import { addJudgingTools, reportOf } from './judging-tools.ts';
import { aboutOf, addOwnTool, failed, inputOf, inputSchema, type Served, said, tools } from './schemas.ts';
import { addStateTools } from './state-tools.ts';

const examClauses = () => [...loadReceiverClauses(), ...loadClientClauses()];

/** What is known of a clause, of the suite or of an exam, or of an open point; undefined for no id of either. */
function explained(id: string, { profile }: Pick<Connection, 'profile'>): object | undefined {
  const clause = clausesById().get(id) ?? examClauses().find((one) => one.id === id);
  if (clause) return { kind: 'clause', ...clause, next: tools.next.clause.replaceAll('{id}', id) };
  const point = loadOpenPoints().find((one) => one.id === id);
  if (!point) return undefined;
  const value = { 'value in this sandbox': profile.points[point.id] };
  return { kind: 'open point', ...point, ...value, next: tools.next.point };
}

const allIds = (): string[] =>
  [...loadClauses(), ...examClauses(), ...loadOpenPoints()].map(({ id }): string => id);

type Passage = { uri: string; title: string; text: string };
type Searched = { passage: Passage; head: string; body: string };

/** The sections of the docs, the clauses and the open points, each with its address; made once, since a call may be one of many. */
const passages = lazy((): Searched[] => [
  ...guides().flatMap(({ path, title, text }) =>
    text.split(/^(?=## )/m).map((section) => {
      const heading = /^## (.+)$/m.exec(section)?.[1];
      return searched(`docs/${path}`, heading ? `${title}: ${heading}` : title, section.trim());
    }),
  ),
  ...loadClauses().map(({ id, statement, places }) =>
    searched('clauses', id, `${statement} (${places.join('; ')})`),
  ),
  ...loadOpenPoints().map(({ id, question, reason }) => searched('open-points', id, `${question} ${reason}`)),
]);

function searched(place: string, title: string, text: string): Searched {
  return { passage: { uri: `payrig://${place}`, title, text }, head: spaced(title), body: spaced(text) };
}

/** Its words with one blank before each, so that a search for ` load` does not find "payload". */
const spaced = (text: string): string => ` ${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')}`;

const mostFound = 6;
const longestExcerpt = 400;
/** Each word costs a look through half a megabyte, 0.3 ms. */
const mostWords = 12;

/** A guide says how, and stands before what says why, how fast, or what is demanded. */
const weightOf = ({ uri }: Passage): number =>
  /^payrig:\/\/docs\/(?!decisions|figures)/.test(uri) ? 1 : 0.5;

/** The passages that have most of the words, those first that have them in their title or have them often. */
function found(query: string): Passage[] {
  const words = [...new Set(query.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [])]
    .slice(0, mostWords)
    .map((word) => ` ${word}`);
  const score = ({ head, body, passage }: Searched): number => {
    const of = (word: string): number => {
      const at = body.indexOf(word);
      const again = at >= 0 && body.includes(word, at + 1) ? 0.5 : 0;
      return again + (head.includes(word) ? 3 : at >= 0 ? 1 : 0);
    };
    return weightOf(passage) * words.reduce((sum, word) => sum + of(word), 0);
  };
  return passages()
    .map((searched) => ({ passage: searched.passage, points: score(searched) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, mostFound)
    .map(({ passage }) => ({ ...passage, text: passage.text.slice(0, longestExcerpt) }));
}

function addKnowledge(served: Served): void {
  addOwnTool(served, 'explain', ({ id }: { id: string }) => {
    const known = explained(id, served);
    if (known) return said(JSON.stringify(known));
    return failed(`There is no clause and no open point [${id}].${didYouMean(id, allIds())}`);
  });
  addOwnTool(served, 'search_docs', ({ query }: { query: string }) => said(JSON.stringify(found(query))));
}

export function mcpServer(connection: Connection): McpServer {
  const version = packageVersion();
  const instructions = tools.instructions.join('\n');
  const server = new McpServer({ name: 'payrig', title: 'Payrig', version }, { instructions });
  const served = { ...connection, server };
  for (const add of [addStateTools, addJudgingTools, addKnowledge, addResources, addPrompts]) add(served);
  return server;
}

function addPrompts(served: Served): void {
  for (const [name, { title, description, argument = '', about, text }] of Object.entries(tools.prompts)) {
    const prompt = (given: Readonly<Record<string, string>>) => {
      const known = JSON.stringify(explained(given['clause'] ?? '', served) ?? 'no such clause');
      const words: Readonly<Record<string, string>> = { ...given, known, url: served.url };
      const filled = text.join('\n').replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
      return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: filled } }] };
    };
    const argsSchema = inputSchema<Record<string, string>>(served.service, `prompt ${name}`, () => ({
      properties: { [argument]: { type: 'string', description: about ?? '' } },
      required: [argument],
    }));
    if (argument === '') served.server.registerPrompt(name, { title, description }, () => prompt({}));
    else {
      const field = { ...inputSchema<string>(served.service, 'completed', () => ({ properties: {} })) };
      const complete = (given: string) =>
        allIds().filter((id) => argument === 'clause' && id.startsWith(given));
      const shape = { [argument]: completable(field, complete) };
      const schema = { ...argsSchema, shape } as typeof argsSchema;
      served.server.registerPrompt(name, { title, description, argsSchema: schema }, prompt);
    }
  }
}

function addResources(served: Served): void {
  const { caller, service, server } = served;
  const json = (name: string, read: () => unknown): void => {
    const uri = `payrig://${name}`;
    const mimeType = 'application/json';
    const description = tools.resources[name] ?? '';
    server.registerResource(name, uri, { description, mimeType }, async () => ({
      contents: [{ uri, mimeType, text: JSON.stringify(await read(), null, 2) }],
    }));
  };
  json('contract', () => service.document);
  json('clauses', loadClauses);
  json('open-points', loadOpenPoints);
  json('scenarios', () => caller.call('listScenarios'));
  json('last-report', async () => {
    const { runs } = await caller.call('listRuns');
    const run = runs.find(({ tool }) => tool === 'check');
    return (run && (await reportOf(served.url, run))) ?? { message: 'No check has been run yet.' };
  });

  const template = (
    name: string,
    ids: () => readonly { id: string; title: string }[],
    mimeType: string,
    read: (id: string) => string | undefined,
  ): void => {
    const list = () => ({
      resources: ids().map(({ id, title }) => ({ uri: `payrig://${name}/${id}`, name: id, title, mimeType })),
    });
    const beginning = (given: string) => ids().flatMap(({ id }) => (id.startsWith(given) ? id : []));
    const uris = new ResourceTemplate(`payrig://${name}/{+id}`, { list, complete: { id: beginning } });
    server.registerResource(name, uris, { mimeType }, ({ href }, { id }) => {
      const text = read(String(id));
      if (text === undefined) throw new ResourceNotFoundError(href);
      return { contents: [{ uri: href, mimeType, text }] };
    });
  };
  const pages = () => guides().map(({ path, title }) => ({ id: path, title }));
  template('docs', pages, 'text/markdown', (id) => guides().find(({ path }) => path === id)?.text);
  const operations = operationsOf(served);
  const operationIds = operations.map(({ id, summary }) => ({ id, title: summary }));
  const operation = (id: string) => {
    const known = operations.find((one) => one.id === id);
    if (!known) return undefined;
    const contract = contractOf(served, id);
    const about = aboutOf(contract, known);
    const shown = { ...picked(known, 'id', 'method', 'path'), about, security: known.security };
    return JSON.stringify({ ...shown, input: inputOf(contract, known) });
  };
  template('operations', () => operationIds, 'application/json', operation);
}
