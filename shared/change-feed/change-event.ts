// Changes as events: what the table's stream says about a record becomes one immutable CloudEvents event of its tenant.
import { isOpenMerge } from '../data/open-merge.ts';
import { type ChangedValues, type Image, listChangedValues, readAttribute } from './changed-values.ts';
import { maxBelongsTo, recordTypes } from './record-types.ts';

/** A value of a state, before and after a change; null where there is none. */
export interface StateChange {
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * A change as a CloudEvents 1.0 event. It names the changed fields, and of states alone the values: who may read the
 * record reads the others.
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
    /** The states that changed, such as the status of a registration; of a created record those that it has. */
    readonly states?: Readonly<Record<string, StateChange>> | undefined;
    /** Of a message to a push subscription, what a screen shows of it. */
    readonly notice?: PushNotice | undefined;
  };
}

/** What is shown of a message, without reading its delivery. */
export interface PushNotice {
  /** The type of the message: `bill.updated`. */
  readonly type: string;
  readonly title: string;
  readonly text: string;
  /** The id of the bill or the event. */
  readonly recordId?: string | undefined;
}

/** A record by its type, as in the type of its changes, and its id. */
export interface RecordReference {
  readonly type: string;
  readonly id: string;
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

/**
 * Attributes that change with every write, only say where the item is stored, or when a user signed in or got a broadcast; and
 * the merges that a tenant's item names while they run, which have events of their own.
 */
const bookkeepingAttributes = new Set([
  'pk',
  'sk',
  'gsi1pk',
  'gsi1sk',
  'gsi2pk',
  'version',
  'modifiedDate',
  'contentHash',
  'lastSignIn',
  'lastBroadcast',
]);

const listChangedFields = (before: Image, after: Image): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(
      (name) =>
        !bookkeepingAttributes.has(name) &&
        !isOpenMerge(name) &&
        JSON.stringify(before[name]) !== JSON.stringify(after[name]),
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

/** The states of a type that differ between two images; undefined when none does. */
function listStateChanges(
  type: string,
  before: Image = {},
  after: Image = {},
): Readonly<Record<string, StateChange>> | undefined {
  const changed = (recordTypes[type]?.states ?? []).flatMap((name): [string, StateChange][] => {
    const [from, to] = [readAttribute(before[name]), readAttribute(after[name])];
    return from === to ? [] : [[name, { from, to }]];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** The record that an item is; undefined for one that is none, such as a counter. */
function identify(image: Image | undefined): RecordReference | undefined {
  const type = image?.type?.S;
  if (!image || type === undefined) return undefined;
  const idFrom = recordTypes[type]?.idFrom;
  if (!idFrom && !image.schemaVersion) return undefined;
  const parts = (idFrom ?? ['id']).flatMap((name) => image[name]?.S || []);
  return parts.length === (idFrom?.length ?? 1) ? { type, id: parts.join('_') } : undefined;
}

/** The notice of a push message; the only values that an event carries, because their readers may read the delivery. */
function readNotice(type: string, image: Image | undefined): PushNotice | undefined {
  const notice = type === 'event-notices' ? readAttribute(image?.notice) : undefined;
  return typeof notice === 'object' && notice !== null && 'title' in notice
    ? (notice as unknown as PushNotice)
    : undefined;
}

/** What happened to a record. An item of another type in its place is the end of one and the beginning of the other. */
function findVerb({ eventName, dynamodb }: StreamRecord): keyof typeof eventVerbs | undefined {
  const [before, after] = [dynamodb?.OldImage, dynamodb?.NewImage];
  if (eventName !== 'MODIFY' || !before || before.type?.S === after?.type?.S) return eventName;
  return identify(after) ? 'INSERT' : 'REMOVE';
}

/** A change with what only deliveries see of it. */
export interface TenantChange {
  readonly tenant: string;
  readonly event: ChangeEvent;
  readonly values: ChangedValues | undefined;
}

/**
 * The event of a stream record, with the tenant it belongs to. Only records have events: items of a tenant with a
 * schemaVersion, and those of types that `idFrom` identifies. Counters, stored replies, logs and the feed itself have none.
 */
export function toChangeEvent(record: StreamRecord): TenantChange | undefined {
  const { dynamodb } = record;
  const tenant = /^T#([a-z0-9-]+)#/.exec(dynamodb?.Keys?.pk?.S ?? '')?.[1];
  const eventName = findVerb(record);
  const changed = identify(dynamodb?.NewImage) ?? identify(dynamodb?.OldImage);
  if (!eventName || !tenant || !changed) return undefined;
  const { type, id: subject } = changed;
  const fields =
    eventName === 'MODIFY' ? listChangedFields(dynamodb?.OldImage ?? {}, dynamodb?.NewImage ?? {}) : [];
  if (eventName === 'MODIFY' && fields.length === 0) return undefined;
  const milliseconds = Math.round((dynamodb?.ApproximateCreationDateTime ?? 0) * 1000);
  const version = eventName === 'REMOVE' ? undefined : dynamodb?.NewImage?.version?.N;
  const notice = readNotice(type, dynamodb?.NewImage);
  const belongsTo = listBelongsTo(type, [dynamodb?.OldImage, dynamodb?.NewImage]);
  const states =
    eventName === 'REMOVE'
      ? undefined
      : listStateChanges(type, eventName === 'MODIFY' ? dynamodb?.OldImage : {}, dynamodb?.NewImage);
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
        ...(states && { states }),
        ...(notice && { notice }),
      },
    },
    values: listChangedValues(type, fields, dynamodb?.OldImage ?? {}, dynamodb?.NewImage ?? {}),
  };
}
