// An instance with defaults, interceptors and retries over node:http, as axios has them.
import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from './journeys.mjs';

function create({ baseURL = '', headers: defaults = {}, timeout }) {
  const onError = [];
  const attempt = ({ method, url, headers = {}, data }) =>
    new Promise((resolve, reject) => {
      const body = data === undefined || Buffer.isBuffer(data) ? data : Buffer.from(JSON.stringify(data));
      const type = data === undefined || Buffer.isBuffer(data) ? {} : { 'Content-Type': 'application/json' };
      const length = body === undefined ? {} : { 'Content-Length': body.length };
      const sent = send(baseURL + url, {
        method,
        headers: { ...defaults, ...type, ...length, ...headers },
        signal: AbortSignal.timeout(timeout),
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          if (!response.complete) return reject(new Error('the answer was cut'));
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status, headers: got } = response;
          if (status >= 200 && status < 300) return resolve({ status, text });
          reject(Object.assign(new Error(`${status}: ${text}`), { status, retryAfter: got['retry-after'] }));
        });
      });
      sent.end(body);
    });
  const instance = async (config) => {
    try {
      return await attempt(config);
    } catch (error) {
      for (const handle of onError) return await handle(error, config, instance);
      throw error;
    }
  };
  return { request: instance, interceptors: { response: (handle) => onError.push(handle) } };
}

const { PAYRIG_EXAM_URL: baseURL, PAYRIG_EXAM_API_KEY: key } = process.env;
const api = create({ baseURL, timeout: 10_000 });
api.interceptors.response(async (error, config, again) => {
  const { tried = 0 } = config;
  const isSafe = ['GET', 'DELETE', 'PATCH'].includes(config.method);
  const mayRepeat = error.status === 429 || (isSafe && (error.status === undefined || error.status === 503));
  if (!mayRepeat || tried >= 3) throw error;
  const { retryAfter } = error;
  const asked = /^\d+$/.test(retryAfter) ? retryAfter * 1000 : Date.parse(retryAfter) - Date.now();
  await sleep(retryAfter ? Math.max(0, asked) : 100 * 2 ** tried);
  return again({ ...config, tried: tried + 1 });
});

await main(
  async (method, path, { body, token, headers = {} } = {}) => {
    const credential =
      token === undefined ? { 'X-API-KEY': key } : token ? { Authorization: `Bearer ${token}` } : {};
    const { text } = await api.request({
      method,
      url: path,
      data: body,
      headers: { ...credential, ...headers },
    });
    return JSON.parse(text);
  },
  (url, bytes) => create({ timeout: 10_000 }).request({ method: 'PUT', url, data: bytes }),
);
