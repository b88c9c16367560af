// Proves the rules of the client-credentials grant.
import { describe, expect, it } from 'vitest';
import { assertClientCredentialsGrant, requireAccess, resolveScope } from './client-grant.ts';

const client = { scopes: ['crm.people.read', 'UsersAPI'] };

describe('the scope of a token (RFC 6749 3.3)', () => {
  it('is all scopes of the client when none is requested', () => {
    expect(resolveScope(undefined, client)).toBe('crm.people.read UsersAPI');
  });

  it('is the requested scopes, each once', () => {
    expect(resolveScope('UsersAPI UsersAPI', client)).toBe('UsersAPI');
  });

  it('is refused when the client does not have it', () => {
    expect(() => resolveScope('crm.people.read crm.people.write', client)).toThrow(
      /scope crm\.people\.write/,
    );
  });
});

describe('the grant type', () => {
  it('is client_credentials and no other (RFC 6749 4.4.2)', () => {
    expect(() => assertClientCredentialsGrant('client_credentials')).not.toThrow();
    expect(() => assertClientCredentialsGrant('password')).toThrow(/grant_type must be client_credentials/);
  });
});

describe('the access of a client', () => {
  it('must exist', () => {
    expect(() => requireAccess(undefined, undefined)).toThrow(/not authorized for this request/);
  });
});
