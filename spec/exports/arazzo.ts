import type { Contract, Operation } from '../contract.ts';
import type { AnyOperationId } from '../operations.ts';
import type { Profile } from '../profile.ts';
import { type JsonObject, rename } from '../render.ts';
import { type Journey, journeys, type Step } from './journeys.ts';

export type Contracts = { service: Contract; arrangement: Contract; profile: Profile };

/** The names under which an Arazzo document finds the two contracts beside it. */
export const sources = { service: 'openapi.yaml', arrangement: 'sandbox.yaml' } as const;

/** The journeys as an Arazzo document: calls, what they hand on, and what must be true of each answer. */
export function arazzoDocument(contracts: Contracts): JsonObject {
  const { title = '', version = '' } = contracts.service.document['info'] as {
    title?: string;
    version?: string;
  };
  return {
    arazzo: '1.0.1',
    info: { title: `${title}: journeys`, version, summary: 'What people do with the service, call by call' },
    sourceDescriptions: Object.entries(sources).map(([name, file]) => ({
      name,
      url: `./${file}`,
      type: 'openapi',
    })),
    workflows: journeys.map((journey) => workflow(journey, contracts)),
  };
}

function workflow({ id, title, steps }: Journey, contracts: Contracts): JsonObject {
  const text = JSON.stringify(steps);
  const inputs = Object.keys(inputKinds).filter(
    (name) => name === 'api_key' || text.includes(`$inputs.${name}`),
  );
  return {
    workflowId: id,
    summary: title,
    inputs: {
      type: 'object',
      required: inputs,
      properties: Object.fromEntries(inputs.map((name) => [name, inputKinds[name] as JsonObject])),
    },
    steps: steps.map((step) => stepOf(step, contracts)),
  };
}

const inputKinds: Readonly<Record<string, JsonObject>> = {
  api_key: { type: 'string', description: 'The API key of the client' },
  colleague: { type: 'string', description: 'Whom to invite; nobody who was invited before' },
  subscription: { type: 'string', description: 'A name that no other subscription has' },
  receiver: { type: 'string', description: 'Where deliveries go' },
};

function stepOf(step: Step, contracts: Contracts): JsonObject {
  const { id, does, holds = [], keeps, waits } = step;
  const { profile } = contracts;
  const call = 'put' in step ? uploadOf(step) : callOf(step, contracts);
  return {
    stepId: id,
    description: does,
    ...call.request,
    successCriteria: [`$statusCode == ${call.status}`, ...holds].map((condition) => ({
      condition: rename(condition, profile.naming),
    })),
    ...(keeps && {
      outputs: Object.fromEntries(Object.entries(keeps).map(([name, at]) => [name, `$response.body#${at}`])),
    }),
    ...(waits && { onFailure: [{ name: 'ask-again', type: 'retry', retryAfter: 0.2, retryLimit: 50 }] }),
  };
}

type Call = { request: JsonObject; status: number };

/** An address that was handed out is in no contract; this is how the tools that run Arazzo documents are told of one. */
function uploadOf({ put, text }: Extract<Step, { put: string }>): Call {
  const request = {
    'x-operation': { url: put, method: 'put' },
    parameters: [{ name: 'Content-Type', in: 'header', value: 'application/pdf' }],
    requestBody: { contentType: 'application/pdf', payload: text },
  };
  return { request, status: 200 };
}

function callOf(
  step: Extract<Step, { operation: AnyOperationId }>,
  { service, arrangement, profile }: Contracts,
): Call {
  const source = service.operations.has(step.operation) ? 'service' : 'arrangement';
  const operation = (source === 'service' ? service : arrangement).operations.get(step.operation);
  if (!operation) throw new Error(`The contract has no operation ${step.operation}`);
  const header = (name: string, value: string) => ({ name, in: 'header', value });
  const credentials = step.token
    ? [header('Authorization', `Bearer {${step.token}}`)]
    : [header('X-API-KEY', '$inputs.api_key')];
  const path = Object.entries(step.path ?? {}).map(([name, value]) => ({ name, in: 'path', value }));
  return {
    request: {
      operationId: `$sourceDescriptions.${source}.${documentedId(operation, source === 'service' ? service : arrangement)}`,
      parameters: [...path, ...credentials],
      ...(step.body && {
        requestBody: { contentType: 'application/json', payload: rename(step.body, profile.naming) },
      }),
    },
    status: step.refusedBy ? (profile.points[step.refusedBy] as number) : successOf(operation),
  };
}

/** The id that the operation has in the rendered document, where a profile may have renamed it. */
function documentedId({ method, path }: Operation, { document }: Contract): string {
  const item = (document['paths'] as Record<string, Record<string, { operationId: string }>>)[path];
  return item?.[method]?.operationId ?? '';
}

export function successOf({ responses }: Operation): number {
  return Number([...responses.keys()].find((status) => status.startsWith('2')));
}
