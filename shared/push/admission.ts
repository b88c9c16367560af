// Admission to the push channel: decided as for any endpoint, by a token with the permission to read changes.
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { type Admission, admit, type Credentials, recheckAdmissions } from '../auth/access/access.ts';
import type { AccessDeclaration } from '../auth/permissions/access-requirement.ts';
import type { Permission } from '../auth/permissions/permissions.ts';
import type { AccessTokenClaims } from '../auth/tokens/tokens.ts';
import { assertMayFollow } from '../change-feed/topics.ts';
import type { TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';
import type { SubscriberConnection } from './subscriber-connections.ts';

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
  /** The tier of its tenant. */
  readonly tier: string;
}

/** Admits a subscriber. @throws Failure as for any endpoint */
export async function admitSubscriber(credentials: Credentials, now: Date): Promise<AdmittedSubscriber> {
  const { tenant, settings, caller } = await admit(pushEndpoint, credentials, now);
  if (caller.kind === 'anonymous')
    throw new Error('A subscriber requires a token, but was admitted without one');
  return { tenant, claims: caller.claims, permissions: caller.permissions, tier: settings.tier };
}

/** The failure of a subscriber that follows a topic whose records it may no longer read. */
function findTopicFailure(
  topics: readonly string[] | undefined,
  permissions: ReadonlySet<Permission>,
): Failure | undefined {
  try {
    assertMayFollow(topics, permissions);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/**
 * Checks the access of subscribers again, as when they connect: for each what it may read by now, or the failure when it
 * has no access, or no longer to a topic that it named.
 */
export async function recheckSubscribers(
  tenant: TenantStore,
  subscribers: readonly Pick<SubscriberConnection, 'claims' | 'topics'>[],
  now: Date,
): Promise<(Pick<AdmittedSubscriber, 'permissions' | 'tier'> | Failure)[]> {
  const claims = subscribers.map((subscriber) => subscriber.claims);
  const checked = await recheckAdmissions(pushEndpoint, tenant, claims, now);
  return checked.map((each, index) => {
    if (each instanceof Failure) return each;
    const { permissions } = each.caller;
    return (
      findTopicFailure(subscribers[index]?.topics, permissions) ?? { permissions, tier: each.settings.tier }
    );
  });
}
