// The change feed: every change of a record becomes one immutable, time-ordered CloudEvents record of its tenant.

import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, tableName } from './client.ts';
import type { Page, Partition, TenantStore } from './store.ts';

/** A change as subscribers see it: a CloudEvents 1.0 envelope. It tells what changed, not to what: who may read the record reads it. */
export interface ChangeEvent {
  readonly specversion: '1.0';
  /** Time-ordered; the same however often the change is delivered. Also the cursor to read on from. */
  readonly id: string;
  /** `/tenants/<code>` */
  readonly source: string;
  /** `person.created`, `person.updated`, `person.removed`, ... */
  readonly type: string;
  /** The id of the record that changed. */
  readonly subject: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: {
    /** The version after the change; absent for a removed record. */
    readonly version?: number | undefined;
    /** Names of the fields that changed; empty for created and removed. */
    readonly fields: readonly string[];
  };
}

interface ChangeItem {
  readonly type: 'change';
  readonly event: ChangeEvent;
}

/** An attribute as DynamoDB Streams sends it; its text form is all that is compared. */
type Image = Readonly<Record<string, { readonly S?: string; readonly N?: string } | undefined>>;

/** What is used of a stream record. */
export interface StreamRecord {
  readonly eventName?: 'INSERT' | 'MODIFY' | 'REMOVE' | undefined;
  readonly dynamodb?:
    | {
        readonly Keys?: Image | undefined;
        readonly NewImage?: Image | undefined;
        readonly OldImage?: Image | undefined;
        /** Epoch seconds. */
        readonly ApproximateCreationDateTime?: number | undefined;
        readonly SequenceNumber?: string | undefined;
      }
    | undefined;
}

const verbs = { INSERT: 'created', MODIFY: 'updated', REMOVE: 'removed' } as const;

/** Attributes that change with every write or only place the item. */
const bookkeeping = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'version', 'modifiedDate', 'contentHash']);

const changedFields = (before: Image, after: Image): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !bookkeeping.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .sort();

/**
 * The event of a stream record, with the tenant it belongs to. Only records are told of: items of a tenant
 * that carry a schemaVersion. Counters, kept replies, logs and the feed itself are not.
 */
export function eventOf(
  record: StreamRecord,
): { readonly tenant: string; readonly event: ChangeEvent } | undefined {
  const { eventName, dynamodb } = record;
  const image = dynamodb?.NewImage ?? dynamodb?.OldImage;
  const tenant = /^T#([a-z0-9-]+)#/.exec(dynamodb?.Keys?.pk?.S ?? '')?.[1];
  const type = image?.type?.S;
  const subject = image?.id?.S;
  if (!eventName || !image?.schemaVersion || !tenant || !type || !subject) return undefined;
  const fields =
    eventName === 'MODIFY' ? changedFields(dynamodb?.OldImage ?? {}, dynamodb?.NewImage ?? {}) : [];
  if (eventName === 'MODIFY' && fields.length === 0) return undefined;
  const milliseconds = Math.round((dynamodb?.ApproximateCreationDateTime ?? 0) * 1000);
  const version = dynamodb?.NewImage?.version?.N;
  return {
    tenant,
    event: {
      specversion: '1.0',
      id: `${String(milliseconds).padStart(13, '0')}-${(dynamodb?.SequenceNumber ?? '').padStart(28, '0')}`,
      source: `/tenants/${tenant}`,
      type: `${type}.${verbs[eventName]}`,
      subject,
      time: new Date(milliseconds).toISOString(),
      datacontenttype: 'application/json',
      data: { version: version === undefined ? undefined : Number(version), fields },
    },
  };
}

/** What BatchWriteItem takes at once. */
const batchSize = 25;

/**
 * Appends the events of stream records. The same record gives the same item, so a record delivered twice is kept once.
 * @returns the appended events
 */
export async function appendChanges(records: readonly StreamRecord[]): Promise<readonly ChangeEvent[]> {
  const found = records.flatMap((record) => eventOf(record) ?? []);
  const items = new Map(
    found.map(({ tenant, event }) => {
      const item = { pk: `T#${tenant}#CHANGES`, sk: event.id, type: 'change', event } as const;
      return [`${item.pk} ${item.sk}`, item] as const;
    }),
  );
  const all = [...items.values()];
  for (let start = 0; start < all.length; start += batchSize) {
    let open = all
      .slice(start, start + batchSize)
      .map((item) => ({ PutRequest: { Item: item as Record<string, unknown> } }));
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt > 8) throw new Error('DynamoDB kept leaving change records unwritten');
      if (attempt > 0) await sleep(Math.random() * 20 * 2 ** attempt);
      const { UnprocessedItems } = await documentClient().send(
        new BatchWriteCommand({ RequestItems: { [tableName()]: open } }),
      );
      open = (UnprocessedItems?.[tableName()] ?? []) as typeof open;
    }
  }
  return found.map(({ event }) => event);
}

const changes = (tenant: TenantStore): Partition<ChangeItem> => tenant.partition('CHANGES');

/** How long after its time a change may still be on its way into the feed, in milliseconds: readers stop short of it, so none is skipped. */
const settling = 5_000;

/** The changes after a cursor (an event's id), oldest first, up to what has settled at `now`. */
export async function changesAfter(
  tenant: TenantStore,
  cursor: string | undefined,
  limit: number,
  now: Date,
): Promise<Page<ChangeEvent>> {
  const to = String(now.getTime() - settling).padStart(13, '0');
  const from = cursor === undefined ? '0' : `${cursor}~`;
  if (from > to) return { items: [] };
  const { items, next } = await tenant.query(changes(tenant), { from, to, limit });
  const events = items.map((item) => item.event);
  return next ? { items: events, next } : { items: events };
}
