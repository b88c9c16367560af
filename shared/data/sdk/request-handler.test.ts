// That our request handler ends as the SDK's does, whatever a server does: replies, lost connections, timeouts, aborted requests.
import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { maxConnections, RequestHandler } from './request-handler.ts';

/** What a server does with a connection on which a request has arrived. */
type Act = (socket: Socket, request: string) => void;

let act: Act;
let server: Server;
let port: number;
let sockets: Set<Socket>;
let connections: number;
/** Emits `request` for each that has arrived. */
let arrivals: EventEmitter;
let received: string[];

beforeEach(async () => {
  sockets = new Set();
  received = [];
  connections = 0;
  arrivals = new EventEmitter();
  server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const [head = ''] = text.split('\r\n\r\n', 1);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (!text.includes('\r\n\r\n') || text.length < head.length + 4 + length) return;
      const request = text;
      text = '';
      received.push(request);
      act(socket, request);
      arrivals.emit('request');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets) socket.destroy();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

const timeouts = { connectionTimeout: 30_000, requestTimeout: 30_000 };

interface SentOptions {
  readonly abortSignal?: AbortSignal;
  readonly requestTimeout?: number;
}
interface Handler {
  handle(
    request: never,
    options?: SentOptions,
  ): Promise<{ readonly response: { readonly headers: object; readonly body?: unknown } }>;
  destroy(): void;
}

/** The SDK's configuration, with its own handler. */
const createSdkConfig = (given = timeouts) =>
  new DynamoDBClient({ region: 'us-east-1', requestHandler: { ...given, throwOnRequestTimeout: true } })
    .config;

const { streamCollector } = createSdkConfig();

const createHandlers = (given = timeouts): readonly Handler[] => [
  new RequestHandler(given),
  createSdkConfig(given).requestHandler as unknown as Handler,
];

const body = '{"TableName":"é"}';
const buildRequest = (more: object = {}) =>
  ({
    ...{ method: 'POST', protocol: 'http:', hostname: '127.0.0.1', port, path: '/', query: {} },
    headers: {
      host: `127.0.0.1:${port}`,
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': 'x',
    },
    body,
    ...more,
  }) as never;

/** The response with its body, or the error. */
async function settle(handler: Handler, request = buildRequest(), options?: SentOptions): Promise<unknown> {
  try {
    const { response } = await handler.handle(request, options);
    const bytes = response.body instanceof Uint8Array ? response.body : await streamCollector(response.body);
    const text = Buffer.from(bytes).toString('latin1');
    const { statusCode, reason } = response as { readonly statusCode?: number; readonly reason?: string };
    return { statusCode, reason, headers: { ...response.headers }, text };
  } catch (error) {
    const { name, code, message, cause } = error as Error & { readonly code?: string };
    return { name, code, message, cause };
  }
}

/** Has both handlers send the request, each to a server of its own state, and compares what comes of it. */
async function expectSame(request?: never): Promise<unknown> {
  const outcomes: unknown[] = [];
  const sent: string[][] = [];
  for (const handler of createHandlers()) {
    received = [];
    outcomes.push(await settle(handler, request ?? buildRequest()));
    sent.push(received.map((each) => each.toLowerCase()));
    handler.destroy();
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(sent[0]).toEqual(sent[1]);
  return outcomes[0];
}

const replies: readonly (readonly [string, string])[] = [
  ['a reply', 'HTTP/1.1 200 OK\r\nContent-Type: a\r\nContent-Length: 5\r\n\r\n{"a"}'],
  ['an empty one', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['one without a content', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['an error', 'HTTP/1.1 400 Bad Request\r\nX-Amzn-RequestId: r\r\nContent-Length: 2\r\n\r\n{}'],
  ['one in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n'],
  ['one that ends with the connection', 'HTTP/1.0 200 OK\r\n\r\nuntil the end'],
  [
    'values of one name',
    'HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nX: 1\r\nX: 2\r\nContent-Length: 0\r\n\r\n',
  ],
  ['bytes', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\xff\x00\xfe'],
  ['one after "continue"', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na'],
  [
    'one that says that the connection closes',
    'HTTP/1.1 503 Slow\r\nConnection: close\r\nContent-Length: 1\r\n\r\na',
  ],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
];

const endsAfter = (text: string): boolean => text.startsWith('HTTP/1.0') || !text.startsWith('HTTP/1.1 2');

it.each(replies)('ends as the SDK does after %s', async (_, text) => {
  act = (socket) => {
    socket.write(text, 'latin1');
    if (endsAfter(text)) socket.end();
  };
  await expectSame();
});

it('reads a reply that arrives byte by byte', async () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd';
  act = (socket) => {
    socket.setNoDelay();
    const next = (index: number): void => {
      if (index < text.length) socket.write(text.charAt(index), () => setImmediate(next, index + 1));
    };
    next(0);
  };
  expect(await expectSame()).toMatchObject({ statusCode: 200, text: 'abcd' });
});

it('reads a reply of several megabytes', async () => {
  act = (socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n${'x'.repeat(5_000_000)}`);
  expect(await expectSame()).toMatchObject({ text: 'x'.repeat(5_000_000) });
});

it('sends bytes, a text, or no body', async () => {
  act = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  await expectSame(buildRequest({ body: Buffer.from(body) }));
  await expectSame(buildRequest({ body: new Uint8Array(Buffer.from(body)) }));
  await expectSame(buildRequest({ method: 'GET', body: undefined, headers: { host: 'x' } }));
});

it.each([
  ['closes', (socket: Socket) => socket.end()],
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['closes within the headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
] as const)('ends as the SDK does where the server %s', async (_, how) => {
  act = (socket) => void how(socket);
  expect(await expectSame()).toMatchObject({ name: 'TimeoutError', code: 'ECONNRESET' });
});

it('ends as the SDK does where there is no server', async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(await expectSame()).toMatchObject({ code: 'ECONNREFUSED' });
});

it.each([
  ['the connection is lost', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
  ['there is no HTTP', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
])('where %s within a body, the reply is lost, as the stream of the SDK says later', async (_, text) => {
  act = (socket) => socket.write(text, () => socket.end());
  const [ours, sdk] = createHandlers().map((handler) => settle(handler));
  expect(await ours).toMatchObject({ name: 'TimeoutError', code: 'ECONNRESET' });
  expect(await sdk).toMatchObject({ code: 'ECONNRESET' });
});

it('waits for a reply as long as the SDK, also where the request says how long', async () => {
  act = () => {};
  const expected = { name: 'TimeoutError', code: 'ETIMEDOUT' };
  for (const handler of createHandlers({ ...timeouts, requestTimeout: 20 }))
    expect(await settle(handler)).toMatchObject(expected);
  for (const handler of createHandlers())
    expect(await settle(handler, buildRequest(), { requestTimeout: 20 })).toMatchObject(expected);
  // The connection of a request that has timed out is not used again.
  await vi.waitUntil(() => [...sockets].every(({ destroyed }) => destroyed));
});

it('waits for the whole reply: a server that stops within a body does not hold a request for ever', async () => {
  act = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc');
  const [ours] = createHandlers({ ...timeouts, requestTimeout: 20 });
  expect(ours && (await settle(ours))).toMatchObject({ name: 'TimeoutError', code: 'ETIMEDOUT' });
});

it('waits for a connection as long as the SDK, and says that nothing was sent', async () => {
  // A name is looked up, and no answer comes.
  vi.spyOn(process.getBuiltinModule('node:dns'), 'lookup').mockImplementation((() => {}) as never);
  for (const handler of createHandlers({ ...timeouts, connectionTimeout: 20 }))
    expect(await settle(handler, buildRequest({ hostname: 'nowhere.example' }))).toMatchObject({
      name: 'TimeoutError',
      code: undefined,
    });
  expect(connections).toBe(0);
});

it.each([
  ['without a reason', undefined],
  ['for an error', new Error('Enough')],
  ['for a text', 'enough'],
] as const)('ends a request that is aborted as the SDK does, %s', async (_, reason) => {
  act = () => {};
  for (const isEarly of [true, false]) {
    const outcomes: unknown[] = [];
    for (const handler of createHandlers()) {
      const controller = new AbortController();
      if (isEarly) controller.abort(reason);
      const arrived = isEarly ? undefined : once(arrivals, 'request');
      const outcome = settle(handler, buildRequest(), { abortSignal: controller.signal });
      await arrived;
      controller.abort(reason);
      outcomes.push(await outcome);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]).toMatchObject({ name: 'AbortError' });
  }
});

it('uses a connection again, and asks for another one where the server has closed it', async () => {
  const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na';
  for (const handler of createHandlers()) {
    connections = 0;
    act = (socket) => socket.write(reply);
    for (let count = 0; count < 3; count += 1) await settle(handler);
    expect(connections).toBe(1);
    const closed = [...sockets].filter(({ destroyed }) => !destroyed).map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.end();
    await Promise.all(closed);
    expect(await settle(handler)).toMatchObject({ text: 'a' });
    expect(connections).toBe(2);
    handler.destroy();
  }
});

it('has as many connections as the SDK, and none after its end', async () => {
  for (const handler of createHandlers()) {
    connections = 0;
    const waiting: Socket[] = [];
    act = (socket) => void waiting.push(socket);
    const outcomes = Array.from({ length: maxConnections + 10 }, () => settle(handler));
    await vi.waitUntil(() => waiting.length === maxConnections);
    act = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    for (const socket of waiting) act(socket, '');
    await Promise.all(outcomes);
    expect(connections).toBe(maxConnections);
    handler.destroy();
    await vi.waitUntil(() => [...sockets].every(({ destroyed }) => destroyed));
  }
});

it('loads TLS only where it is used', async () => {
  const { execFileSync } = await import('node:child_process');
  const list = (protocol: string): string =>
    execFileSync(process.execPath, [
      ...['--input-type=module', '--eval'],
      `const { RequestHandler } = await import(${JSON.stringify(fileURLToPath(new URL('./request-handler.ts', import.meta.url)))});
       const handler = new RequestHandler({ connectionTimeout: 1000, requestTimeout: 1000 });
       const before = new Set(process.moduleLoadList);
       const request = { protocol: ${JSON.stringify(protocol)}, hostname: '127.0.0.1', port: ${port}, method: 'GET', path: '/', headers: {} };
       const sent = handler.handle(request).catch(() => {});
       console.log(process.moduleLoadList.filter((name) => !before.has(name)).join());
       handler.destroy();
       await sent;`,
    ]).toString();
  expect(list('http:')).not.toMatch(/tls|internal\/fs\/streams/);
  expect(list('https:')).toContain('tls');
});
