// Connections on which no request arrives are ended, so that they cannot be collected (docs/local-platform.md).
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { arrivalLimits } from './arrival.ts';
import { createGateway } from './gateway.ts';

const server = createGateway({
  endpoints: [],
  limits: { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What the gateway answers on a connection, until it ends it. */
async function readUntilEnded(sent: string): Promise<string> {
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  socket.write(sent);
  return text(socket);
}

const line = 'POST /crm/api/v1/people HTTP/1.1\r\n';

it('a connection on which nothing is sent is closed without a reply', async () => {
  expect(await readUntilEnded('')).toBe('');
});

it.each([
  ['half a request line', 'GET /crm'],
  ['headers that do not end', `${line}Host: localhost\r\nX-Slow: a`],
])('a connection that sends %s is ended', async (_what, sent) => {
  expect(await readUntilEnded(sent)).toMatch(/^HTTP\/1\.1 408 /);
});

it('what is no request is answered with 400, and headers that are too long with 431', async () => {
  expect(await readUntilEnded('no request\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await readUntilEnded(`${line}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

it('a connection is ended whose body does not arrive', async () => {
  const reply = await readUntilEnded(`${line}Host: localhost\r\nContent-Length: 10\r\n\r\n{"a"`);
  expect(reply).toMatch(/^HTTP\/1\.1 (?:404|408) /);
});

it('headers have 20 seconds, with the time until Node looks', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = arrivalLimits;
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(20_000);
  expect(requestTimeout).toBe(60_000);
});
