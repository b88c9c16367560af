// The SDK's middlewares that copy the client's whole configuration for every request, or write the same text again: without
// that. Held to the SDK's by lean-middlewares.test.ts.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** What the SDK's middlewares pass on in the course of a request. */
interface Args {
  readonly input: object;
  readonly request?: { readonly headers: Record<string, unknown> };
}
interface Reply {
  readonly output: unknown;
  readonly response: { readonly statusCode?: number; readonly headers?: Readonly<Record<string, string>> };
}

/** What a middleware reads of a request's context. */
export interface Context {
  endpointV2?: { readonly url: URL };
  readonly __smithy_context?: {
    readonly operationSchema?: readonly unknown[];
    readonly commandInstance?: object;
  };
}

export type Handler = (args: Args) => Promise<Reply>;
export type Middleware = (next: Handler, context: Context) => Handler;

/** A protocol as the SDK calls it. */
interface Protocol {
  serializeRequest(operation: object, input: object, context: object): Promise<Args['request']>;
  deserializeResponse(operation: object, context: object, response: unknown): Promise<unknown>;
}

type Config = DynamoDBDocumentClient['config'];

const getOperation = ({ __smithy_context: smithy }: Context) => {
  const [, namespace, name, traits, input, output] = smithy?.operationSchema ?? [];
  return { name, namespace, traits, input, output };
};

/** Sets the one address that the client has. */
function createEndpoint({ endpointProvider }: Config): Middleware {
  const endpoint = endpointProvider({ Region: '' });
  return (next, context) => (args) => {
    context.endpointV2 = endpoint;
    return next(args);
  };
}

function createSerializer({ endpointProvider, protocol }: Config): Middleware {
  const { url } = endpointProvider({ Region: '' });
  const { protocol: scheme, hostname, port, pathname: path } = url;
  const address = { protocol: scheme, hostname, path, ...(port !== '' && { port: Number(port) }) };
  const context = { endpoint: async () => address };
  return (next, given) => async (args) => {
    const request = await (protocol as unknown as Protocol).serializeRequest(
      getOperation(given),
      args.input,
      context,
    );
    return next({ ...args, request });
  };
}

function findHeader(headers: Readonly<Record<string, string>>, pattern: RegExp): string | undefined {
  return Object.entries(headers).find(([name]) => pattern.test(name))?.[1];
}

/** Adds to an error what the SDK adds: the reply, and for one that is no reply of DynamoDB what its status says. */
function completeError(error: object, response: Reply['response']): void {
  const hidden = { enumerable: false, writable: false, configurable: false };
  Object.defineProperty(error, '$response', { value: response, ...hidden });
  if ('$metadata' in error) return;
  if (error instanceof Error)
    error.message +=
      '\n  Deserialization error: to see the raw response, inspect the hidden field {error}.$response on this object.';
  const { statusCode, headers } = response;
  if (statusCode === undefined || headers === undefined) return;
  Object.assign(error, {
    $metadata: {
      httpStatusCode: statusCode,
      requestId: findHeader(headers, /^x-[\w-]+-request-?id$/),
      extendedRequestId: findHeader(headers, /^x-[\w-]+-id-2$/),
      cfId: findHeader(headers, /^x-[\w-]+-cf-id$/),
    },
  });
}

function createDeserializer({ protocol, streamCollector }: Config): Middleware {
  const context = { streamCollector };
  return (next, given) => async (args) => {
    const { response } = await next(args);
    try {
      const output = await (protocol as unknown as Protocol).deserializeResponse(
        getOperation(given),
        context,
        response,
      );
      return { response, output };
    } catch (error) {
      if (typeof error === 'object' && error !== null) completeError(error, response);
      throw error;
    }
  };
}

const userAgentHeaders = ['user-agent', 'x-amz-user-agent'];

/** The SDK composes the same text for every request of a class of commands: after the first one it is known. */
function rememberUserAgent(middleware: Middleware): Middleware {
  let known: object | undefined;
  const withHeaders =
    (next: Handler): Handler =>
    (args) => {
      known = Object.fromEntries(userAgentHeaders.map((name) => [name, args.request?.headers[name]]));
      return next(args);
    };
  return (next, context) => (args) => {
    if (!known || !args.request) return middleware(withHeaders(next), context)(args);
    Object.assign(args.request.headers, known);
    return next(args);
  };
}

/** The middleware in place of the SDK's of this name, for a class of commands. */
export function replaceMiddleware(
  config: Config,
  name: string | undefined,
  middleware: Middleware,
): Middleware {
  if (name === 'endpointV2Middleware') return createEndpoint(config);
  if (name === 'serializerMiddleware') return createSerializer(config);
  if (name === 'deserializerMiddleware') return createDeserializer(config);
  return name === 'getUserAgentMiddleware' ? rememberUserAgent(middleware) : middleware;
}
