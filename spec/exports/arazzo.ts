import { type Contract, type Operation, operationOf, sources } from '../contract.ts';
import type { JsonObject } from '../json.ts';
import { escapePointer, infoOf, resolve } from '../openapi-document.ts';
import type { Profile } from '../profile.ts';
import { rename } from '../render.ts';
import { type CallStep, type Journey, journeys, plainPdf, type Step } from './journeys.ts';

export type Contracts = { service: Contract; arrangement: Contract; profile: Profile };

/** The journeys as an Arazzo document: calls, what they hand on, and what must be true of each answer. */
export function arazzoDocument(contracts: Contracts): JsonObject {
  const { title, version } = infoOf(contracts.service.document);
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
  const used = `$inputs.api_key ${JSON.stringify(steps)}`;
  const inputs = Object.entries(inputKinds).filter(([name]) => used.includes(`$inputs.${name}`));
  return {
    workflowId: id,
    summary: title,
    inputs: {
      type: 'object',
      required: inputs.map(([name]) => name),
      properties: Object.fromEntries(inputs),
    },
    steps: steps.map((step) => stepOf(step, contracts)),
  };
}

const inputKinds: Readonly<Record<string, JsonObject>> = {
  api_key: { type: 'string', description: 'The API key of the client' },
  colleague: { type: 'string', description: 'The address of a colleague who was not invited before' },
  subscription: { type: 'string', description: 'A name that no other subscription has' },
  receiver: { type: 'string', description: 'Where deliveries go' },
};

function stepOf(step: Step, contracts: Contracts): JsonObject {
  const { id, does, holds = [], keeps, waits } = step;
  const { profile } = contracts;
  const call = 'put' in step ? uploadOf(step) : callOf(step, contracts);
  const conditions = [`$statusCode == ${call.status}`, ...holds];
  const described: JsonObject = {
    stepId: id,
    description: does,
    ...call.request,
    successCriteria: conditions.map((condition) => ({ condition: rename(condition, profile.naming) })),
  };
  if (keeps) {
    const outputs = Object.entries(keeps).map(([name, at]) => [name, `$response.body#${at}`]);
    described['outputs'] = Object.fromEntries(outputs);
  }
  if (waits) described['onFailure'] = [{ name: 'ask-again', type: 'retry', retryAfter: 0.2, retryLimit: 50 }];
  return described;
}

type Call = { request: JsonObject; status: number };

/** A presigned address is in no contract; `x-operation` is how the tools that run Arazzo documents call one. */
function uploadOf({ put, lines }: Extract<Step, { put: string }>): Call {
  const request = {
    'x-operation': { url: put, method: 'put' },
    parameters: [{ name: 'Content-Type', in: 'header', value: 'application/pdf' }],
    requestBody: { contentType: 'application/pdf', payload: plainPdf(lines) },
  };
  return { request, status: 200 };
}

function callOf(step: CallStep, { service, arrangement, profile }: Contracts): Call {
  const source = service.operations.has(step.operation) ? 'service' : 'arrangement';
  const contract = source === 'service' ? service : arrangement;
  const operation = operationOf(contract, step.operation);
  const header = (name: string, value: string) => ({ name, in: 'header', value });
  const credentials = step.token
    ? [header('Authorization', `Bearer {${step.token}}`)]
    : [header('X-API-KEY', '$inputs.api_key')];
  const path = Object.entries(step.path ?? {}).map(([name, value]) => ({ name, in: 'path', value }));
  const request: JsonObject = {
    operationId: `$sourceDescriptions.${source}.${nodeOf(operation, contract)['operationId']}`,
    parameters: [...path, ...credentials],
  };
  if (step.body)
    request['requestBody'] = { contentType: 'application/json', payload: rename(step.body, profile.naming) };
  return { request, status: statusOf(step, operation, profile) };
}

/** The operation in the rendered document, where a profile may have renamed it. */
export const nodeOf = ({ method, path }: Operation, { document }: Contract): JsonObject =>
  resolve(document, `/paths/${escapePointer(path)}/${method}`);

export const statusOf = ({ refusedBy }: CallStep, { responses }: Operation, { points }: Profile): number =>
  refusedBy ? points[refusedBy] : Number([...responses.keys()].find((status) => status.startsWith('2')));
