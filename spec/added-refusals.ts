import { addResponse } from './add-response.ts';
import type { Json, JsonObject } from './json.ts';
import type { Points } from './profile.ts';

type Refusal = {
  operation: (node: JsonObject) => boolean;
  status: number | string;
  id: string;
  because: string;
};

/** What open points let operations refuse that they never refuse by default. */
function refusals(points: Points): Refusal[] {
  const named = (id: string) => (node: JsonObject) => node['operationId'] === id;
  const list: Refusal[] = points['authorisations.reads'].map((id) => ({
    operation: named(id),
    status: points['authorisations.missing-status'],
    id: 'authorisations.reads',
    because: 'The user has no active authorisation',
  }));
  if (points['connections.disabled-direct'] === 'refused') {
    const status = points['connections.disabled-status'];
    const id = 'connections.disabled-direct';
    list.push({
      operation: named('createDirectConnection'),
      status,
      id,
      because: 'Connections are disabled',
    });
  }
  const noMatch = points['direct-connections.no-match'];
  if (noMatch !== 'empty') {
    const id = 'direct-connections.no-match';
    list.push({
      operation: named('createDirectConnection'),
      status: noMatch,
      id,
      because: 'Nothing matches',
    });
  }
  if (points['requests.rate-limit'] !== null) {
    const id = 'requests.rate-limit';
    list.push({ operation: () => true, status: 429, id, because: 'Too many requests' });
  }
  return list;
}

/** Adds the refusals that the profile's values bring with them. */
export function addedRefusals(document: JsonObject, points: Points): void {
  for (const path of Object.values(document['paths'] as JsonObject)) {
    const shared = (path as JsonObject)['parameters'] !== undefined;
    for (const operation of Object.values(path as JsonObject) as JsonObject[]) {
      const responses = operation['responses'] as JsonObject | undefined;
      if (!responses) continue;
      for (const { operation: concerns, status, id, because } of refusals(points)) {
        if (concerns(operation)) addResponse(responses, String(status), id, refused(because));
      }
      // Every identifier of a path is a UUID and is declared for the path as a whole.
      const id = 'requests.invalid-path-id-status';
      if (shared) addResponse(responses, String(points[id]), id, refused('The id is no UUID'));
    }
  }
}

const refused = (because: string): JsonObject => ({
  description: `${because}.`,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Errors' } as Json,
      example: { errors: [because] },
    },
  },
});
