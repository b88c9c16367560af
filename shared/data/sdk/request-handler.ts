// Sends requests over connections that stay open, in place of the SDK's request handler, which also serves streams, proxies and
// other services. Held to the SDK's by request-handler.test.ts.
//
// It returns a reply with its whole body: a connection that is lost within a body is a lost reply, and the timeout covers it.
import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { isUnknownAuthority, trustAllAuthorities, trustsAmazonOnly } from './trusted-authorities.ts';

/** A request as the SDK has it; those for items and sessions have no query. */
interface Request {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

interface Response {
  readonly statusCode: number;
  readonly reason: string | undefined;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

/** Milliseconds until a connection must be made, and until a request must have its reply. */
export interface RequestTimeouts {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
}

/** An AbortSignal; the SDK's type also allows for older ones, which call no listeners. */
interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener?(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener?(type: 'abort', listener: () => void): void;
}

/** What the SDK passes with a request. */
interface HandlerOptions {
  readonly abortSignal?: Signal | undefined;
  readonly requestTimeout?: number | undefined;
}

/** The most connections to an address at once. */
export const maxConnections = 50;

/**
 * The first replies that come over one connection with TLS. To make another takes a cold start 2 ms of processor time and two
 * more round trips: so long, several requests in turn do not take longer than side by side.
 */
export const repliesOfFirstConnection = 8;

/** The codes of connections that were lost, whose errors the SDK names TimeoutError. */
const lostConnection = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

const named = (error: Error, name: string, more: object = {}): Error => Object.assign(error, { name }, more);

function createAbortError({ reason }: { readonly reason?: unknown }): Error {
  if (reason instanceof Error || !reason)
    return named(new Error('Request aborted', reason ? { cause: reason } : {}), 'AbortError');
  return named(new Error(String(reason)), 'AbortError');
}

/** Node's module for a protocol; TLS is loaded only where it is used. */
const getModule = (protocol: string) =>
  protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');

function joinHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  );
}

/** The body of a request as Node takes it. */
const toChunk = (body: unknown): string | Uint8Array | undefined =>
  typeof body === 'string' || body instanceof Uint8Array ? body : undefined;

/** A request handler that the SDK's clients take. */
export class RequestHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #timeouts: RequestTimeouts;
  readonly #agents = new Map<string, Agent>();
  #replies = 0;

  constructor(timeouts: RequestTimeouts) {
    this.#timeouts = timeouts;
  }

  destroy(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
    this.#replies = 0;
  }

  /** Part of the SDK's interface. */
  httpHandlerConfigs(): object {
    return this.#timeouts;
  }

  /** Part of the SDK's interface; what it would set is fixed here. */
  updateHttpClientConfig(): void {}

  #getAgent(protocol: string): Agent {
    const known = this.#agents.get(protocol);
    if (known) return known;
    const maxSockets = protocol === 'https:' ? 1 : maxConnections;
    const agent = new (getModule(protocol).Agent)({ keepAlive: true, maxSockets });
    this.#agents.set(protocol, agent);
    return agent;
  }

  #countReply(agent: Agent): void {
    this.#replies += 1;
    if (this.#replies === repliesOfFirstConnection) agent.maxSockets = maxConnections;
  }

  /** @throws the SDK's TimeoutError or AbortError, or the connection's own error */
  async handle(
    request: Request,
    { abortSignal, requestTimeout }: HandlerOptions = {},
  ): Promise<{ response: Response }> {
    const { protocol, hostname, port, method, path, headers } = request;
    const agent = this.#getAgent(protocol);
    const options: RequestOptions = {
      agent,
      // An IPv6 address is in brackets in a URL alone.
      host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
      ...{ port, method, path, headers },
    };
    const send = async () => {
      const reply = await exchange(protocol, options, toChunk(request.body), {
        abortSignal,
        connectionTimeout: this.#timeouts.connectionTimeout,
        requestTimeout: requestTimeout ?? this.#timeouts.requestTimeout,
      });
      this.#countReply(agent);
      return reply;
    };
    const hadFewAuthorities = trustsAmazonOnly();
    try {
      return await send();
    } catch (error) {
      if (!hadFewAuthorities || !isUnknownAuthority(error)) throw error;
      // Nothing was sent. AWS may have begun to use another authority.
      trustAllAuthorities();
      return send();
    }
  }
}

/** Sends a request and collects its reply. */
function exchange(
  protocol: string,
  options: RequestOptions,
  body: string | Uint8Array | undefined,
  { abortSignal, connectionTimeout, requestTimeout }: RequestTimeouts & Pick<HandlerOptions, 'abortSignal'>,
): Promise<{ response: Response }> {
  return new Promise((resolve, reject) => {
    if (abortSignal?.aborted) {
      reject(createAbortError(abortSignal));
      return;
    }
    const sent = getModule(protocol).request(options);
    const timers: NodeJS.Timeout[] = [];
    const end = (): void => {
      for (const timer of timers) clearTimeout(timer);
      abortSignal?.removeEventListener?.('abort', onAbort);
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      end();
      sent.destroy();
      reject(lostConnection.has(error.code ?? '') ? named(error, 'TimeoutError') : error);
    };
    const onAbort = (): void => fail(createAbortError(abortSignal ?? {}));
    abortSignal?.addEventListener?.('abort', onAbort, { once: true });
    timers.push(setTimeout(() => fail(createResponseTimeout(requestTimeout)), requestTimeout));
    sent.on('error', fail);
    sent.once('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => fail(createConnectionTimeout(connectionTimeout)), connectionTimeout);
      timers.push(timer);
      socket.once('connect', () => clearTimeout(timer));
    });
    sent.once('response', (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      // From here on, what happens to the connection is an error of the reply.
      sent.off('error', fail).on('error', () => {});
      reply.on('error', fail);
      reply.on('end', () => {
        end();
        const { statusCode = -1, statusMessage: reason } = reply;
        const [first] = chunks;
        const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks);
        resolve({ response: { statusCode, reason, headers: joinHeaders(reply.headers), body: bytes } });
      });
    });
    sent.end(body);
  });
}

/** No code: the request was never sent. */
const createConnectionTimeout = (milliseconds: number): Error =>
  named(
    new Error(`No connection was made within the configured timeout of ${milliseconds} ms.`),
    'TimeoutError',
  );

const createResponseTimeout = (milliseconds: number): Error =>
  named(
    new Error(`A request had no reply within the configured timeout of ${milliseconds} ms.`),
    'TimeoutError',
    { code: 'ETIMEDOUT' },
  );
