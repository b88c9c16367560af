// Calls an endpoint's handler with the event that the gateway would make of a request: the same reply without HTTP, in a third of
// the time. For tests that send many requests of which the gateway reads nothing but the address.
import { randomUUID } from 'node:crypto';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { createRouter } from '../../infra/contracts/routes.ts';
import { buildEvent, buildLambdaContext, listAreasWithBytes } from '../../infra/local/gateway-event.ts';
import { checkReply } from '../contract/check-reply.ts';
import { buildRequest, type CallOptions, type Reply, readReply } from './platform.ts';

const withBytes = listAreasWithBytes(await listEndpoints());

const routers = new WeakMap<RegisteredEndpoint, ReturnType<typeof createRouter>>();

/** The router of one endpoint. */
function getRouter(registered: RegisteredEndpoint): ReturnType<typeof createRouter> {
  const router = routers.get(registered) ?? createRouter([registered]);
  routers.set(registered, router);
  return router;
}

/**
 * Calls the handler; the reply is checked against its contract. `address` is path and query below the area's address.
 * @param timeLeft milliseconds until the function is stopped
 */
export async function invokeHandler(
  registered: RegisteredEndpoint,
  address: string,
  options: CallOptions,
  timeLeft: () => number = () => 600_000,
): Promise<Reply> {
  const { method, area } = registered.contract;
  const { headers, body } = buildRequest(method, area, options);
  const url = new URL(`http://localhost/${area}${address}`);
  const path = url.pathname.slice(area.length + 1);
  const match = getRouter(registered)(area, method, path);
  if (match.kind !== 'endpoint') throw new Error(`${address} is no address of ${registered.name}`);
  const requestId = randomUUID();
  const event = buildEvent(match, {
    ...{ method, url, path, requestId },
    headers: Object.entries(headers),
    body: Buffer.from(body?.toString() ?? ''),
    sourceIp: '127.0.0.1',
    hasBytes: withBytes.has(area),
  });
  const handler = await registered.handler();
  const answer = await handler(event, buildLambdaContext(registered, requestId, timeLeft));
  const reply = readReply({
    status: answer.statusCode,
    headers: new Headers(Object.entries(answer.headers ?? {}).map(([name, value]) => [name, String(value)])),
    bytes: Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8'),
  });
  checkReply(area, match, { path, ...reply });
  return reply;
}
