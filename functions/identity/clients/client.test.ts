// Proves the rules of clients.
import { describe, expect, it } from 'vitest';
import { generateSecret } from '../../../shared/auth/clients/secrets.ts';
import { Failure } from '../../../shared/errors/failure.ts';
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
  setClientSignIn,
} from './client.ts';
import { parseSignIn, type SignInInput } from './sign-in.ts';

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
    expect(buildClientAccess(client, 'registrar', now)).toMatchObject({
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
    expect(revokeAccess(buildClientAccess(client, 'registrar', now), now)).toMatchObject({
      disabled: true,
      permissions: [],
    });
  });
});

describe('sign-in through a client', () => {
  const redirectUris = ['https://www.quill.example/callback'];
  const faults = (signIn: SignInInput): string[] => {
    try {
      parseSignIn({ redirectUris, ...signIn });
      return [];
    } catch (error) {
      return error instanceof Failure ? error.details.map(({ target }) => target) : ['?'];
    }
  };

  it('is none for a client that is registered without', () => {
    expect(presentClient(client, now).signIn).toMatchObject({
      clientType: 'confidential',
      grantTypes: ['client_credentials'],
      redirectUris: [],
    });
  });

  it.each([
    'https://www.quill.example/callback?plugin=7',
    'http://127.0.0.1/callback',
    'http://localhost:4000/callback',
  ])('may return to %s', (address) => {
    expect(faults({ redirectUris: [address] })).toEqual([]);
  });

  it.each([
    '/callback',
    'http://www.quill.example/callback',
    'https://www.quill.example/callback#fragment',
    'https://*.quill.example/callback',
    'https://user:secret@www.quill.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'com.quill.app:/callback',
  ])('of a confidential client may not return to %s', (address) => {
    expect(faults({ redirectUris: [address] })).toEqual(['redirectUris[0]']);
  });

  it('of a public client may return to the scheme of its app (RFC 8252 7.1), and to no scheme of others', () => {
    expect(faults({ clientType: 'public', redirectUris: ['com.quill.app:/callback'] })).toEqual([]);
    expect(faults({ clientType: 'public', redirectUris: ['quill:/callback'] })).toHaveLength(1);
    expect(faults({ clientType: 'public', redirectUris: ['javascript:alert(1)'] })).toHaveLength(1);
  });

  it('does not combine what contradicts itself', () => {
    expect(faults({ clientType: 'public', grantTypes: ['client_credentials'] })).toEqual(['grantTypes']);
    expect(faults({ clientType: 'public', isLegacy: true })).toEqual(['isLegacy']);
    expect(faults({ grantTypes: ['refresh_token'] })).toEqual(['grantTypes']);
    expect(faults({ redirectUris: [] })).toEqual(['redirectUris']);
    expect(faults({ workspaces: 'any' })).toEqual(['workspaces']);
  });

  it('as a public client takes the secrets away, and gives no new one', () => {
    const isPublic = setClientSignIn(client, { clientType: 'public', redirectUris }, now);
    expect(isPublic.secrets).toEqual([]);
    expect(() => appendSecret(isPublic, secret, now)).toThrow(/is public/);
  });
});
