// That commands pass the middlewares that the SDK has for them, in its order, each with a context of its own.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as items from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createItemClientConfig } from './item-client-config.ts';
import { listMiddlewares, rememberChains } from './remembered-chains.ts';

type Client = items.DynamoDBDocumentClient;
type Middleware = (next: unknown, context: object) => unknown;

const env = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
const key = { TableName: 't', Key: { pk: 'a', sk: 'b' } };
const commands: Readonly<Record<string, () => never>> = {
  BatchGetCommand: () => new items.BatchGetCommand({ RequestItems: { t: { Keys: [key.Key] } } }) as never,
  BatchWriteCommand: () => new items.BatchWriteCommand({ RequestItems: { t: [] } }) as never,
  DeleteCommand: () => new items.DeleteCommand(key) as never,
  GetCommand: () => new items.GetCommand(key) as never,
  PutCommand: () => new items.PutCommand({ TableName: 't', Item: key.Key }) as never,
  QueryCommand: () => new items.QueryCommand({ TableName: 't' }) as never,
  ScanCommand: () => new items.ScanCommand({ TableName: 't' }) as never,
  TransactGetCommand: () => new items.TransactGetCommand({ TransactItems: [] }) as never,
  TransactWriteCommand: () => new items.TransactWriteCommand({ TransactItems: [] }) as never,
  UpdateCommand: () => new items.UpdateCommand(key) as never,
};

/** A client whose requests are answered by `reply`, with middlewares at both ends of each step. */
function createClient(reply: (request: { readonly body: string }) => unknown = () => ({})): Client {
  const client = items.DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...createItemClientConfig(env, { connectionTimeout: 1000, requestTimeout: 3000 }),
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
      requestHandler: {
        handle: async (request: { readonly body: string }) => ({
          response: { statusCode: 200, headers: {}, body: Buffer.from(JSON.stringify(reply(request))) },
        }),
      } as never,
    }),
  );
  client.middlewareStack.add((next) => next, { step: 'initialize', priority: 'high', name: 'first' });
  client.middlewareStack.add((next) => next, { step: 'finalizeRequest', priority: 'low', name: 'late' });
  client.middlewareStack.addRelativeTo((next: unknown) => next as never, {
    relation: 'after',
    toMiddleware: 'late',
    name: 'later',
  });
  return client;
}

/** The middlewares as the SDK calls them for a command: each is noted by its text, for those made for each command. */
function listBySdk(client: Client, command: Parameters<Client['send']>[0]): string[] {
  const called: string[] = [];
  const note = (middleware: Middleware): Middleware =>
    Object.assign(
      (next: unknown, context: object) => {
        called.unshift(String(middleware));
        return middleware(next, context);
      },
      { toString: () => String(middleware) },
    );
  const wrap = (stack: Client['middlewareStack']): Client['middlewareStack'] => {
    const noting = items.DynamoDBDocumentClient.from(new DynamoDBClient(env)).middlewareStack.clone();
    const all: (() => void)[] = [];
    const readd = (name: 'add' | 'addRelativeTo') => (middleware: Middleware, options: object) => {
      const { middleware: _, ...place } = options as { readonly middleware?: unknown };
      all.push(() => noting[name](note(middleware) as never, place as never));
    };
    noting.applyToStack({
      add: (each: never) => noting.remove(each),
      addRelativeTo: (each: never) => noting.remove(each),
    } as never);
    stack.applyToStack({ add: readd('add'), addRelativeTo: readd('addRelativeTo') } as never);
    for (const add of all) add();
    return {
      concat: (own: Client['middlewareStack']) => wrap(stack.concat(own)),
      resolve: noting.resolve,
    } as never;
  };
  command.resolveMiddleware(
    wrap(client.middlewareStack) as never,
    client.config as never,
    undefined as never,
  );
  return called;
}

describe('the order of middlewares', () => {
  it.each(Object.entries(commands))("is the SDK's for a %s", (_, create) => {
    const client = createClient();
    const bySdk = listBySdk(client, create());
    expect(bySdk.length).toBeGreaterThan(12);
    expect(listMiddlewares(client, create()).map(String)).toEqual(bySdk);
  });
});

describe('a client that remembers', () => {
  it('sends each command with its own input, and returns its own reply', async () => {
    const client = createClient(({ body }) => ({ Item: JSON.parse(body).Key }));
    rememberChains(client);
    const read = (pk: string) => client.send(new items.GetCommand({ TableName: 't', Key: { pk } }));
    const replies = await Promise.all(['a', 'b', 'c'].map(read));
    expect(replies.map(({ Item }) => Item)).toEqual([{ pk: 'a' }, { pk: 'b' }, { pk: 'c' }]);
  });

  it('gives each request a context of its own, which names its command', async () => {
    const client = createClient();
    const contexts: { readonly note?: string; readonly __smithy_context?: { commandInstance?: object } }[] =
      [];
    client.middlewareStack.add(
      (next, context) => (args) => {
        expect(context).not.toHaveProperty('note');
        contexts.push(Object.assign(context, { note: 'seen' }));
        return next(args);
      },
      { step: 'initialize', name: 'notes' },
    );
    rememberChains(client);
    for (const pk of ['a', 'b']) await client.send(new items.GetCommand({ TableName: 't', Key: { pk } }));
    const named = contexts.map((each) => each.__smithy_context?.commandInstance);
    expect(named.map((each) => each && Reflect.get(each, 'input').Key.pk)).toEqual(['a', 'b']);
  });

  it('lets the SDK send requests with options', async () => {
    const client = createClient();
    rememberChains(client);
    const aborted = AbortSignal.abort();
    client.config.requestHandler.handle = async (_, options) => {
      expect(options).toMatchObject({ abortSignal: aborted });
      throw new Error('aborted');
    };
    await expect(client.send(new items.GetCommand(key), { abortSignal: aborted })).rejects.toThrow('aborted');
  });
});
