#!/usr/bin/env node
// The `payrig` of package.json. Installed from the registry, it runs the built JavaScript. In a clone it runs the
// TypeScript as it is, on the Node of the lock file when the one at hand cannot.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Before anything else is read: the signal by which an operator asks a watch for its reports may come during its start.
const isWatch = process.argv[2] === 'watch';
if (isWatch) process.on('SIGUSR2', () => {});

const source = new URL('./payrig.ts', import.meta.url);
const isClone = existsSync(source);

// What was read once need not be compiled again: a start takes half as long. Node 20 cannot do it.
module.enableCompileCache?.(
  isClone ? fileURLToPath(new URL('../node_modules/.cache/payrig-compiled', import.meta.url)) : undefined,
);

if (!isClone) {
  await import('../dist/scripts/payrig.js');
} else {
  const { ensureInstalled } = await import('./ensure-installed.mjs');
  await ensureInstalled(false);
  if (process.features.typescript) await import(source.href);
  else runOnOwnNode();
}

function runOnOwnNode() {
  const node = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  const child = spawn(node, [fileURLToPath(source), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to the child as well; sent twice, it could cut short an orderly stop.
  const passed = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT'];
  if (isWatch) passed.push('SIGUSR2');
  for (const signal of passed) process.on(signal, () => child.kill(signal));
  if (process.stdin.isTTY) process.on('SIGINT', () => {});
  child.on('error', (error) => {
    console.error(`Cannot run ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
