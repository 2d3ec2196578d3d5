import type { McpServer } from '@modelcontextprotocol/server';
import { clausesById, loadClauses } from '../../spec/clauses.ts';
import { loadClientClauses } from '../../spec/client-clauses.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import { loadOpenPoints } from '../../spec/profile.ts';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';
import { guides } from '../docs/guides.ts';
import type { Connection } from './connection.ts';
import { failed, said } from './results.ts';
import { addTool, inputSchema } from './schemas.ts';

const examClauses = () => [...loadReceiverClauses(), ...loadClientClauses()];

/** What is known of a clause, of the suite or of an exam, or of an open point; undefined for no id of either. */
export function explained(id: string, { profile }: Pick<Connection, 'profile'>): object | undefined {
  const clause = clausesById().get(id) ?? examClauses().find((one) => one.id === id);
  if (clause) return { kind: 'clause', ...clause };
  const point = loadOpenPoints().find((one) => one.id === id);
  return point && { kind: 'open point', ...point, 'value in this sandbox': profile.points[point.id] };
}

const allIds = (): string[] =>
  [...loadClauses(), ...examClauses(), ...loadOpenPoints()].map(({ id }): string => id);

type Passage = { uri: string; title: string; text: string };

/** The sections of the docs, the clauses and the open points, each with its address. */
const passages = (): Passage[] => [
  ...guides().flatMap(({ path, title, text }) =>
    text.split(/^(?=## )/m).map((section) => {
      const heading = /^## (.+)$/m.exec(section)?.[1];
      return {
        uri: `payrig://docs/${path}`,
        title: heading ? `${title}: ${heading}` : title,
        text: section.trim(),
      };
    }),
  ),
  ...loadClauses().map(({ id, statement, places }) => ({
    ...{ uri: 'payrig://clauses', title: id, text: `${statement} (${places.join('; ')})` },
  })),
  ...loadOpenPoints().map(({ id, question, reason }) => ({
    ...{ uri: 'payrig://open-points', title: id, text: `${question} ${reason}` },
  })),
];

const mostFound = 8;
const longestExcerpt = 700;

/** The passages that have most of the words, those first that have them in their title. */
function found(query: string): Passage[] {
  const words = [...new Set(query.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [])];
  const score = ({ title, text }: Passage): number => {
    const head = title.toLowerCase();
    const body = text.toLowerCase();
    const of = (word: string): number => (head.includes(word) ? 3 : body.includes(word) ? 1 : 0);
    return words.reduce((sum, word) => sum + of(word), 0);
  };
  return passages()
    .map((passage) => ({ passage, points: score(passage) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, mostFound)
    .map(({ passage }) => ({ ...passage, text: passage.text.slice(0, longestExcerpt) }));
}

/** The tools that answer from the contract, the clauses and the docs. */
export function addKnowledge(server: McpServer, connection: Connection): void {
  const hints = { readOnlyHint: true, openWorldHint: false };
  const one = (name: string, description: string) =>
    inputSchema<Record<string, string>>(connection.service, `words ${name}`, () => ({
      properties: { [name]: { type: 'string', minLength: 1, maxLength: 500, description } },
      required: [name],
    }));
  const explain = {
    ...{
      title: 'Explain a clause or an open point',
      hints,
      schema: one('id', 'Such as users.patch.null-unsets or members.roles.'),
    },
    description:
      'What a clause demands, with its place in the interface document, or what an open point asks, with the values that are allowed.',
  };
  addTool(server, 'explain', explain, ({ id = '' }) => {
    const known = explained(id, connection);
    if (known) return said(JSON.stringify(known));
    return failed(`There is no clause and no open point [${id}].${didYouMean(id, allIds())}`);
  });
  const search = {
    ...{ title: 'Search the docs', hints, schema: one('query', 'A few words.') },
    description: 'Search the guides, the clauses and the open points by words; gives the best passages.',
  };
  addTool(server, 'search_docs', search, ({ query = '' }) => said(JSON.stringify(found(query))));
}
