// The change feed: every change of a record becomes one immutable, time-ordered CloudEvents event of its tenant.

import { put } from '../data/changes.ts';
import {
  type Key,
  openTenantStore,
  type Page,
  type Partition,
  readMany,
  type TenantStore,
} from '../data/store.ts';
import { parseTenantCode } from '../data/tenant-code.ts';
import { writeBatches } from '../data/write-batches.ts';
import { invalid } from '../errors/failure.ts';
import { type ChangedValues, type Image, listChangedValues, readAttribute } from './changed-values.ts';
import { maxBelongsTo, recordTypes } from './record-types.ts';

/**
 * A change as a CloudEvents 1.0 event. It names the changed fields without their values: who may read the record reads
 * it.
 */
export interface ChangeEvent {
  readonly specversion: '1.0';
  /** The same however often the change is delivered; begins with its time. Also the cursor from which to continue. */
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
    /** The records it belongs to, or belonged to before: the committee and the person of a membership. */
    readonly belongsTo?: readonly RecordReference[] | undefined;
  };
}

/** A record by its type, as in the type of its changes, and its id. */
export interface RecordReference {
  readonly type: string;
  readonly id: string;
}

/** Stored under the event's id, so that a change delivered twice is stored once; listed by when it was appended. */
interface ChangeItem {
  readonly type: 'change';
  readonly event: ChangeEvent;
  /** For deliveries only; the feed never returns them. */
  readonly values?: ChangedValues | undefined;
  readonly gsi1sk: string;
}

/** The members of a stream record that are used here. */
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

const eventVerbs = { INSERT: 'created', MODIFY: 'updated', REMOVE: 'removed' } as const;

/** Attributes that change with every write, only say where the item is stored, or when a user signed in. */
const bookkeepingAttributes = new Set([
  'pk',
  'sk',
  'gsi1pk',
  'gsi1sk',
  'version',
  'modifiedDate',
  'contentHash',
  'lastSignIn',
]);

