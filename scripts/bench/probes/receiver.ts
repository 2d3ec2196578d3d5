// Run as a process: takes webhook deliveries on `/`. `POST /hold` keeps further answers back, `POST /release` sends
// them; `GET /count` tells how many deliveries came since the last `POST /hold`.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

let count = 0;
let isHolding = false;
const held: ServerResponse[] = [];

const server = createServer((request, response) => {
  const answer = () => {
    if (request.url === '/hold') [count, isHolding] = [0, true];
    else if (request.url === '/release') {
      isHolding = false;
      for (const one of held.splice(0)) one.writeHead(200).end();
    } else if (request.url !== '/count') {
      count += 1;
      if (isHolding) {
        held.push(response);
        return;
      }
    }
    response.writeHead(200).end(request.url === '/count' ? String(count) : undefined);
  };
  request.on('end', answer).resume();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit());
