// Who may listen to the push channel: decided as for any endpoint, by a token with the permission to read changes.
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { type Admission, admit, type Credentials, recheckAdmission } from '../auth/access.ts';
import type { AccessTokenClaims } from '../auth/tokens.ts';
import type { TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';
import type { EndpointConfig } from '../http/endpoint.ts';

/** Where the channel is, below the gateway's address. */
export const pushPath = '/push';

const pushEndpoint = {
  area: 'crm',
  method: 'GET',
  path: pushPath,
  summary: 'Listen to changes',
  tags: ['Changes'],
  responses: {},
  access: { permission: 'crm.changes.read', token: 'required' },
  budget: { roundTrips: 3, readUnits: 60, writeUnits: 4 },
  example: {},
} satisfies EndpointConfig;

/** What API Gateway calls the route `$connect` with: the one event of a connection that has the request's headers and query. */
export type ConnectEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

/** A browser's WebSocket can send no headers (RFC 6455): there tenant and token come in the query. */
export function readCredentials({
  headers = {},
  queryStringParameters: query = {},
}: ConnectEvent): Credentials {
  const header = (wanted: string) =>
    Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
  const token = query.access_token;
  return {
    tenantCode: header('tenant-code') ?? query['tenant-code'],
    authorization: header('authorization') ?? (token === undefined ? undefined : `Bearer ${token}`),
  };
}

/** A listener that is admitted, and what its token said. */
export interface AdmittedSubscriber extends Pick<Admission, 'tenant'> {
  readonly claims: AccessTokenClaims;
}

/** Admits a listener. @throws Failure as for any endpoint */
export async function admitSubscriber(credentials: Credentials, now: Date): Promise<AdmittedSubscriber> {
  const { tenant, caller } = await admit(pushEndpoint, credentials, now);
  if (caller.kind === 'anonymous') throw new Error('A listener needs a token, and was admitted without one');
  return { tenant, claims: caller.claims };
}

/** Looks at a listener again; why it is no longer admitted, or undefined. */
export const recheckSubscriber = (
  tenant: TenantStore,
  claims: AccessTokenClaims,
  now: Date,
): Promise<Failure | undefined> =>
  recheckAdmission(pushEndpoint, tenant, claims, now).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Failure && error.status < 500) return error;
      throw error;
    },
  );
