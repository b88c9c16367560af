// A client with our configuration beside one with the SDK's own: what both send, and what they return.
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { createItemClientConfig } from '../../shared/data/sdk/item-client-config.ts';

const endpoint = 'http://127.0.0.1:8000';
const env = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 's',
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
};

/** A request as the SDK has it. */
interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
}

interface Sent {
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly [other: string]: unknown;
}

/** What a client gets instead of DynamoDB's reply. */
export interface Reply {
  readonly statusCode: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

/** A client that notes what it sends, and gets these replies, the last one again and again. */
function createClient(config: DynamoDBClientConfig) {
  const sent: Sent[] = [];
  let replies: readonly (Reply | Error)[] = [];
  const client = new DynamoDBClient({
    ...config,
    maxAttempts: 5,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    requestHandler: {
      async handle({ method, protocol, hostname, port, path, headers, body }: SdkRequest) {
        const text = typeof body === 'string' ? body : Buffer.from(body).toString();
        sent.push({ method, protocol, hostname, port, path, headers, body: JSON.parse(text) });
        const reply = replies[Math.min(sent.length, replies.length) - 1];
        if (!reply || reply instanceof Error) throw reply ?? new Error('No reply');
        const { statusCode, headers: given = {} } = reply;
        return { response: { statusCode, headers: { ...given }, body: Buffer.from(reply.body) } };
      },
    },
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    /** What comes of the command, with what was sent for it. */
    async run(command: object, given: readonly (Reply | Error)[], isDocument = true): Promise<unknown> {
      sent.length = 0;
      replies = given;
      const send = (): Promise<unknown> =>
        isDocument ? documents.send(command as never) : client.send(command as never);
      const result = await send().catch(describeError);
      return { result, sent: sent.map(withoutNoise) };
    },
  };
}

/** Without what is random, and what tells AWS which parts of the SDK are used. */
function withoutNoise({ headers, ...rest }: Sent): unknown {
  const {
    'amz-sdk-invocation-id': _id,
    authorization: _authorization,
    'user-agent': _agent,
    'x-amz-date': _date,
    'content-length': _length,
    'x-amz-content-sha256': _checksum,
    ...others
  } = headers;
  return { ...rest, headers: others };
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { $metadata, ...properties } = error as Error & { $metadata?: Record<string, unknown> };
  const { totalRetryDelay: _delay, ...metadata } = $metadata ?? {};
  return { type: error.constructor, name: error.name, message: error.message, properties, metadata };
}

/** With our configuration. */
export const own = createClient(createItemClientConfig(env));
/** With the SDK's. */
export const sdk = createClient({ region: 'us-east-1', endpoint });

/** Expects both to send the same, and to return or throw the same. */
export async function expectSame(
  command: () => object,
  replies: readonly (Reply | Error)[],
  isDocument = true,
) {
  const expected = await sdk.run(command(), replies, isDocument);
  const found = await own.run(command(), replies, isDocument);
  expect(found).toEqual(expected);
}

/** A reply to a request that was carried out. */
export const success = (body: unknown): Reply => ({
  statusCode: 200,
  headers: { 'x-amzn-requestid': 'request-1', 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(body),
});
