import type { JsonObject } from './json.ts';

/** Adds what an open point answers with, unless the operation has that status already. */
export function addResponse(responses: JsonObject, status: string, id: string, like: JsonObject): void {
  const { 'x-stated': _, content, ...rest } = like;
  responses[status] ??= {
    ...rest,
    'x-open-point': id,
    ...(status === '204' || content === undefined ? {} : { content }),
  };
}