const listChangedFields = (before: Image, after: Image): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(
      (name) =>
        !bookkeepingAttributes.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
    .sort();

/** The records that a record of the type belongs to by any of the images, each once. */
function listBelongsTo(type: string, images: readonly (Image | undefined)[]): RecordReference[] {
  const found = new Map<string, RecordReference>();
  for (const [parent, attribute] of recordTypes[type]?.belongsTo ?? [])
    for (const image of images)
      for (const id of [readAttribute(image?.[attribute])].flat())
        if (typeof id === 'string' || typeof id === 'number')
          found.set(`${parent}/${id}`, { type: parent, id: String(id) });
  return [...found.values()].slice(0, maxBelongsTo);
}

/** A change with what only deliveries see of it. */
interface TenantChange {
  readonly tenant: string;
  readonly event: ChangeEvent;
  readonly values: ChangedValues | undefined;
}

/**
 * The event of a stream record, with the tenant it belongs to. Only records have events: items of a tenant with a
 * schemaVersion. Counters, stored replies, logs and the feed itself have none.
 */
export function toChangeEvent(record: StreamRecord): TenantChange | undefined {
  const { eventName, dynamodb } = record;
  const image = dynamodb?.NewImage ?? dynamodb?.OldImage;
  const tenant = /^T#([a-z0-9-]+)#/.exec(dynamodb?.Keys?.pk?.S ?? '')?.[1];
  const type = image?.type?.S;
  const subject = image?.id?.S;
  if (!eventName || !image?.schemaVersion || !tenant || !type || !subject) return undefined;
  const fields =
    eventName === 'MODIFY' ? listChangedFields(dynamodb?.OldImage ?? {}, dynamodb?.NewImage ?? {}) : [];
  if (eventName === 'MODIFY' && fields.length === 0) return undefined;
  const milliseconds = Math.round((dynamodb?.ApproximateCreationDateTime ?? 0) * 1000);
  const version = dynamodb?.NewImage?.version?.N;
  const belongsTo = listBelongsTo(type, [dynamodb?.OldImage, dynamodb?.NewImage]);
  return {
    tenant,
    event: {
      specversion: '1.0',
      id: `${String(milliseconds).padStart(13, '0')}-${(dynamodb?.SequenceNumber ?? '').padStart(40, '0')}`,
      source: `/tenants/${tenant}`,
      type: `${type}.${eventVerbs[eventName]}`,
      subject,
      // The stream's time has whole seconds at best; the record itself says when it was changed.
      time: dynamodb?.NewImage?.modifiedDate?.S ?? new Date(milliseconds).toISOString(),
      datacontenttype: 'application/json',
      data: {
        version: version === undefined ? undefined : Number(version),
        fields,
        ...(belongsTo.length > 0 && { belongsTo }),
      },
    },
    values: listChangedValues(type, fields, dynamodb?.OldImage ?? {}, dynamodb?.NewImage ?? {}),
  };
}

/** Whether it may become one with another: a change whose values deliveries report is told by itself. */
const isMergeable = ({ event, values }: TenantChange): boolean =>
  event.type.endsWith('.updated') && values === undefined;

/** Two updates of a record as one: the id, version and time of the second, with the fields of both. */
function mergeUpdates(first: TenantChange, second: TenantChange): TenantChange {
  const fields = [...new Set([...first.event.data.fields, ...second.event.data.fields])].sort();
  const all = [...(first.event.data.belongsTo ?? []), ...(second.event.data.belongsTo ?? [])];
  const belongsTo = [...new Map(all.map((each) => [`${each.type}/${each.id}`, each])).values()];
  const data = {
    ...second.event.data,
    fields,
    ...(belongsTo.length > 0 && { belongsTo: belongsTo.slice(0, maxBelongsTo) }),
  };
  return { ...second, event: { ...second.event, data } };
}

/**
 * The changes of a batch, with the updates of a record that follow one another merged into the last of them: a record
 * that changes a hundred times in a second is told once. Changes of bills and events whose values deliveries report stay
 * apart. The same batch always merges in the same way, so a repeated one has the same ids.
 */
function mergeBursts(changes: readonly TenantChange[]): TenantChange[] {
  const merged: (TenantChange | undefined)[] = [];
  const lastOf = new Map<string, number>();
  for (const change of changes) {
    const record = `${change.tenant} ${change.event.type.replace(/\.\w+$/, '')} ${change.event.subject}`;
    const index = lastOf.get(record);
    const last = index === undefined ? undefined : merged[index];
    const isBurst = last !== undefined && isMergeable(last) && isMergeable(change);
    if (isBurst && index !== undefined) merged[index] = undefined;
    lastOf.set(record, merged.push(isBurst ? mergeUpdates(last, change) : change) - 1);
  }
  return merged.filter((change) => change !== undefined);
}

const changeKey = (tenant: TenantStore, id: string): Key<ChangeItem> => tenant.key('CHANGES', id);
const changesByAppendTime = (tenant: TenantStore): Partition<ChangeItem> => tenant.listing('CHANGES');

/**
 * Appends the events of stream records that are not in the feed yet. The stream gives a shard's records to one caller
 * at a time, so reading before writing is enough.
 *
 * An event's position is the moment it is appended, not when the change happened: a late one comes after every cursor
 * that was returned before, so no reader misses it.
 */
export async function appendChanges(
  records: readonly StreamRecord[],
  now: Date = new Date(),
): Promise<readonly ChangeEvent[]> {
  const all = records.flatMap((record) => toChangeEvent(record) ?? []);
  const distinct = mergeBursts([
    ...new Map(all.map((change) => [`${change.tenant} ${change.event.id}`, change])).values(),
  ]);
  const ofTenants = distinct.flatMap(({ tenant: text, ...change }) => {
    const code = parseTenantCode(text);
    return code ? [{ tenant: openTenantStore(code), ...change }] : [];
  });
  const stored = await readMany(
    ofTenants.map(({ tenant, event }) => changeKey(tenant, event.id)),
    { consistent: true },
  );
  const moment = String(now.getTime()).padStart(13, '0');
  const changes = ofTenants
    .filter((_, index) => stored[index] === undefined)
    .map(({ tenant, event, values }, index) => {
      const gsi1sk = `${moment}-${String(index).padStart(5, '0')}-${event.id}`;
      return put<object>(
        changeKey(tenant, event.id),
        { type: 'change', event, ...(values && { values }) },
        { listed: { listing: changesByAppendTime(tenant), sort: gsi1sk } },
      );
    });
  await writeBatches(changes);
  return distinct.map(({ event }) => event);
}

/** The change with this id, as soon as it is appended. One read. */
export const changeById = async (tenant: TenantStore, id: string): Promise<ChangeEvent | undefined> =>
  (await tenant.get(changeKey(tenant, id), { consistent: true }))?.event;

/** The recorded values of changes, in the order of their ids; undefined where none are. One round trip per hundred. */
export const changedValuesById = async (
  tenant: TenantStore,
  ids: readonly string[],
): Promise<(ChangedValues | undefined)[]> =>
  (
    await tenant.getMany(
      ids.map((id) => changeKey(tenant, id)),
      { consistent: true },
    )
  ).map((item) => item?.values);

/**
 * How long the index may lag behind an appended change, in milliseconds: readers stop before it, so none is skipped.
 */
export const indexDelay = 5_000;

/**
 * The changes after a cursor (the id of the last event read), in the order in which they were appended, up to those
 * that are certainly in the index at `now`.
 * @throws Failure 400 VALIDATION_ERROR when no event of the tenant has that id
 */
export async function changesAfter(
  tenant: TenantStore,
  cursor: string | undefined,
  limit: number,
  now: Date,
): Promise<Page<ChangeEvent>> {
  const last =
    cursor === undefined ? undefined : await tenant.get(changeKey(tenant, cursor), { consistent: true });
  if (cursor !== undefined && !last) {
    const message = 'after must be the cursor of an earlier page, unchanged.';
    throw invalid([{ code: 'UNKNOWN_VALUE', message, target: 'after' }]);
  }
  const to = String(now.getTime() - indexDelay).padStart(13, '0');
  const from = last ? `${last.gsi1sk}~` : '0';
  if (from > to) return { items: [] };
  const { items, next } = await tenant.query(changesByAppendTime(tenant), { from, to, limit });
  const events = items.map((item) => item.event);
  return next ? { items: events, next } : { items: events };
}

/** A change with its position in the feed. */
export interface PositionedChange {
  readonly event: ChangeEvent;
  /** Text that sorts as the feed does. */
  readonly place: string;
}

/** The position of the change with this id; undefined when there is none. One read; `consistent` finds it at once. */
export const findChangePosition = async (
  tenant: TenantStore,
  id: string,
  options: { readonly consistent?: boolean } = {},
): Promise<string | undefined> => (await tenant.get(changeKey(tenant, id), options))?.gsi1sk;

/** The position from which changes appended at or after a moment follow. */
export const positionAt = (moment: Date): string => String(moment.getTime()).padStart(13, '0');

/** When the change at this position was appended. */
export const getAppendTime = (position: string): Date => new Date(Number(position.slice(0, 13)));

/**
 * The changes from a position on, in the order in which they were appended, up to those that are certainly in the index
 * at `now`, and the position after them. A change at exactly this position is included.
 */
export async function changesFrom(
  tenant: TenantStore,
  position: string,
  limit: number,
  now: Date,
): Promise<{
  readonly changes: readonly PositionedChange[];
  readonly behind: string;
  readonly hasMore: boolean;
}> {
  const to = positionAt(new Date(now.getTime() - indexDelay));
  if (position > to) return { changes: [], behind: position, hasMore: false };
  const { items, next } = await tenant.query(changesByAppendTime(tenant), { from: position, to, limit });
  const changes = items.map(({ event, gsi1sk }) => ({ event, place: gsi1sk }));
  // No position is the prefix of another: position plus tilde sorts after its own change and before every later one.
  const last = changes.at(-1);
  return { changes, behind: last && next ? `${last.place}~` : to, hasMore: next !== undefined };
}
