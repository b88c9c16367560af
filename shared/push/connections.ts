// Speaks over the open connections of the push channel, by API Gateway's own way in (AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI).
// Only those who have somebody to tell load this: the client costs a cold start its time.
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { logError } from '../http/log.ts';
import type { PushMessage } from './messages.ts';

/** How long a connection is waited for, in milliseconds, and how often it is tried: whoever is slower is cut off. */
const timeouts = { connection: 1_000, answer: 1_000, tries: 2 } as const;

const clients = new Map<string | undefined, ApiGatewayManagementApiClient>();

/** The client of the process: the SDK reads where the connections are from the environment, once for each client. */
function getClient(): ApiGatewayManagementApiClient {
  const address = process.env.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI;
  const known = clients.get(address);
  if (known) return known;
  const made = new ApiGatewayManagementApiClient({
    maxAttempts: timeouts.tries,
    requestHandler: {
      connectionTimeout: timeouts.connection,
      requestTimeout: timeouts.answer,
      throwOnRequestTimeout: true,
    },
  });
  clients.set(address, made);
  return made;
}

/** How a message ended: taken by API Gateway, without a connection to go over, or neither. */
export type SendOutcome = 'told' | 'gone' | 'failed';

const toSendOutcome = (id: string, error: unknown): SendOutcome => {
  if (error instanceof GoneException) return 'gone';
  logError(`connection ${id}`, error);
  return 'failed';
};

/** Sends a message. Never throws: whoever could not be told is to be cut off. */
export const sendMessage = (id: string, message: PushMessage): Promise<SendOutcome> =>
  getClient()
    .send(new PostToConnectionCommand({ ConnectionId: id, Data: JSON.stringify(message) }))
    .then(
      () => 'told' as const,
      (error: unknown) => toSendOutcome(id, error),
    );

/** Closes a connection; whether there is none any more. */
export const closeConnection = (id: string): Promise<boolean> =>
  getClient()
    .send(new DeleteConnectionCommand({ ConnectionId: id }))
    .then(
      () => true,
      (error: unknown) => toSendOutcome(id, error) === 'gone',
    );
