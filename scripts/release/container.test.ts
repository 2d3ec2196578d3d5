import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { settings, variableOf } from '../sandbox/settings.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { machineEnvironment } from '../testing/run-on-machine.ts';
import { runShell } from '../testing/run-shell.ts';
import { walkDocument } from '../testing/walk-document.ts';

const variables = Object.keys(settings).map(variableOf);
const composeFile = 'docs/shared-sandbox/compose.yaml';
const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');

type Service = {
  image: string;
  build?: { context: string };
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: string[] | Record<string, { condition: string }>;
  deploy?: { replicas: number };
  read_only?: boolean;
  cap_drop?: string[];
  ports?: string[];
  volumes?: string[];
};
const compose = parse(read(composeFile)) as { services: Record<string, Service>; volumes: object };
const { database, sandbox, balancer } = compose.services as Record<
  'database' | 'sandbox' | 'balancer',
  Service
>;

describe('the compose file', () => {
  it('has a database that is waited for, two replicas of the image and one door', () => {
    expect(Object.keys(compose.services)).toEqual(['database', 'sandbox', 'balancer']);
    expect(database.healthcheck?.test.join(' ')).toContain('pg_isready');
    expect(sandbox.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(balancer.depends_on).toEqual({ sandbox: { condition: 'service_healthy' } });
    expect(sandbox.deploy?.replicas).toBe(2);
    expect(sandbox).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(join(dirname(composeFile), sandbox.build!.context)).toBe('.');
    expect([database.ports, sandbox.ports, balancer.ports?.length]).toEqual([undefined, undefined, 1]);
  });

  it('has no secret of its own: those that are needed must be given, and are asked for', () => {
    const values = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment),
    );
    for (const [name, value] of values.filter(([name]) => /PASSWORD|KEY|STORE/.test(name)))
      expect([name, value]).toEqual([name, expect.stringContaining('${')]);
    expect(database.environment?.['POSTGRES_PASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(sandbox.environment?.['PAYRIG_SANDBOX_KEY']).toMatch(/^\$\{PAYRIG_SANDBOX_KEY:\?/);
  });

  it('calls no receiver that its operator has not named: all clients share its network', () => {
    expect(sandbox.environment?.['PAYRIG_WEBHOOK_ALLOW']).toMatch(/^\$\{PAYRIG_WEBHOOK_ALLOW:\?/);
  });

  it('speaks to the sandbox in variables that it reads, and to the balancer in a file that is there', () => {
    for (const name of Object.keys(sandbox.environment!)) expect(variables).toContain(name);
    const [file] = balancer.volumes![0]!.split(':');
    const nginx = read(join(dirname(composeFile), file!));
    expect(nginx).toContain('server sandbox:4010');
    expect(balancer.ports![0]).toMatch(/:4010$/);
    expect(nginx).toContain('listen 4010;');
  });
});

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));
  const of = (word: string): string[] =>
    last.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1).trim());

  it('runs without root, on a volume for data, and with a health check', () => {
    expect(lines.filter((line) => line.startsWith('FROM')).length).toBe(3);
    expect(of('USER')).toEqual(['10001:10001']);
    expect(of('VOLUME')).toEqual(['/data']);
    expect(of('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(of('HEALTHCHECK')[0]).toContain('/_sandbox/ready');
    const names = of('ENV')[0]!
      .split(/\s+/)
      .map((one) => one.replace(/=.*/, ''));
    expect(names.filter((name) => !variables.includes(name))).toEqual(['NODE_ENV']);
    expect(names.join()).not.toMatch(/KEY|PASSWORD|SECRET/);
  });
});

const engine = process.env['PAYRIG_TEST_CONTAINERS'];
if (!engine)
  console.warn('PAYRIG_TEST_CONTAINERS names no engine (docker, podman): containers are not tried');

// With podman, images without a registry must be there under the names in the Dockerfile and the compose file.
describe.skipIf(!engine)('containers', () => {
  const docker =
    engine === 'podman'
      ? 'docker() { if test "$1" = compose; then shift; podman-compose "$@"; else podman "$@"; fi; }'
      : '';
  // Without it podman drops the health check of the image.
  const env = { ...machineEnvironment(), BUILDAH_FORMAT: 'docker' };
  const walk = (name: string): Promise<string> =>
    walkDocument(name, read(name), { cwd: projectRoot, env, only: 'docker', prelude: docker });
  const sh = async (text: string): Promise<string> => {
    const { code, printed } = await runShell(`set -e\n${docker}\n${text}`, projectRoot, {
      ...env,
      PAYRIG_API_KEY: 'choose-one',
      PAYRIG_SANDBOX_KEY: 'choose-another',
      POSTGRES_PASSWORD: 'and-a-third',
      PAYRIG_WEBHOOK_ALLOW: '.example.com',
      PAYRIG_PUBLISH: published,
    });
    if (code !== 0) throw new Error(printed);
    return printed.trim();
  };
  let published = '';
  const ids = async (service: string): Promise<string[]> =>
    (await sh(`docker ps -q --filter label=com.docker.compose.service=${service}`)).split(/\s+/);
  afterAll(() => sh(`docker compose -f ${composeFile} down -v`), 60_000);

  it('has two replicas that work behind one door, survives one of them, and keeps what was written', async () => {
    await walk('docs/shared-sandbox.md');
    const [balancer] = await ids('balancer');
    published = /127\.0\.0\.1:\d+/.exec(await sh(`docker port ${balancer}`))![0];
    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`http://${published}${path}`, {
        ...init,
        headers: {
          'X-API-KEY': 'choose-one',
          'X-Sandbox-Key': 'choose-another',
          'Content-Type': 'application/json',
        },
        signal: AbortSignal.timeout(4000),
      });
    const made = await ask('/_sandbox/users', { method: 'POST', body: '{"forename": "Nora"}' });
    const { user_id } = (await made.json()) as { user_id: string };
    const read = async (): Promise<number> => (await ask(`/_sandbox/users/${user_id}`)).status;
    for (let n = 0; n < 8; n++) expect(await read()).toBe(200);

    const replicas = await ids('sandbox');
    expect(replicas).toHaveLength(2);
    for (const id of replicas) {
      expect(await sh(`docker logs ${id} 2>&1`)).toContain(user_id);
      expect(await sh(`docker exec ${id} sh -c 'id -u; touch /x 2>&1 || true'`)).toMatch(
        /^10001\n.*Read-only/s,
      );
      if (engine === 'podman') await sh(`podman healthcheck run ${id}`);
    }

    await sh(`docker kill ${replicas[0]}`);
    for (let n = 0; n < 8; n++) expect(await read()).toBe(200);

    await sh(`docker compose -f ${composeFile} down && docker compose -f ${composeFile} up --detach`);
    await vi.waitFor(async () => expect(await read()).toBe(200), { timeout: 60_000, interval: 500 });
  }, 600_000);

  it('has an image that serves on a read-only root', async () => {
    try {
      await walk('docs/testing.md');
    } finally {
      // The container outlives the shell that started it.
      await sh('for id in $(docker ps -q --filter volume=payrig); do docker stop "$id"; done');
    }
  }, 600_000);
});
