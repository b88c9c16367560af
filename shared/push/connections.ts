// Sends messages over the open connections of the push channel, through API Gateway's management API
// (AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI). Loaded only when there are subscribers, because the client slows a cold
// start.
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { logError } from '../log/log.ts';
import type { PushMessage } from './messages.ts';

/** Milliseconds and the number of attempts: slower subscribers are disconnected. A busy computer has a longer PUSH_TIMEOUT. */
const timeouts = { connection: 1_000, answer: 1_000, tries: 2 } as const;

const clients = new Map<string | undefined, ApiGatewayManagementApiClient>();

/** The client of the process: the SDK reads the endpoint from the environment once for each client. */
function getClient(): ApiGatewayManagementApiClient {
  const address = process.env.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI;
  const known = clients.get(address);
  if (known) return known;
  const { PUSH_TIMEOUT } = process.env;
  const created = new ApiGatewayManagementApiClient({
    maxAttempts: timeouts.tries,
    requestHandler: {
      connectionTimeout: Number(PUSH_TIMEOUT ?? timeouts.connection),
      requestTimeout: Number(PUSH_TIMEOUT ?? timeouts.answer),
      throwOnRequestTimeout: true,
    },
  });
  clients.set(address, created);
  return created;
}

/** The outcome of a message: accepted by API Gateway, without an open connection, or failed. */
export type SendOutcome = 'sent' | 'gone' | 'failed';

const toSendOutcome = (id: string, error: unknown): SendOutcome => {
  if (error instanceof GoneException) return 'gone';
  logError(`connection ${id}`, error);
  return 'failed';
};

/** Sends a message. Never throws: a subscriber that can't be reached must be disconnected. */
export const sendMessage = (id: string, message: PushMessage): Promise<SendOutcome> =>
  getClient()
    .send(new PostToConnectionCommand({ ConnectionId: id, Data: JSON.stringify(message) }))
    .then(
      () => 'sent' as const,
      (error: unknown) => toSendOutcome(id, error),
    );

/** Closes a connection. Returns whether it no longer exists. */
export const closeConnection = (id: string): Promise<boolean> =>
  getClient()
    .send(new DeleteConnectionCommand({ ConnectionId: id }))
    .then(
      () => true,
      (error: unknown) => toSendOutcome(id, error) === 'gone',
    );
