// The DynamoDB client of a process. Every request is metered, can be observed, and can be rejected by a guard.
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createRecentMap } from '../values/recent-map.ts';
import { currentMeter } from './meter.ts';
import { isOutage, mayHaveBeenApplied, outageFailure } from './outage.ts';
import { assertMayWrite, isReadOperation } from './read-only.ts';
import { createItemClientConfig } from './sdk/item-client-config.ts';
import { ItemProtocol } from './sdk/item-protocol.ts';
import { rememberChains } from './sdk/remembered-chains.ts';
import { maxConnections } from './sdk/request-handler.ts';
import { trustAmazonAuthorities } from './sdk/trusted-authorities.ts';
import { currentAccessScope } from './tenant/access-scope.ts';
import type { TenantCode } from './tenant/tenant-code.ts';
import { requestTenantSession } from './tenant/tenant-credentials.ts';
import { createSessionCache, type SessionCache } from './tenant/tenant-sessions.ts';
import { createWorkQueue } from './work/work-queue.ts';

// Before any client of AWS connects: every function that has one has this module.
trustAmazonAuthorities(process.env);

/** One request to DynamoDB: the operation's name and its input as plain JavaScript values. */
export interface DatabaseRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Observer = (request: DatabaseRequest) => void;
const observers = new Set<Observer>();

/** Calls `observer` with every request this process sends to DynamoDB, until the returned function is called. */
export function observeRequests(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

type Guard = (request: DatabaseRequest) => void;
const guards = new Set<Guard>();

/**
 * Calls `guard` with every request of this process before it is sent, until the returned function is called. What it
 * throws fails the request, and nothing is sent. Observers are called first.
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

function beginRoundTrip(): void {
  const meter = currentMeter();
  if (!meter) return;
  if (meter.open === 0) meter.rounds += 1;
  meter.open += 1;
}

function recordConsumption(operation: string, consumed: unknown, milliseconds: number): void {
  const meter = currentMeter();
  if (!meter) return;
  meter.open -= 1;
  meter.roundTrips += 1;
  meter.milliseconds += milliseconds;
  const capacities = (Array.isArray(consumed) ? consumed : consumed ? [consumed] : []) as readonly Capacity[];
  // Reads and single writes both report plain CapacityUnits, so the operation's name decides which they are.
  for (const capacity of capacities) {
    if (isReadOperation(operation)) meter.readUnits += capacity.CapacityUnits ?? 0;
    else meter.writeUnits += capacity.CapacityUnits ?? 0;
  }
}

/**
 * Timeouts in milliseconds: for a connection, for a response, and how long after its first attempt a request is
 * retried. A function has 15 seconds in all, which is enough for two requests that take the longest.
 */
export const timeouts = { connection: 1_000, response: 3_000, retry: 4_000 } as const;

/** The timeout of a response (env DYNAMODB_TIMEOUT, in milliseconds). */
const getResponseTimeout = (): number => Number(process.env.DYNAMODB_TIMEOUT ?? timeouts.response);

/**
 * How much longer than in a function to wait for the database: on a busy computer, whose DYNAMODB_TIMEOUT is longer.
 */
export const getTimeoutFactor = (): number => Math.max(1, getResponseTimeout() / timeouts.response);

function createClientConfig(): DynamoDBClientConfig {
  const requestTimeouts = {
    connectionTimeout: timeouts.connection * getTimeoutFactor(),
    requestTimeout: getResponseTimeout(),
  };
  return {
    requestHandler: { ...requestTimeouts, throwOnRequestTimeout: true },
    ...createItemClientConfig(process.env, requestTimeouts),
    // Requests that fail at once, such as throttled ones, get all five attempts within the time.
    maxAttempts: 5,
  };
}

/** The contexts of requests of which a failed attempt may have been carried out, and the errors they end with. */
const possiblyApplied = new WeakSet<object>();

/**
 * Whether the request that ended with `error` had an earlier attempt that may have been carried out: its response was
 * lost.
 */
export const followsLostResponse = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && possiblyApplied.has(error);

/**
 * Requests wait here for a connection. The SDK lets them wait too, but its timeouts begin before they have one: in a
 * burst, requests that were never sent would fail.
 */
const takeConnection = createWorkQueue(maxConnections);

function createDocumentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  const created = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  // It formats every input and output for a logger that is not configured: a tenth of a request's processor time.
  created.middlewareStack.remove('loggerMiddleware');
  created.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = String(context.commandName ?? '').replace(/Command$/, '');
      const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
      for (const observer of observers) observer({ operation, input });
      for (const guard of guards) guard({ operation, input });
      assertMayWrite(operation, args.input as Readonly<Record<string, unknown>>);
      const startedAt = performance.now();
      beginRoundTrip();
      let consumed: unknown;
      try {
        const result = await next({ ...args, input });
        consumed = (result.output as { readonly ConsumedCapacity?: unknown }).ConsumedCapacity;
        return result;
      } catch (error) {
        const isOpen = possiblyApplied.has(context);
        if (isOutage(error)) throw outageFailure(error, isOpen && !isReadOperation(operation));
        if (isOpen && error instanceof Error) possiblyApplied.add(error);
        throw error;
      } finally {
        // A failed write was a round trip too; DynamoDB does not report what it cost.
        recordConsumption(operation, consumed, performance.now() - startedAt);
      }
    },
    { step: 'initialize', name: 'meterAndObserve', priority: 'high' },
  );
  created.middlewareStack.add(
    (next, context) => {
      const triedAt = performance.now();
      let last: unknown;
      return async (args) => {
        if (last !== undefined && performance.now() - triedAt > timeouts.retry * getTimeoutFactor())
          throw last;
        try {
          return await takeConnection(() => next(args));
        } catch (error) {
          last = error;
          if (mayHaveBeenApplied(error)) possiblyApplied.add(context);
          throw error;
        }
      };
    },
    { step: 'finalizeRequest', name: 'watchTries', priority: 'low' },
  );
  if (created.config.protocol instanceof ItemProtocol) rememberChains(created);
  return created;
}

