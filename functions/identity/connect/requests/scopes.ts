// What an application may ask for: who the person is (OpenID Connect Core 5.4), and what it does in their name.
import { type ClientItem, mayUseGrant } from '../../../../shared/auth/clients/clients.ts';
import { isScope } from '../../../../shared/auth/permissions/permissions.ts';
import type { Texts } from '../../languages/languages.ts';

/** The scopes of OpenID Connect that are offered. */
export const identityScopeNames: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** What a scope allows, for the person who is asked. */
export const describeScope = ({ scopes }: Texts, scope: string): string => {
  const known: Readonly<Record<string, string>> = scopes;
  return (Object.hasOwn(known, scope) ? known[scope] : undefined) ?? scope;
};

/** Whether a client may ask for a scope: who the person is always, to stay only with refresh tokens. */
const mayRequest = (client: ClientItem, scope: string): boolean => {
  if (scope === 'offline_access') return mayUseGrant(client, 'refresh_token');
  return identityScopeNames.includes(scope) || client.scopes.includes(scope);
};

/** The scopes of a request: those that are granted, and those that the client may not ask for. */
export interface RequestedScopes {
  readonly granted: readonly string[];
  readonly refused: readonly string[];
}

/** Sorts a request's scopes. Unknown ones are ignored (OpenID Connect Core 3.1.2.1): existing callers send some. */
export function sortScopes(client: ClientItem, requested: readonly string[]): RequestedScopes {
  const known = requested.filter((scope) => identityScopeNames.includes(scope) || isScope(scope));
  return {
    granted: known.filter((scope) => mayRequest(client, scope)),
    refused: known.filter((scope) => !mayRequest(client, scope)),
  };
}
