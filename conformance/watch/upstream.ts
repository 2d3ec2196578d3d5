import { Agent, type AgentOptions } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

export function agentFor(isTls: boolean): Agent {
  // A connection that was idle for long may be closed by the deployment just when it is used again.
  const kept: AgentOptions = { keepAlive: true, timeout: 1000, maxFreeSockets: 256 };
  const agent = isTls ? new TlsAgent(kept) : new Agent(kept);
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = create(options, callback);
    if (socket) readOn(socket);
    return socket;
  };
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    // The client would read bytes that it has not asked for as the answer to its next request.
    socket.on('data', destroyed);
    return !isSpoilt.has(socket) && keep(socket);
  };
  const reuse = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    socket.off('data', destroyed);
    reuse(socket, request);
  };
  return agent;
}

function destroyed(this: Duplex): void {
  this.destroy();
}

const isSpoilt = new WeakSet<Duplex>();
const goneCodes: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/**
 * A deployment may refuse a request before it has read all of it, and close. Node throws away what such a connection has
 * received as soon as a write to it fails; here the rest of the request goes nowhere, and the answer is read.
 */
function readOn(socket: Duplex): void {
  const tolerant =
    (done: (error?: Error | null) => void) =>
    (error?: (Error & { code?: string }) | null): void => {
      if (!goneCodes.has(error?.code)) return void done(error);
      isSpoilt.add(socket);
      done();
    };
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, tolerant(done));
  if (writev) socket._writev = (chunks, done) => writev(chunks, tolerant(done));
}
