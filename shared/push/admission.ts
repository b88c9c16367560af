// Admission to the push channel: decided as for any endpoint, by a token with the permission to read changes.
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { type Admission, admit, type Credentials, recheckAdmissions } from '../auth/access.ts';
import type { AccessDeclaration } from '../auth/access-requirement.ts';
import type { Permission } from '../auth/permissions.ts';
import type { AccessTokenClaims } from '../auth/tokens.ts';
import type { TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';

/** The channel's path below the gateway's address. */
export const pushPath = '/push';

const pushEndpoint = {
  area: 'crm',
  method: 'GET',
  access: { permission: 'crm.changes.read', token: 'required' },
} as const satisfies AccessDeclaration;

/** API Gateway's event of the route `$connect`: the one event of a connection with the request's headers and query. */
export type ConnectEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

/** Browsers can't send headers with a WebSocket (RFC 6455), so tenant and token may also be in the query. */
export function readCredentials({
  headers = {},
  queryStringParameters: query = {},
}: ConnectEvent): Credentials {
  const header = (lowerName: string) =>
    Object.entries(headers).find(([name]) => name.toLowerCase() === lowerName)?.[1];
  const token = query.access_token;
  return {
    tenantCode: header('tenant-code') ?? query['tenant-code'],
    authorization: header('authorization') ?? (token === undefined ? undefined : `Bearer ${token}`),
  };
}

/** An admitted subscriber with the claims of its token, and what it may read. */
export interface AdmittedSubscriber extends Pick<Admission, 'tenant'> {
  readonly claims: AccessTokenClaims;
  readonly permissions: ReadonlySet<Permission>;
}

/** Admits a subscriber. @throws Failure as for any endpoint */
export async function admitSubscriber(credentials: Credentials, now: Date): Promise<AdmittedSubscriber> {
  const { tenant, caller } = await admit(pushEndpoint, credentials, now);
  if (caller.kind === 'anonymous')
    throw new Error('A subscriber requires a token, but was admitted without one');
  return { tenant, claims: caller.claims, permissions: caller.permissions };
}

/** Checks the access of subscribers again: for each what it may read by now, or the failure when it has no access. */
export async function recheckSubscribers(
  tenant: TenantStore,
  claims: readonly AccessTokenClaims[],
  now: Date,
): Promise<(ReadonlySet<Permission> | Failure)[]> {
  const checked = await recheckAdmissions(pushEndpoint, tenant, claims, now);
  return checked.map((each) => (each instanceof Failure ? each : each.caller.permissions));
}
