// Plain fetch, without retries: whatever is no success ends the journey.
import { main } from './journeys.mjs';

const { PAYRIG_EXAM_URL: url, PAYRIG_EXAM_API_KEY: key } = process.env;

async function answered(response) {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return text;
}

await main(
  async (method, path, { body, token, headers = {} } = {}) => {
    const credential =
      token === undefined ? { 'X-API-KEY': key } : token ? { Authorization: `Bearer ${token}` } : {};
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: { ...credential, ...type, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    return JSON.parse(await answered(response));
  },
  async (address, bytes) =>
    answered(await fetch(address, { method: 'PUT', body: bytes, signal: AbortSignal.timeout(10_000) })),
);
