// The old and new values of a change, stored beside its event for deliveries. The event itself carries no values,
// because every reader of the feed would then need the permissions of every field.

/** The old and the new value of a field; null where it had or has none. */
export interface ChangedValue {
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** The changed fields of a record whose values deliveries report. */
export type ChangedValues = Readonly<Record<string, ChangedValue>>;

/** An attribute value as DynamoDB Streams sends it. */
interface AttributeValue {
  readonly S?: string;
  readonly N?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly L?: readonly AttributeValue[];
  readonly M?: Readonly<Record<string, AttributeValue>>;
}

/** An item as DynamoDB Streams sends it. */
export type Image = Readonly<Record<string, AttributeValue | undefined>>;

/**
 * The fields whose values are stored, by the type of the record. No field of a person is among them, and no note of a
 * position: a copy here would outlive the record.
 */
const recordedFields: Readonly<Record<string, readonly string[]>> = {
  bill: [
    'status',
    'trackingStatus',
    'position',
    'lastActionOn',
    'lastActionTaken',
    'actionCount',
    'rollCallCount',
    'actionsSeenAt',
    'sponsorsMovedAt',
    'title',
    'sponsors',
    'committees',
    'versions',
    'documents',
    'relations',
    'replacedText',
    'rewrite',
  ],
  'calendar-event': [
    'title',
    'eventType',
    'status',
    'chamber',
    'committees',
    'location',
    'description',
    'timeZone',
    'isAllDay',
    'startDate',
    'endDate',
    'startsAt',
    'endsAt',
    'billIds',
    'sourceUrl',
    'documents',
  ],
};

/** The value of an attribute; null for what is absent or of another kind. */
export function readAttribute(value: AttributeValue | undefined): unknown {
  if (value?.S !== undefined) return value.S;
  if (value?.N !== undefined) return Number(value.N);
  if (value?.BOOL !== undefined) return value.BOOL;
  if (value?.L !== undefined) return value.L.map(readAttribute);
  if (value?.M !== undefined)
    return Object.fromEntries(Object.entries(value.M).map(([name, member]) => [name, readAttribute(member)]));
  return null;
}

/**
 * The most characters of values that are stored of a change. An item of DynamoDB holds 400 KB, so the old and the new
 * values of a record that is nearly as large would fit into none, and the feed would wait for them for ever.
 */
const maxStoredValues = 100_000;

/** A value without the ids of people: those of sponsors follow merges and erasures, and a copy here would not. */
const omitPersonIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(omitPersonIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'personId'));
};

const isShort = (values: ChangedValues): boolean => JSON.stringify(values).length <= maxStoredValues;

/**
 * The values to store of a change; undefined when it changed none of the recorded fields, or they are too large. Long lists are
 * left out before the others.
 */
export function listChangedValues(
  type: string,
  fields: readonly string[],
  before: Image,
  after: Image,
): ChangedValues | undefined {
  const recorded = (recordedFields[type] ?? []).filter((field) => fields.includes(field));
  if (recorded.length === 0) return undefined;
  const values = Object.fromEntries(
    recorded.map((field) => [
      field,
      {
        oldValue: omitPersonIds(readAttribute(before[field])),
        newValue: omitPersonIds(readAttribute(after[field])),
      },
    ]),
  );
  if (isShort(values)) return values;
  const isList = ({ oldValue, newValue }: ChangedValue) => Array.isArray(oldValue) || Array.isArray(newValue);
  const others = Object.fromEntries(Object.entries(values).filter(([, value]) => !isList(value)));
  return Object.keys(others).length > 0 && isShort(others) ? others : undefined;
}
