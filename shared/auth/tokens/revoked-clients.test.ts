// A revoked client ends the tokens that it has in people's names, within a minute (docs/interface/identity.md#registered-clients).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPlatformStore } from '../../data/store.ts';
import {
  cacheClient,
  clearRevokedClients,
  getClientToRead,
  insertRevokedClient,
  isClientRevoked,
  revokedClientKey,
} from './revoked-clients.ts';

const token = { jti: 'grant~1', client_id: 'app' };
const revoked = { type: 'revoked-client', id: 'app', ttl: 1 } as const;

let now = 0;
beforeEach(() => {
  process.env.TABLE_NAME = 'the-table';
  clearRevokedClients();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the client of a token', () => {
  it('is read once a minute', () => {
    const key = revokedClientKey(openPlatformStore(), 'app');
    expect(getClientToRead(token)).toEqual(key);
    cacheClient(token, undefined);
    expect(getClientToRead(token)).toBeUndefined();
    now += 60_000;
    expect(getClientToRead(token)).toBeUndefined();
    now += 1;
    expect(getClientToRead(token)).toEqual(key);
  });

  it('counts as revoked where that was read', () => {
    expect(isClientRevoked(token)).toBe(false);
    cacheClient(token, undefined);
    expect(isClientRevoked(token)).toBe(false);
    cacheClient(token, revoked);
    expect(isClientRevoked(token)).toBe(true);
    expect(isClientRevoked({ ...token, client_id: 'other' })).toBe(false);
  });

  it('is not read for a token that it did not get in a name: only those have the id of a grant', () => {
    cacheClient(token, revoked);
    const own = { jti: 'one', client_id: 'app' };
    expect(isClientRevoked(own)).toBe(false);
    clearRevokedClients();
    expect(getClientToRead(own)).toBeUndefined();
  });
});

it('a revocation is stored beside the keys, until an hour after the last token has expired', () => {
  expect(insertRevokedClient(openPlatformStore(), 'app', 5000).action).toMatchObject({
    Put: { Item: { type: 'revoked-client', id: 'app', ttl: 8600, pk: 'P#KEYS', sk: '~CLIENT#app' } },
  });
});
