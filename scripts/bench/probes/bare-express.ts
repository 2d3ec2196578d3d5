// Run as a process: `bare-express.ts ANSWERS.json`. As little as a service on Express can do: find the route, parse the
// body, send a ready object. It sends the sandbox's headers, and none that the sandbox does not send.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express from 'express';
import { listening } from '../../../spec/local-server.ts';

const answers = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<string, object>;
const requestId = '0b0f8a52-7f0e-4e6e-9f0c-2f4f5a4f1c11';
const app = express().disable('etag').disable('x-powered-by');
app.use((_request, response, next) => {
  response.setHeader('X-Request-Id', requestId);
  next();
});
app.get('/users', (_request, response) => void response.json(answers['list']));
app.get('/authorisations/terms/:term_id', (_request, response) => void response.json(answers['read']));
app.get('/expenditure/:user_id/ons', (_request, response) => void response.json(answers['estimate']));
app.patch('/users/:user_id', express.json(), (_request, response) => void response.json(answers['patch']));
console.log(await listening(createServer(app), 0));
process.once('SIGTERM', () => process.exit());
