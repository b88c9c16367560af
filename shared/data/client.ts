// The DynamoDB client of a process. Every request it sends is metered, can be observed, and can be refused.
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { currentAccessScope } from './access-scope.ts';
import { currentMeter } from './meter.ts';
import { isOutage, mayHaveBeenApplied, outageFailure } from './outage.ts';
import type { TenantCode } from './tenant-code.ts';

/** One request as it goes to DynamoDB: the operation's name and its input in plain JavaScript values. */
export interface DatabaseRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Observer = (request: DatabaseRequest) => void;
const observers = new Set<Observer>();

/** Tells `observer` of every request this process sends to DynamoDB, until the returned function is called. */
export function observeRequests(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

type Guard = (request: DatabaseRequest) => void;
const guards = new Set<Guard>();

/**
 * Has `guard` look at every request of this process before it is sent, until the returned function is called: what it
 * throws becomes the request's own failure, and nothing is sent. Observers have been told by then.
 */
export function guardRequests(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

interface Capacity {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

/** READ operations report plain CapacityUnits; so do single writes. The operation's name tells which they are. */
const readOperations = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

function recordConsumption(operation: string, consumed: unknown, milliseconds: number): void {
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

/**
 * How long DynamoDB is waited for, in milliseconds: for a connection, for an answer (env DYNAMODB_TIMEOUT; it takes
 * milliseconds), and how long after its first try a request is tried again. A function has 15 seconds in all: there is
 * time for two requests that wait to the last.
 */
const timeouts = { connection: 1_000, answer: 3_000, tries: 4_000 } as const;

const createClientConfig = (): DynamoDBClientConfig => ({
  // What is refused at once, such as by a throttle, gets all five within the time.
  maxAttempts: 5,
  requestHandler: {
    connectionTimeout: timeouts.connection,
    requestTimeout: Number(process.env.DYNAMODB_TIMEOUT ?? timeouts.answer),
    throwOnRequestTimeout: true,
  },
});

/** The contexts of requests of which a try may have been carried out although it failed, and the errors they end in. */
const possiblyApplied = new WeakSet<object>();

/** Whether the request that ended in `error` was tried before, and that try may have been carried out: its answer is lost. */
export const followsLostResponse = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && possiblyApplied.has(error);

function createDocumentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  const made = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  // It goes through every input and answer for a logger that nobody has given: a tenth of a request's processor time.
  made.middlewareStack.remove('loggerMiddleware');
  made.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = String(context.commandName ?? '').replace(/Command$/, '');
      const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
      for (const observer of observers) observer({ operation, input });
      for (const guard of guards) guard({ operation, input });
      const startedAt = performance.now();
      let consumed: unknown;
      try {
        const result = await next({ ...args, input });
        consumed = (result.output as { readonly ConsumedCapacity?: unknown }).ConsumedCapacity;
        return result;
      } catch (error) {
        const isOpen = possiblyApplied.has(context);
        if (isOutage(error)) throw outageFailure(error, isOpen && !readOperations.has(operation));
        if (isOpen && error instanceof Error) possiblyApplied.add(error);
        throw error;
      } finally {
        // A refused write was a round trip too; DynamoDB does not say what it cost.
        recordConsumption(operation, consumed, performance.now() - startedAt);
      }
    },
    { step: 'initialize', name: 'meterAndObserve', priority: 'high' },
  );
  made.middlewareStack.add(
    (next, context) => {
      const triedAt = performance.now();
      let last: unknown;
      return async (args) => {
        if (last !== undefined && performance.now() - triedAt > timeouts.tries) throw last;
        try {
          return await next(args);
        } catch (error) {
          last = error;
          if (mayHaveBeenApplied(error)) possiblyApplied.add(context);
          throw error;
        }
      };
    },
    { step: 'finalizeRequest', name: 'watchTries', priority: 'low' },
  );
  return made;
}

let processClient: DynamoDBDocumentClient | undefined;
const tenantClients = new Map<TenantCode, DynamoDBDocumentClient>();

/** Of so many tenants, those served last, a process keeps the credentials. */
const maxTenantClients = 100;

/** The client whose credentials reach one tenant alone; it has the connections of the process's own. */
function getTenantClient(
  tenant: TenantCode,
  roleArn: string,
  { config }: DynamoDBDocumentClient,
): DynamoDBDocumentClient {
  const { region, requestHandler, credentials: masterCredentials } = config;
  const assuming = { masterCredentials, clientConfig: { region, requestHandler } };
  const known = tenantClients.get(tenant);
  const client =
    known ??
    createDocumentClient(
      new DynamoDBClient({
        ...createClientConfig(),
        requestHandler,
        // Kept by the client, which asks again five minutes before they end.
        credentials: async () =>
          (await import('./tenant-credentials.ts')).tenantCredentials(tenant, roleArn, assuming)(),
      }),
    );
  // The one used last stands last.
  tenantClients.delete(tenant);
  tenantClients.set(tenant, client);
  const [longestUnused] = tenantClients.keys();
  if (tenantClients.size > maxTenantClients && longestUnused !== undefined)
    tenantClients.delete(longestUnused);
  return client;
}

/**
 * The document client. Where it connects is the SDK's own configuration (AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB); no code
 * here knows where it runs. Where a role for tenants is set (env TENANT_ROLE_ARN), a tenant's request gets the client
 * whose credentials are its tenant's.
 */
export function documentClient(): DynamoDBDocumentClient {
  processClient ??= createDocumentClient(new DynamoDBClient(createClientConfig()));
  const tenant = currentAccessScope()?.tenant;
  const roleArn = process.env.TENANT_ROLE_ARN;
  return tenant && roleArn ? getTenantClient(tenant, roleArn, processClient) : processClient;
}

/** Forgets the client, so that the next use reads the environment again. For commands and tests that switch tables. */
export function resetDocumentClient(): void {
  processClient?.destroy();
  processClient = undefined;
  tenantClients.clear();
}

/** The table's name (env TABLE_NAME). */
export function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
}
