import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlOf } from './curl.ts';
import { Redactor } from './redactor.ts';

test('no secret is left in a text, in whatever form it is written', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4 }), fc.string(), (secret, around) => {
      const redactor = new Redactor();
      redactor.add(secret, '$X');
      const texts = [secret, JSON.stringify({ secret }), `?key=${encodeURIComponent(secret)}`];
      for (const text of texts) {
        const shown = redactor.text(`${around}${text}`);
        // What stands around it may happen to spell it together with the placeholder.
        if (!`${around}$X`.includes(secret))
          expect(shown.includes(secret) && !around.includes(secret)).toBe(false);
      }
    }),
  );
});

test('of two secrets the longer one is seen first', () => {
  const redactor = new Redactor();
  redactor.add('secret', '$SHORT');
  redactor.add('secret-2', '$LONG');
  expect(redactor.text('secret-2 and secret')).toBe('$LONG and $SHORT');
});

test('signatures of presigned URLs and passwords in URLs are redacted', () => {
  const redactor = new Redactor();
  expect(redactor.text('http://h/_storage/1?expires=1&signature=abc')).toBe(
    'http://h/_storage/1?expires=1&signature=[redacted]',
  );
  expect(redactor.text('https://me:pass@host/')).toBe('https://[redacted]@host/');
  expect(redactor.text('{"url":"https://token@host/?api_key=abc&page=1"}')).toBe(
    '{"url":"https://[redacted]@host/?api_key=[redacted]&page=1"}',
  );
});

test('a curl line can be pasted: placeholders are expanded, everything else is quoted', () => {
  const redactor = new Redactor();
  redactor.add('the-key', '$API_KEY');
  const request = {
    method: 'PATCH',
    url: 'http://h/users/1',
    headers: { Accept: 'application/json', 'X-API-KEY': 'the-key', 'Content-Type': 'application/json' },
    body: `{"forename":"D'Arcy $HOME"}`,
  };
  expect(curlOf(request, redactor)).toBe(
    `curl -sS -i -g -X PATCH 'http://h/users/1' -H "X-API-KEY: $API_KEY" -H 'Content-Type: application/json' --data-raw '{"forename":"D'\\''Arcy $HOME"}'`,
  );
});

test('a secret with half a surrogate pair, which no address can carry, is redacted too', () => {
  const redactor = new Redactor();
  redactor.add('half \ud800', '$X');
  expect(redactor.text(`a half \ud800 b ${JSON.stringify('half \ud800')}`)).toBe('a $X b "$X"');
});
