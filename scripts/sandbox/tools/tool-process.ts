// A tool that a sandbox runs: the command line, restricted to the addresses that the sandbox itself may call.
import { targetRules } from '../../../simulator/webhooks/target-rules.ts';
import { guardConnections } from './guard-connections.ts';

const targets = process.env['PAYRIG_TOOL_TARGETS'];
delete process.env['PAYRIG_TOOL_TARGETS'];
if (targets !== undefined) {
  const { own, ...rules } = JSON.parse(targets);
  guardConnections(targetRules(rules), own);
}

// The sandbox holds the other end: when it closes, the tool stops.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();

await import('../../payrig.ts');
