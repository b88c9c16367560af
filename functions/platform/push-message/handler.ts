// $default: replies to a subscriber's message. Only ping is supported; it keeps a connection from being idle.
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';

/** `ping` as plain text, or `{"type":"ping"}`. */
function isPing(text: string): boolean {
  if (text.trim() === 'ping') return true;
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ping';
  } catch {
    return false;
  }
}

/** API Gateway sends the body back over the connection. */
export const handler = async ({
  body = '',
}: Pick<APIGatewayProxyWebsocketEventV2, 'body'>): Promise<{
  readonly statusCode: number;
  readonly body: string;
}> => {
  const message = 'The only supported message is ping; changes are sent without a request.';
  const reply = isPing(body) ? { type: 'pong' } : { type: 'error', message };
  return { statusCode: 200, body: JSON.stringify(reply) };
};
