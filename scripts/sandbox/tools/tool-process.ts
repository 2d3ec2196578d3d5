// A tool that a sandbox runs for somebody: the command line, which may call no more than the sandbox itself may.
import { targetRules } from '../../../simulator/webhooks/target-rules.ts';
import { guardConnections } from './guard-connections.ts';

const targets = process.env['PAYRIG_TOOL_TARGETS'];
delete process.env['PAYRIG_TOOL_TARGETS'];
if (targets !== undefined) {
  const { own, ...rules } = JSON.parse(targets);
  guardConnections(targetRules(rules), own);
}

// The sandbox holds the other end: without it there is nobody to work for.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
(process.stdin as { unref?: () => void }).unref?.();

await import('../../payrig.ts');
