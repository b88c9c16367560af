// What an application may ask for: who the person is (OpenID Connect Core 5.4), and what it does in their name.
import { type ClientItem, mayUseGrant } from '../../../../shared/auth/clients.ts';
import { isPermission, isScope, permissions } from '../../../../shared/auth/permissions.ts';

/** The scopes of OpenID Connect, each with what it allows, as a person reads it. */
const identityScopes: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  profile: 'See your name',
  email: 'See your e-mail address',
  offline_access: 'Keep its access while you are away',
};

const setTexts: Readonly<Record<string, string>> = {
  UsersAPI: 'See and change people, organizations and committees in your name, as far as you may',
  AccreditationAPI: 'See and change your training in your name, as far as you may',
  BilltrackingApi: 'See and change bill tracking in your name, as far as you may',
};

/** The scopes of OpenID Connect that are offered. */
export const identityScopeNames: readonly string[] = Object.keys(identityScopes);

/** What a scope allows, for the person who is asked. */
export const describeScope = (scope: string): string =>
  identityScopes[scope] ?? setTexts[scope] ?? (isPermission(scope) ? permissions[scope] : scope);

/** Whether a client may ask for a scope: who the person is always, to stay only with refresh tokens. */
const mayRequest = (client: ClientItem, scope: string): boolean => {
  if (scope === 'offline_access') return mayUseGrant(client, 'refresh_token');
  return Object.hasOwn(identityScopes, scope) || client.scopes.includes(scope);
};

/** The scopes of a request: those that are granted, and those that the client may not ask for. */
export interface RequestedScopes {
  readonly granted: readonly string[];
  readonly refused: readonly string[];
}

/** Sorts a request's scopes. Unknown ones are ignored (OpenID Connect Core 3.1.2.1): existing callers send some. */
export function sortScopes(client: ClientItem, requested: readonly string[]): RequestedScopes {
  const known = requested.filter((scope) => Object.hasOwn(identityScopes, scope) || isScope(scope));
  return {
    granted: known.filter((scope) => mayRequest(client, scope)),
    refused: known.filter((scope) => !mayRequest(client, scope)),
  };
}
