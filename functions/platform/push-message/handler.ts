// $default: answers what a listener says. Only ping is understood; it keeps a connection from being idle.
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';

/** `ping` as plain text, or `{"type":"ping"}`. */
function isPing(text: string): boolean {
  if (text.trim() === 'ping') return true;
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'object' && said !== null && 'type' in said && said.type === 'ping';
  } catch {
    return false;
  }
}

/** The body goes back over the connection. */
export const handler = async ({
  body = '',
}: Pick<APIGatewayProxyWebsocketEventV2, 'body'>): Promise<{
  readonly statusCode: number;
  readonly body: string;
}> => {
  const message = 'Only ping is understood here; changes are told without being asked for.';
  const answer = isPing(body) ? { type: 'pong' } : { type: 'error', message };
  return { statusCode: 200, body: JSON.stringify(answer) };
};
