// The wire format of requests for items (AWS JSON 1.0), in place of the SDK's, which interprets the schemas of all operations.
//
// Items arrive and leave as attribute values; only bytes have another form on the wire. Held to the SDK's own protocol by
// item-protocol.test.ts.
import { randomUUID } from 'node:crypto';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { createServiceError, type ErrorRegistry } from './service-error.ts';
import { parseBody, writeBody } from './wire-json.ts';

/** A protocol that the SDK's client takes; not the class of one. */
type Protocol = Exclude<NonNullable<DynamoDBClientConfig['protocol']>, new (settings: never) => unknown>;
type OperationSchema = Parameters<Protocol['serializeRequest']>[0];

/** The operations whose values are all numbers, texts and attribute values. The application sends no others. */
const operations = new Set([
  'BatchGetItem',
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'TransactGetItems',
  'TransactWriteItems',
  'UpdateItem',
]);

/** What the SDK's client passes to a protocol. */
interface ProtocolSettings {
  readonly errorTypeRegistries: readonly ErrorRegistry[];
  readonly defaultNamespace: string;
  readonly serviceTarget: string;
}

type JsonObject = Record<string, unknown>;

/** The names of a structure's members, in the SDK's notation: [kind, namespace, name, traits, members, types]. */
function listMembers(schema: unknown): readonly string[] {
  const structure: unknown = typeof schema === 'function' ? schema() : schema;
  const members: unknown = Array.isArray(structure) ? structure[4] : undefined;
  return Array.isArray(members) ? members : [];
}

/** The members of the structure that have a value, in its order. */
const pickMembers = (schema: unknown, values: JsonObject): JsonObject =>
  Object.fromEntries(
    listMembers(schema).flatMap((name) => ((values[name] ?? null) === null ? [] : [[name, values[name]]])),
  );

/** Parts of the SDK's interface that it calls for other protocols alone. */
function refuseCall(): never {
  throw new Error('The protocol for items has neither codecs nor classes of its own.');
}

/** Writes requests and reads replies. The SDK creates it with its settings. */
export class ItemProtocol {
  readonly #settings: ProtocolSettings;
  readonly getRequestType = refuseCall;
  readonly getResponseType = refuseCall;
  readonly getPayloadCodec = refuseCall;
  readonly updateServiceEndpoint = refuseCall;

  constructor(settings: ProtocolSettings) {
    this.#settings = settings;
  }

  getShapeId(): string {
    return 'aws.protocols#awsJson1_0';
  }

  /** Part of the SDK's interface; nothing depends on the configuration. */
  setSerdeContext(): void {}

  /** @throws Error when the operation is not one for items */
  async serializeRequest(
    { name, input: schema }: OperationSchema,
    input: object,
    context: Parameters<Protocol['serializeRequest']>[2],
  ) {
    if (!operations.has(name))
      throw new Error(
        `${name} is not an operation for items: use a client with the SDK's own configuration.`,
      );
    const { protocol, hostname, port, path } = await context.endpoint();
    const values: JsonObject = { ...input };
    // The same for all attempts, so that a repeated transaction is carried out once.
    if (name === 'TransactWriteItems') values.ClientRequestToken ??= randomUUID();
    return {
      method: 'POST',
      protocol,
      hostname,
      port,
      path: path.endsWith('/') ? path : `${path}/`,
      query: {},
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${this.#settings.serviceTarget}.${name}`,
      },
      body: writeBody(pickMembers(schema, values)),
    };
  }

  /** @throws the SDK's error for the code in the reply */
  async deserializeResponse<Output>(
    { output: schema }: OperationSchema,
    { streamCollector }: Parameters<Protocol['deserializeResponse']>[1],
    response: {
      readonly statusCode: number;
      readonly headers: Record<string, string>;
      readonly body: unknown;
    },
  ): Promise<Output> {
    const { statusCode, headers } = response;
    const $metadata = {
      httpStatusCode: statusCode,
      requestId: headers['x-amzn-requestid'] ?? headers['x-amzn-request-id'] ?? headers['x-amz-request-id'],
      extendedRequestId: headers['x-amz-id-2'],
      cfId: headers['x-amz-cf-id'],
    };
    const bytes = response.body instanceof Uint8Array ? response.body : await streamCollector(response.body);
    const body = parseBody(bytes);
    if (statusCode >= 300) throw createServiceError(this.#settings, { body, headers, $metadata });
    // The SDK's types follow from the schema, whose members these are.
    return { ...pickMembers(schema, body), $metadata } as Output;
  }
}
