// Proves the rules of the client-credentials grant.
import { describe, expect, it } from 'vitest';
import { assertClientCredentialsGrant, requireAccess, resolveScope } from './grant.ts';

const client = { scopes: ['crm.people.read', 'UsersAPI'] };

describe('the scope of a token (RFC 6749 3.3)', () => {
  it('is everything the client has when none is asked for', () => {
    expect(resolveScope(undefined, client)).toBe('crm.people.read UsersAPI');
  });

  it('is what is asked for, each once', () => {
    expect(resolveScope('UsersAPI UsersAPI', client)).toBe('UsersAPI');
  });

  it('is refused beyond what the client was issued with', () => {
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

describe('the standing', () => {
  it('must be there', () => {
    expect(() => requireAccess(undefined, undefined)).toThrow(/not authorized for this request/);
  });
});
