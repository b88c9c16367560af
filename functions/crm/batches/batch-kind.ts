// The kinds of record that batches write, and what differs between them.
import type { EmailViewer } from '../../../shared/auth/access/email-visibility.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { Partition, TenantStore } from '../../../shared/data/store.ts';
import type { StoredRecord } from '../../../shared/directory/record/stored.ts';
import type { Collection } from '../../../shared/directory/writing/collection.ts';
import type { Failure } from '../../../shared/errors/failure.ts';
import type { BatchedRecords, BatchKeyInput } from './schemas.ts';

/** A row of a batch, as far as all kinds have the same fields. */
export interface BatchRowInput {
  readonly id?: string | null | undefined;
  readonly keyValue?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly externalIds?:
    | readonly { readonly scheme: string; readonly identifier: string }[]
    | null
    | undefined;
  readonly customFields?:
    | readonly { readonly fieldId: string; readonly value?: unknown }[]
    | null
    | undefined;
}

/** The parts of a request's context that a row needs. */
export interface RowContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: EmailViewer['settings'] & { readonly timeZone: string };
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
}

/** The members of records that keys refer to. */
export interface KeyedContent {
  readonly externalIds?: readonly { readonly scheme: string; readonly identifier: string }[] | undefined;
  readonly customFields?: readonly { readonly id: string; readonly value: string }[] | undefined;
}

/** A short entry by which records are found: hashes of custom fields and of ids of other systems. */
interface KeyedEntry {
  readonly id: string;
  readonly cf?: readonly string[];
  readonly xi?: readonly string[];
}

/** Content to write, with what guards the references in it. */
export interface PreparedContent<C> {
  readonly content: C;
  readonly guards: readonly Change[];
}

/** A kind of record: content C, stored as items of type K, written by rows R. */
export interface BatchKind<
  C extends KeyedContent,
  K extends 'person' | 'organization',
  R extends BatchRowInput,
> {
  readonly records: BatchedRecords;
  readonly collection: Collection<C, K>;
  /** The short entries of all records. */
  readonly entries: (tenant: TenantStore) => Partition<KeyedEntry>;
  readonly byId: (
    tenant: TenantStore,
    ids: readonly string[],
  ) => Promise<readonly ((C & StoredRecord<K>) | undefined)[]>;
  /** The record with this id as it is now. */
  readonly current: (tenant: TenantStore, id: string) => Promise<(C & StoredRecord<K>) | undefined>;
  /** The failure for an id without a record, which names the record that a merged one became. */
  readonly noRecord: (tenant: TenantStore, id: string) => Promise<Failure>;
  /** The records with an email address; absent where addresses are no key. */
  readonly withEmail?: (tenant: TenantStore, email: string) => Promise<(C & StoredRecord<K>)[]>;
  /** How many rows are written in one transaction: records of the usual size fit into one. */
  readonly rowsPerTransaction: number;
  /** A new record, and what guards its references. Throws a Failure with everything that is wrong with the row. */
  readonly create: (
    context: RowContext,
    row: R,
  ) => Promise<{ readonly record: C & StoredRecord<K>; readonly guards: readonly Change[] }>;
  /** The content of a record after a row. Throws a Failure with everything that is wrong with the row. */
  readonly apply: (
    context: RowContext,
    before: C & StoredRecord<K>,
    row: R,
    batch: BatchKeyInput,
  ) => Promise<PreparedContent<C>>;
  /** Former content as an undo may restore it. Throws a Failure when it can't. */
  readonly restore: (
    context: RowContext,
    current: C & StoredRecord<K>,
    former: C,
  ) => Promise<PreparedContent<C>>;
  /** The content without the ids that each request creates again, to see whether a row changes anything. */
  readonly toComparable: (content: C) => object;
  /** The hash by which an undo tells whether somebody changed the record. */
  readonly hash: (content: C) => string;
}

const nouns = {
  people: { one: 'person', many: 'people' },
  organizations: { one: 'organization', many: 'organizations' },
} as const;

/** How a message calls a record of a batch. */
export const nounsOf = ({ records }: { readonly records: BatchedRecords }) => nouns[records];
