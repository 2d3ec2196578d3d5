import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from './run-tool.ts';
import { settings, variableOf } from './sandbox/settings.ts';

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
    expect(of('HEALTHCHECK')[0]).toContain('/_sandbox/health');
    const names = of('ENV')[0]!
      .split(/\s+/)
      .map((one) => one.replace(/=.*/, ''));
    expect(names.filter((name) => !variables.includes(name))).toEqual(['NODE_ENV']);
    expect(names.join()).not.toMatch(/KEY|PASSWORD|SECRET/);
  });
});
