import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durationMs, headerOf, memberOf, patterns } from '../terminal/command-of.ts';
import { baselineOf, profileOf, rateOf } from './check-arguments.ts';

test('patterns come by comma and by repetition', () => {
  expect(patterns('users.*, terms', ['auth'])).toEqual(['auth', 'users.*', 'terms']);
});

test('a password may contain colons', () => {
  expect(memberOf('ada@example.com:a:b')).toEqual({ username: 'ada@example.com', password: 'a:b' });
  expect(() => memberOf('ada')).toThrow('user:password');
});

test('headers are collected, and nonsense is reported', () => {
  expect(headerOf('X-B: 2', { 'X-A': '1' })).toEqual({ 'X-A': '1', 'X-B': '2' });
  expect(() => headerOf('no header')).toThrow('Name: value');
});

test('a time has a unit, seconds when it has none', () => {
  expect(['90', '90s', '1.5m', '200ms', '1h'].map(durationMs)).toEqual([
    90_000, 90_000, 90_000, 200, 3_600_000,
  ]);
  expect(() => durationMs('soon')).toThrow('such as');
});

test('a rate is one a second', () => {
  expect(rateOf('120/m')).toBe(2);
  expect(() => rateOf('fast')).toThrow('such as');
});

test('a baseline is a list of clauses, bare or under its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-baseline-'));
  const file = join(folder, 'baseline.json');
  try {
    for (const content of [['a.b'], { known: ['a.b'] }]) {
      await writeFile(file, JSON.stringify(content));
      expect(await baselineOf(file)).toEqual(['a.b']);
    }
    await writeFile(file, '{"a": 1}');
    await expect(baselineOf(file)).rejects.toThrow('neither a JSON array');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a profile says what it says: nothing is filled in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-profile-'));
  const file = join(folder, 'profile.json');
  try {
    await writeFile(file, '{"points": {"users.unset-form": "null"}}');
    expect(await profileOf(file)).toEqual({ points: { 'users.unset-form': 'null' } });
    await writeFile(file, '{"points": {"users.unset-form": "gone"}}');
    await expect(profileOf(file)).rejects.toThrow('users.unset-form');
  } finally {
    await rm(folder, { recursive: true });
  }
});