/** The most tenants whose clients a process keeps, those served last: one takes 37 KB and is created in 0.2 ms. */
const maxTenantClients = 100;

let processClient: DynamoDBDocumentClient | undefined;
const tenantClients = createRecentMap<TenantCode, DynamoDBDocumentClient>(maxTenantClients);
/** Outlives the clients: a session is small, and to request one takes as long as many reads. */
let tenantSessions: SessionCache | undefined;

/**
 * The client whose credentials give access to one tenant only; it shares the connections of the process's own client.
 */
function getTenantClient(
  tenant: TenantCode,
  roleArn: string,
  { config }: DynamoDBDocumentClient,
): DynamoDBDocumentClient {
  const known = tenantClients.get(tenant);
  if (known) return known;
  tenantSessions ??= createSessionCache((code) => requestTenantSession(code, roleArn, config));
  const findSession = tenantSessions;
  const client = createDocumentClient(
    new DynamoDBClient({
      ...createClientConfig(),
      requestHandler: config.requestHandler,
      // The SDK client asks again five minutes before they expire.
      credentials: () => findSession(tenant),
    }),
  );
  tenantClients.set(tenant, client);
  return client;
}

/**
 * The document client. The SDK's own configuration (AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB) decides where it connects.
 * Where a role for tenants is set (env TENANT_ROLE_ARN), a tenant's request gets the client with that tenant's
 * credentials.
 */
export function documentClient(): DynamoDBDocumentClient {
  processClient ??= createDocumentClient(new DynamoDBClient(createClientConfig()));
  const tenant = currentAccessScope()?.tenant;
  const roleArn = process.env.TENANT_ROLE_ARN;
  return tenant && roleArn ? getTenantClient(tenant, roleArn, processClient) : processClient;
}

/**
 * Discards the clients, so that the next use reads the environment again. For commands and tests that switch tables.
 */
export function resetDocumentClient(): void {
  processClient?.destroy();
  processClient = undefined;
  tenantClients.clear();
  tenantSessions = undefined;
}
