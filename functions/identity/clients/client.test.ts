// Proves the rules of clients.
import { describe, expect, it } from 'vitest';
import { generateSecret } from '../../../shared/auth/secrets.ts';
import {
  appendSecret,
  buildClient,
  buildClientAccess,
  buildStoredSecret,
  markClientRevoked,
  parseScopes,
  presentClient,
  removeSecret,
  revokeAccess,
  setClientScopes,
} from './client.ts';

const now = new Date('2027-03-01T12:00:00Z');
const secret = buildStoredSecret('s1', generateSecret(), now);
const client = buildClient(
  { id: 'c', name: 'Website', tenantCode: 'quill', scopes: ['crm.people.read'], secret },
  now,
);

describe('scopes', () => {
  it('are known ones, each once', () => {
    expect(parseScopes(['UsersAPI', 'crm.people.read', 'UsersAPI'])).toEqual(['UsersAPI', 'crm.people.read']);
    expect(() => parseScopes(['platform.admin'])).toThrow(/not a scope that a client/);
  });

  it("become the permissions of the client's access", () => {
    expect(buildClientAccess(client, now)).toMatchObject({
      kind: 'client',
      roles: [],
      permissions: ['crm.people.read'],
    });
  });
});

describe('secrets', () => {
  it('are two at most, and expired ones are removed', () => {
    const two = appendSecret(client, buildStoredSecret('s2', generateSecret(), now), now);
    expect(two.secrets.map(({ id }) => id)).toEqual(['s1', 's2']);
    expect(() => appendSecret(two, buildStoredSecret('s3', generateSecret(), now), now)).toThrow(
      /2 valid secrets already/,
    );
    const ended = {
      ...two,
      secrets: two.secrets.map((secret) => ({ ...secret, expires: '2027-02-01T00:00:00Z' })),
    };
    expect(appendSecret(ended, buildStoredSecret('s3', generateSecret(), now), now).secrets).toHaveLength(1);
  });

  it('are retired by their id, the last one too', () => {
    expect(removeSecret(client, 's1', now).secrets).toEqual([]);
    expect(() => removeSecret(client, 's9', now)).toThrow(/no secret/);
  });

  it('are never presented, and neither are their hashes', () => {
    expect(JSON.stringify(presentClient(client, now))).not.toContain(secret.hash);
  });
});

describe('revocation', () => {
  it('is permanent', () => {
    const ended = markClientRevoked(client, now);
    expect(ended).toMatchObject({ status: 'revoked', secrets: [] });
    expect(() => appendSecret(ended, secret, now)).toThrow(/revoked/);
    expect(() => setClientScopes(ended, [], now)).toThrow(/revoked/);
    expect(revokeAccess(buildClientAccess(client, now), now)).toMatchObject({
      disabled: true,
      permissions: [],
    });
  });
});
