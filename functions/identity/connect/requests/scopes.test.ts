// What an application may ask for (OpenID Connect Core 5.4, 11).
import { describe, expect, it } from 'vitest';
import { type GrantType, noSignIn } from '../../../../shared/auth/clients/clients.ts';
import { permissions } from '../../../../shared/auth/permissions/permissions.ts';
import { buildClient } from '../../clients/client.ts';
import { en } from '../../languages/en.ts';
import { describeScope, identityScopeNames, sortScopes } from './scopes.ts';

const now = new Date('2027-03-01T12:00:00Z');
const createClient = (scopes: readonly string[], ...grantTypes: readonly GrantType[]) => ({
  ...buildClient({ id: 'c', name: 'App', tenantCode: 'quill', scopes }, now),
  signIn: { ...noSignIn, grantTypes },
});

describe('the scopes of a request', () => {
  const client = createClient(['crm.people.read', 'UsersAPI'], 'authorization_code', 'refresh_token');

  it('are granted where the client has them, and who the person is always', () => {
    expect(sortScopes(client, ['openid', 'profile', 'email', 'UsersAPI', 'crm.people.read'])).toEqual({
      granted: ['openid', 'profile', 'email', 'UsersAPI', 'crm.people.read'],
      refused: [],
    });
  });

  it('are refused where the client does not have them', () => {
    expect(sortScopes(client, ['openid', 'crm.people.write', 'BilltrackingApi'])).toEqual({
      granted: ['openid'],
      refused: ['crm.people.write', 'BilltrackingApi'],
    });
  });

  it('are ignored where no client can have them (OpenID Connect Core 3.1.2.1)', () => {
    const requested = ['address', 'phone', 'toString', '__proto__', ''];
    expect(sortScopes(client, requested)).toEqual({ granted: [], refused: [] });
  });

  it('include offline_access only with the grant refresh_token (OpenID Connect Core 11)', () => {
    const requested = ['offline_access'];
    expect(sortScopes(client, requested)).toEqual({ granted: requested, refused: [] });
    const online = createClient(['crm.people.read'], 'authorization_code');
    expect(sortScopes(online, requested)).toEqual({ granted: [], refused: requested });
  });
});

describe('the text of a scope', () => {
  it.each([
    ['openid', 'Know who you are'],
    ['profile', 'See your name'],
    ['email', 'See your e-mail address'],
    ['offline_access', 'Keep its access while you are away'],
    ['UsersAPI', 'See and change people, organizations and committees in your name, as far as you may'],
    ['AccreditationAPI', 'See and change your training in your name, as far as you may'],
    ['BilltrackingApi', 'See and change bill tracking in your name, as far as you may'],
    ['crm.people.read', permissions['crm.people.read']],
    ['unheard-of', 'unheard-of'],
  ])('%s says what it allows', (scope, text) => expect(describeScope(en, scope)).toBe(text));

  it('is offered for the scopes of OpenID Connect', () => {
    expect(identityScopeNames).toEqual(['openid', 'profile', 'email', 'offline_access']);
  });
});
