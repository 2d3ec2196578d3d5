// A tool that a sandbox runs: the command line, restricted to the addresses that the sandbox itself may call.
import { isIPv6, Socket, type SocketConnectOpts } from 'node:net';
import { TARGET_DENIED, type TargetRules, targetRules } from '../simulator/webhooks/target-rules.ts';

const { PAYRIG_TOOL_TARGETS: targets, PAYRIG_TOOL_WORDS: words = '[]' } = process.env;
delete process.env['PAYRIG_TOOL_TARGETS'];
delete process.env['PAYRIG_TOOL_WORDS'];
process.argv.push(...JSON.parse(words));
if (targets !== undefined) {
  const { own, ...rules } = JSON.parse(targets);
  guardConnections(targetRules(rules), own);
}

// The sandbox holds the other end: when it closes, the tool stops.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();

await import('./payrig.ts');

type Target = { host?: string; port: number; path?: string | null; lookup?: TargetRules['lookup'] };

/**
 * From now on this process connects only to where the rules allow, and to `own` (a host with its port). Every connection
 * that Node makes goes through this method, so the rules also hold for addresses that a deployment names, such as uploads.
 */
function guardConnections(rules: TargetRules, own?: string): void {
  const connect = Socket.prototype.connect as (...input: unknown[]) => Socket;
  Socket.prototype.connect = function guarded(this: Socket, ...input: unknown[]): Socket {
    const [first, second] = input;
    // Node's own modules hand over a list that begins with the options.
    const given = Array.isArray(first) ? first[0] : first;
    const target: Target =
      typeof given === 'object' && given !== null
        ? given
        : { port: Number(given), host: typeof second === 'string' ? second : undefined };
    const host = target.host ?? 'localhost';
    const place = `${isIPv6(host) ? `[${host}]` : host}:${target.port}`;
    if (place === own) return connect.apply(this, input);
    const problem = target.path ? 'is no address' : rules.problemOf(`http://${place}/`);
    if (problem !== undefined) {
      const error = Object.assign(new Error(`${place} may not be called`), { code: TARGET_DENIED });
      process.nextTick(() => this.destroy(error));
      return this;
    }
    const options: Target = { ...target, lookup: rules.lookup };
    const listener = input.flat().find((one) => typeof one === 'function');
    return connect.call(this, options as SocketConnectOpts, ...(listener ? [listener] : []));
  } as Socket['connect'];
}
