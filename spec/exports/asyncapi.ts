import type { Json, JsonObject } from '../render.ts';

type Parameter = { name: string; schema: Json; in: string };

/**
 * The contract's webhooks as an AsyncAPI 3 document, for tools that compare messages with one.
 *
 * A contract whose webhooks change changes it; nothing in it is written by hand.
 */
export function asyncApiDocument(contract: JsonObject): JsonObject {
  const { schemas = {}, parameters = {} } = contract['components'] as {
    schemas?: JsonObject;
    parameters?: JsonObject;
  };
  const { title = '', version = '' } = contract['info'] as { title?: string; version?: string };
  const webhooks = Object.entries((contract['webhooks'] ?? {}) as Record<string, { post: JsonObject }>);
  const each = (make: (event: string, post: JsonObject) => [string, Json]): JsonObject =>
    Object.fromEntries(webhooks.map(([event, { post }]) => make(event, post)));
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
          headers: headersOf(post, parameters),
          payload: jsonSchemaOf(post),
        },
      ]),
      schemas,
    },
  };
}

function jsonSchemaOf(post: JsonObject): Json {
  const { content } = post['requestBody'] as { content: Record<string, { schema: Json }> };
  return content['application/json']?.schema ?? {};
}

/** The delivery's headers, in lower case as receivers see them, and the content type as Pact calls it. */
function headersOf(post: JsonObject, shared: JsonObject): JsonObject {
  const headers = ((post['parameters'] ?? []) as JsonObject[])
    .map((one) => resolved(one, shared))
    .filter((one) => one.in === 'header')
    .map((one) => [one.name.toLowerCase(), one.schema] as const);
  return {
    type: 'object',
    properties: { contentType: { type: 'string' }, ...Object.fromEntries(headers) },
  };
}

function resolved(parameter: JsonObject, shared: JsonObject): Parameter {
  const name = String(parameter['$ref'] ?? '')
    .split('/')
    .at(-1) as string;
  return (parameter['$ref'] ? shared[name] : parameter) as unknown as Parameter;
}
