// The events that API Gateway sends to the routes of a WebSocket API, with the fields that are known locally.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import type { ConnectEvent } from '../../../shared/push/admission.ts';

type Context = APIGatewayProxyWebsocketEventV2['requestContext'];

/** The id and start of a connection. */
export interface Connection {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly connectedAt: number;
}

const eventTypes = { $connect: 'CONNECT', $default: 'MESSAGE', $disconnect: 'DISCONNECT' } as const;

/** The request context of an event of a connection. */
function buildContext({ id, connectedAt }: Connection, routeKey: keyof typeof eventTypes): Context {
  const requestId = randomUUID();
  const now = new Date();
  return {
    routeKey,
    eventType: eventTypes[routeKey],
    messageDirection: 'IN',
    messageId: requestId,
    connectionId: id,
    connectedAt,
    requestId,
    extendedRequestId: requestId,
    requestTime: now.toUTCString(),
    requestTimeEpoch: now.getTime(),
    apiId: 'push',
    stage: 'push',
    domainName: 'localhost',
  };
}

const toQuery = (query: URLSearchParams): Record<string, string> => Object.fromEntries(query);

/** The event of a new connection, the only one with headers and query. */
export const buildConnectEvent = (
  connection: Connection,
  { headers }: IncomingMessage,
  query: URLSearchParams,
): ConnectEvent => ({
  requestContext: buildContext(connection, '$connect'),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()])),
  ...(query.size > 0 && { queryStringParameters: toQuery(query) }),
  isBase64Encoded: false,
});

/** The event of a text message. */
export const buildMessageEvent = (connection: Connection, body: string): APIGatewayProxyWebsocketEventV2 => ({
  requestContext: buildContext(connection, '$default'),
  body,
  isBase64Encoded: false,
});

/** The event of a closed connection. */
export const buildDisconnectEvent = (connection: Connection): APIGatewayProxyWebsocketEventV2 => ({
  requestContext: buildContext(connection, '$disconnect'),
  isBase64Encoded: false,
});
