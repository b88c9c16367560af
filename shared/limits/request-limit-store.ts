// Counts a tenant's requests: one conditional update per request on one item per tenant and hour.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../data/client.ts';
import { outageFailure, StorageFull } from '../data/outage.ts';
import { runCounting } from '../data/read-only.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { findTable } from '../data/tables.ts';
import { Failure } from '../errors/failure.ts';
import { getWindows, type RequestCounts, type RequestLimit } from './request-limit.ts';

/** An item as DynamoDB sends it with a failed condition, which the document client does not unmarshall. */
type AttributeMap = Readonly<Record<string, { readonly N?: string }>>;

/** How long an hour's counts are stored after it began, in seconds. */
const retentionSeconds = 2 * 3600;

/** The item of an hour's counts: `hour`, and `minute0` to `minute59`. */
type CountItem = Readonly<Record<string, unknown>>;

const countKey = (tenant: TenantStore, name: string, hour: string): Key<CountItem> =>
  tenant.key(`REQUESTS#${name}#${hour}`, 'COUNT');

const readCounts = (read: (name: string) => unknown, minuteName: string): RequestCounts => ({
  minute: Number(read(minuteName) ?? 0),
  hour: Number(read('hour') ?? 0),
});

/** The requests counted so far in both windows, read consistently. One read. */
export async function loadRequestCounts(
  tenant: TenantStore,
  name: string,
  now: Date,
): Promise<RequestCounts> {
  const { hour, minute } = getWindows(now);
  const item = await tenant.get(countKey(tenant, name, hour), { consistent: true });
  return readCounts((attribute) => item?.[attribute], `minute${minute}`);
}

/**
 * Counts one request in both windows, unless one of them is used up: rejected requests do not count. A dry run counts as
 * well: what it tells could be guessed without end otherwise. One write.
 *
 * @param name the name of what is limited: an area
 * @throws Failure 503 SERVICE_BUSY when it could not be counted
 * @returns whether the request may pass, and the current counts
 */
export async function countRequest(
  tenant: TenantStore,
  name: string,
  limit: RequestLimit,
  now: Date,
): Promise<{ readonly mayPass: boolean; readonly counted: RequestCounts }> {
  const { hour, minute } = getWindows(now);
  const { pk, sk } = countKey(tenant, name, hour);
  const minuteName = `minute${minute}`;
  const countsIn = (read: (name: string) => unknown): RequestCounts => readCounts(read, minuteName);
  try {
    const update = new UpdateCommand({
      TableName: findTable(pk),
      Key: { pk, sk },
      UpdateExpression: 'ADD #hour :one, #minute :one SET #ttl = :ttl',
      ConditionExpression:
        '(attribute_not_exists(#hour) OR #hour < :perHour) AND (attribute_not_exists(#minute) OR #minute < :perMinute)',
      ExpressionAttributeNames: { '#hour': 'hour', '#minute': minuteName, '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':perHour': limit.perHour,
        ':perMinute': limit.perMinute,
        ':ttl': Math.floor(now.getTime() / 1000) + retentionSeconds,
      },
      ReturnValues: 'UPDATED_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const { Attributes } = await runCounting(() => documentClient().send(update));
    return { mayPass: true, counted: countsIn((attribute) => Attributes?.[attribute]) };
  } catch (error) {
    // A read goes on uncounted where nothing can be written; a write is refused for that reason itself.
    if (error instanceof Failure && error.cause instanceof StorageFull)
      return { mayPass: true, counted: { minute: 0, hour: 0 } };
    // Whether it was counted is unknown; but the request itself was certainly not carried out.
    if (error instanceof Failure) throw outageFailure(error.cause, false);
    if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
    const { Item } = error as { readonly Item?: AttributeMap };
    return { mayPass: false, counted: countsIn((attribute) => Item?.[attribute]?.N) };
  }
}
