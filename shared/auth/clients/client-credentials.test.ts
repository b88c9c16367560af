// Proves how client credentials are read (RFC 6749 2.3.1).
import { expect, it } from 'vitest';
import { parseClientCredentials } from './client-credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it('reads the form', () => {
  expect(parseClientCredentials(undefined, { client_id: 'c', client_secret: 's' })).toEqual({
    method: 'form',
    clientId: 'c',
    secret: 's',
  });
  expect(parseClientCredentials('', { client_id: 'c', client_secret: '' })).toMatchObject({ secret: '' });
});

it('reads Basic, whose halves are form-encoded', () => {
  expect(parseClientCredentials(basic('c%3A1:s+%2B%20x'), {})).toEqual({
    method: 'basic',
    clientId: 'c:1',
    secret: 's + x',
  });
  expect(parseClientCredentials(basic('c:s:t'), { client_id: 'c' })).toMatchObject({ secret: 's:t' });
  expect(parseClientCredentials(`basic  ${Buffer.from('c:').toString('base64')}`, {})).toMatchObject({
    secret: '',
  });
});

it('refuses two methods at once', () => {
  expect(parseClientCredentials(basic('c:s'), { client_secret: 's' })).toEqual({
    problem: 'two methods',
    basic: true,
  });
  expect(parseClientCredentials(basic('c:s'), { client_id: 'd' })).toEqual({
    problem: 'two methods',
    basic: true,
  });
});

it('refuses what it cannot read, and reports whether Basic was used', () => {
  for (const bad of ['Basic', 'Basic !!!', basic('no colon'), basic(':s'), basic('c:%zz')])
    expect(parseClientCredentials(bad, {}), bad).toEqual({ problem: 'malformed', basic: true });
  expect(parseClientCredentials('Bearer x', { client_id: 'c', client_secret: 's' })).toEqual({
    problem: 'malformed',
    basic: false,
  });
  expect(parseClientCredentials(undefined, {})).toEqual({ problem: 'missing', basic: false });
});

it('reads a client without a secret', () => {
  expect(parseClientCredentials(undefined, { client_id: 'c' })).toEqual({
    method: 'none',
    clientId: 'c',
    secret: undefined,
  });
});
