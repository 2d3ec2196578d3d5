import { isObject, type Json, type JsonObject, objectAt, objectsIn } from '../json.ts';
import { dereferenced, infoOf, jsonMedia } from '../openapi-document.ts';

export function asyncApiDocument(contract: JsonObject): JsonObject {
  const { title, version } = infoOf(contract);
  const webhooks = Object.entries(objectAt(contract['webhooks'] ?? {}));
  const each = (make: (event: string, post: JsonObject) => [string, Json]): JsonObject =>
    Object.fromEntries(webhooks.map(([event, item]) => make(event, objectAt(item, 'post'))));
  return {
    asyncapi: '3.0.0',
    info: { title: `${title}: webhooks`, version },
    channels: each((event) => [
      event,
      { address: null, messages: { delivery: { $ref: `#/components/messages/${event}` } } },
    ]),
    operations: each((event, post) => [
      String(post['operationId']),
      {
        action: 'send',
        summary: post['summary'] ?? '',
        channel: { $ref: `#/channels/${event}` },
        messages: [{ $ref: `#/channels/${event}/messages/delivery` }],
      },
    ]),
    components: {
      messages: each((event, post) => [
        event,
        {
          name: event,
          contentType: 'application/json',
          headers: headersOf(post, contract),
          payload: jsonMedia(objectAt(post, 'requestBody'))?.['schema'] ?? {},
        },
      ]),
      schemas: objectAt(contract, 'components')['schemas'] ?? {},
    },
  };
}

/** The delivery's headers, in lower case as receivers see them, and the content type as Pact calls it. */
function headersOf(post: JsonObject, contract: JsonObject): JsonObject {
  const properties: JsonObject = { contentType: { type: 'string' } };
  for (const parameter of objectsIn(post['parameters'])) {
    const { in: place, name, schema } = dereferenced(contract, parameter);
    if (place === 'header' && isObject(schema)) properties[String(name).toLowerCase()] = schema;
  }
  return { type: 'object', properties };
}
