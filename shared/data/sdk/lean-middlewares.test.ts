// That a client with our middlewares sends what the SDK's sends, and returns or throws the same.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createItemClientConfig } from './item-client-config.ts';
import { rememberChains } from './remembered-chains.ts';

interface Request {
  readonly method: string;
  readonly hostname: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly [other: string]: unknown;
}
interface Reply {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const env = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };

/** Headers that differ from request to request. */
const changing = ['amz-sdk-invocation-id', 'x-amz-date', 'authorization'];

function withoutChanging(request: Request): object {
  const { method, protocol, hostname, port, path, query, body } = request;
  const headers = Object.entries(request.headers).map(([name, value]) =>
    changing.includes(name) ? [name, typeof value] : [name, value],
  );
  return { method, protocol, hostname, port, path, query, body, headers: Object.fromEntries(headers) };
}

/** A client that is answered with the reply to each attempt, and what it sends. */
function createClient(address: string | undefined, reply: Reply) {
  const sent: object[] = [];
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...createItemClientConfig(
        { ...env, ...(address && { AWS_ENDPOINT_URL_DYNAMODB: address }) },
        { connectionTimeout: 1000, requestTimeout: 3000 },
      ),
      maxAttempts: 2,
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
      requestHandler: {
        handle: async (request: Request) => {
          sent.push(withoutChanging(request));
          const { statusCode, headers = {}, body } = reply;
          return { response: { statusCode, headers, body: Buffer.from(body) } };
        },
      } as never,
    }),
  );
  return { client, sent };
}

/** What a request returns or throws, with what the error has. */
async function settle(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const {
      name,
      message,
      stack: _,
      ...own
    } = Object.assign({ name: error.name }, error, {
      message: error.message,
    });
    const { totalRetryDelay: __, ...metadata } = Reflect.get(error, '$metadata') ?? {};
    const response = Object.getOwnPropertyDescriptor(error, '$response');
    return { kind: error.constructor.name, name, message, own: { ...own, $metadata: metadata }, response };
  }
}

const key = { TableName: 't', Key: { pk: 'a', sk: new Uint8Array([1, 2]) } };
const commands: readonly (() => never)[] = [
  () => new GetCommand(key) as never,
  () => new GetCommand({ ...key, ConsistentRead: true }) as never,
  () =>
    new QueryCommand({
      TableName: 't',
      KeyConditionExpression: 'pk = :a',
      ExpressionAttributeValues: { ':a': 1 },
    }) as never,
  () => new TransactWriteCommand({ TransactItems: [{ Delete: key }], ClientRequestToken: 'one' }) as never,
];

const type = 'com.amazonaws.dynamodb.v20120810#';
const replies: readonly (readonly [string, Reply])[] = [
  ['an item', { statusCode: 200, headers: { 'x-amzn-requestid': 'r1' }, body: '{"Item":{"n":{"N":"4"}}}' }],
  ['nothing', { statusCode: 200, body: '' }],
  ['no JSON', { statusCode: 200, headers: { 'x-amzn-requestid': 'r1' }, body: 'not JSON' }],
  ['an error', { statusCode: 400, body: `{"__type":"${type}ValidationException","message":"Wrong."}` }],
  [
    'a failed condition',
    { statusCode: 400, body: `{"__type":"${type}ConditionalCheckFailedException","Item":{"a":{"S":"b"}}}` },
  ],
  [
    'a throttled request',
    { statusCode: 400, body: `{"__type":"${type}ProvisionedThroughputExceededException","message":"Slow."}` },
  ],
  ['an error of the service', { statusCode: 500, body: `{"__type":"${type}InternalServerError"}` }],
  [
    'a page of a proxy',
    { statusCode: 502, headers: { 'x-amz-cf-id': 'c', 'x-amz-id-2': 'e' }, body: '<html>' },
  ],
  ['an empty error', { statusCode: 503, headers: { date: new Date().toUTCString() }, body: '' }],
];

it.each(replies)('a client sends the same and ends the same after %s', async (_, reply) => {
  // Both at once for all addresses, because a client waits before it tries again.
  const compareAt = async (address: string | undefined): Promise<void> => {
    const ours = createClient(address, reply);
    rememberChains(ours.client);
    const sdk = createClient(address, reply);
    // Twice, because what the first request of a class found out is used again.
    for (const create of [...commands, ...commands]) {
      const [ourEnd, end] = await Promise.all([ours, sdk].map(({ client }) => settle(client.send(create()))));
      expect(ourEnd).toEqual(end);
    }
    expect(ours.sent).toEqual(sdk.sent);
    expect(ours.sent.length).toBeGreaterThanOrEqual(commands.length * 2);
  };
  const addresses = [undefined, 'http://127.0.0.1:8000', 'https://proxy.example.org/below'];
  await Promise.all(addresses.map(compareAt));
});
