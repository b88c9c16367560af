// Clients with our configuration beside one with the SDK's own: what they send, and what they return.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { bundleFunctions } from '../../infra/aws/bundling/bundle.ts';
import { createItemClientConfig } from '../../shared/data/sdk/item-client-config.ts';

const endpoint = 'http://127.0.0.1:8000';
const env = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 's',
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
};

const timeouts = { connectionTimeout: 1000, requestTimeout: 3000 };

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

/** The SDK's classes, and our configuration of them. */
type SdkClasses = Pick<typeof import('./items-client.ts'), 'DynamoDBClient' | 'DynamoDBDocumentClient'>;

/** A client that notes what it sends, and gets these replies, the last one again and again. */
function createClient(
  config: DynamoDBClientConfig,
  classes: SdkClasses = { DynamoDBClient, DynamoDBDocumentClient },
) {
  const sent: Sent[] = [];
  let replies: readonly (Reply | Error)[] = [];
  const client = new classes.DynamoDBClient({
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
  const documents = classes.DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
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
    'x-amz-user-agent': _version,
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
export const own = createClient(createItemClientConfig(env, timeouts));
/** With our configuration and those parts of the SDK that bundles have (infra/aws/bundling/lean-sdk.ts). */
const bundled = await createBundledClient();
/** With the SDK's. */
export const sdk = createClient({ region: 'us-east-1', endpoint });

async function createBundledClient() {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-client-'));
  const entry = { name: 'client', file: 'test/machinery/items-client.ts' };
  try {
    await bundleFunctions([entry], folder, { keepsSdk: false });
    const module: typeof import('./items-client.ts') = await import(join(folder, 'client/index.mjs'));
    return createClient(module.createItemClientConfig(env, timeouts), module);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A bundle has error classes of its own, with short names; the names that errors have are compared. */
function withoutClass(outcome: unknown): unknown {
  const { result } = outcome as { readonly result: object | undefined };
  return { ...(outcome as object), result: result && { ...result, type: undefined } };
}

/** Expects all to send the same, and to return or throw the same. */
export async function expectSame(
  command: () => object,
  replies: readonly (Reply | Error)[],
  isDocument = true,
) {
  const expected = await sdk.run(command(), replies, isDocument);
  expect(await own.run(command(), replies, isDocument)).toEqual(expected);
  const found = await bundled.run(command(), replies, isDocument);
  expect(withoutClass(found)).toEqual(withoutClass(expected));
}

/** A reply to a request that was carried out. */
export const success = (body: unknown): Reply => ({
  statusCode: 200,
  headers: { 'x-amzn-requestid': 'request-1', 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(body),
});
