// The one DynamoDB client of a process. Every request it sends is metered and can be observed.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { currentMeter } from './meter.ts';

/** One request as it goes to DynamoDB: the operation's name and its input in plain JavaScript values. */
export interface SentRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Observer = (request: SentRequest) => void;
const observers = new Set<Observer>();

/** Tells `observer` of every request this process sends to DynamoDB, until the returned function is called. */
export function observeRequests(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

interface Capacity {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

/** READ operations report plain CapacityUnits; so do single writes. The operation's name tells which they are. */
const readOperations = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

function count(operation: string, consumed: unknown, milliseconds: number): void {
  const meter = currentMeter();
  if (!meter) return;
  meter.roundTrips += 1;
  meter.milliseconds += milliseconds;
  const capacities = (Array.isArray(consumed) ? consumed : consumed ? [consumed] : []) as readonly Capacity[];
  for (const capacity of capacities) {
    if (readOperations.has(operation)) meter.readUnits += capacity.CapacityUnits ?? 0;
    else meter.writeUnits += capacity.CapacityUnits ?? 0;
  }
}

let shared: DynamoDBDocumentClient | undefined;

/**
 * The document client. Where it connects is the SDK's own configuration (AWS_REGION,
 * AWS_ENDPOINT_URL_DYNAMODB); no code here knows where it runs.
 */
export function documentClient(): DynamoDBDocumentClient {
  if (shared) return shared;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = String(context.commandName ?? '').replace(/Command$/, '');
      const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
      for (const observer of observers) observer({ operation, input });
      const startedAt = performance.now();
      let consumed: unknown;
      try {
        const result = await next({ ...args, input });
        consumed = (result.output as { readonly ConsumedCapacity?: unknown }).ConsumedCapacity;
        return result;
      } finally {
        // A refused write was a round trip too; DynamoDB does not say what it cost.
        count(operation, consumed, performance.now() - startedAt);
      }
    },
    { step: 'initialize', name: 'meterAndObserve', priority: 'high' },
  );
  shared = client;
  return client;
}

/** Forgets the client, so that the next use reads the environment again. For commands and tests that switch tables. */
export function resetDocumentClient(): void {
  shared?.destroy();
  shared = undefined;
}

/** The table's name (env TABLE_NAME). */
export function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
}
