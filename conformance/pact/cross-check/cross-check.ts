import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { loadContract } from '../../../spec/contract.ts';
import { asyncApiDocument } from '../../../spec/exports/asyncapi.ts';
import { completeProfile, type PartialProfile } from '../../../spec/profile.ts';
import { readPacts } from '../library/pact-files.ts';
import { PactProblem } from '../library/pact-library.ts';

/** Something in a pact that the contract does not allow, or that could not be compared with it. */
export type Disagreement = Readonly<Record<'file' | 'interaction' | 'code' | 'message' | 'place', string>>;

export type CrossCheck = { readonly compared: number; readonly disagreements: readonly Disagreement[] };

/** What is used of the comparator, whose own declarations cannot be resolved under Node's rules. */
type Result = {
  readonly type: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  readonly mockDetails?: { readonly interactionDescription?: string | null; readonly location: string };
  readonly causes?: readonly Result[];
};
type Comparison = {
  Comparator: new (documents: {
    oas: object;
    asyncapi: object;
  }) => { compare(pact: object): AsyncIterable<Result> };
};

/** Compares pacts with the contract: requests and answers with its OpenAPI document, messages with its webhooks. */
export async function crossCheck(
  paths: readonly string[],
  profile: PartialProfile = {},
): Promise<CrossCheck> {
  const { Comparator } = await comparison();
  const { document } = loadContract(completeProfile(profile));
  // The comparator changes what it is given.
  const comparator = new Comparator({
    oas: structuredClone(document),
    asyncapi: asyncApiDocument(structuredClone(document)),
  });
  const disagreements: Disagreement[] = [];
  let compared = 0;
  for (const { file, document: pact } of await readPacts(paths)) {
    compared += pact.interactions.length;
    for await (const result of comparator.compare(pact))
      if (result.type !== 'info') disagreements.push(...disagreementsOf(file, result));
  }
  return { compared, disagreements };
}

export async function writeAsyncApi(file: string, profile: PartialProfile = {}): Promise<void> {
  const document = asyncApiDocument(loadContract(completeProfile(profile)).document);
  await writeFile(
    file,
    file.endsWith('.json') ? `${JSON.stringify(document, null, 2)}\n` : stringify(document),
  );
}

function disagreementsOf(file: string, result: Result): Disagreement[] {
  const { code, message, mockDetails, causes = [] } = result;
  const interaction = mockDetails?.interactionDescription ?? '';
  const own = { file, interaction, code, message, place: mockDetails?.location ?? '' };
  return [own, ...causes.flatMap((cause) => disagreementsOf(file, cause))];
}

async function comparison(): Promise<Comparison> {
  const loaded: Promise<unknown> = import('@pactflow/openapi-pact-comparator');
  return (loaded as Promise<Comparison>).catch((error: Error) => {
    throw new PactProblem(
      `The comparator cannot be loaded (${error.message}); install @pactflow/openapi-pact-comparator beside payrig.`,
    );
  });
}
