// Decides one row of a batch.
import type { Change } from '../../../shared/data/changes.ts';
import { nextVersion, pickContent, type StoredRecord } from '../../../shared/directory/record/stored.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import type { BatchKind, BatchRowInput, KeyedContent, PreparedContent, RowContext } from './batch-kind.ts';
import { findRecord, readKeyValue } from './find-record.ts';
import type { KeyIndex } from './key-index.ts';
import type { BatchKeyInput, BatchRow } from './schemas.ts';
import { readKeyClaim } from './store.ts';

/** What becomes of a row that is not refused. */
interface RowDecision<I> {
  readonly status: Exclude<BatchRow['status'], 'Refused'>;
  readonly before: I | undefined;
  readonly after: I;
  /** What guards its references, and claims its key. */
  readonly guards: readonly Change[];
}

/**
 * What a row does, on fresh reads.
 * @throws Failure with everything that is wrong with the row
 */
export async function decideRow<
  C extends KeyedContent,
  K extends 'person' | 'organization',
  R extends BatchRowInput,
>(
  context: RowContext,
  kind: BatchKind<C, K, R>,
  batch: BatchKeyInput & { readonly index: KeyIndex<C & StoredRecord<K>> },
  row: R,
): Promise<RowDecision<C & StoredRecord<K>>> {
  const { tenant, receivedAt } = context;
  const { records, collection, toComparable } = kind;
  const value = readKeyValue(batch, row);
  const claim =
    batch.operation === 'upsert' && batch.key !== 'id' && value !== undefined
      ? await readKeyClaim(tenant, { ...batch, records }, toClaimed(batch, value), receivedAt)
      : undefined;
  const before = await findRecord(tenant, kind, batch, row, claim?.recordId);
  if (!before) {
    const { record, guards } = await kind.create(context, addKey(batch, row));
    return {
      status: 'Created',
      ...{ before, after: record },
      guards: [...(claim ? [claim.claimFor(record.id)] : []), ...guards],
    };
  }
  const stored = pickContent<C>(collection.schema, before);
  const isDeactivation = batch.operation === 'deactivate';
  const { content, guards }: PreparedContent<C> = isDeactivation
    ? { content: { ...stored, isActive: false }, guards: [] }
    : await kind.apply(context, before, row, batch);
  if (contentHash(toComparable(stored)) === contentHash(toComparable(content)))
    return { status: 'Unchanged', before, after: before, guards: [] };
  const after = nextVersion<K, C>(collection.type, before.id, content, before, context.now);
  return {
    status: isDeactivation ? 'Deactivated' : 'Updated',
    ...{ before, after, guards },
  };
}

/** Values that mean the same are claimed once. */
const toClaimed = ({ key }: BatchKeyInput, value: string): string =>
  key === 'externalId' ? value : value.toLowerCase();

/** A new record has the value by which the row is found again; a row that gives a field of it another value is refused. */
function addKey<R extends BatchRowInput>({ key, keyName }: BatchKeyInput, row: R): R {
  const { keyValue: value, externalIds, customFields } = row;
  if (!keyName || !value) return row;
  if (key === 'customField')
    return customFields?.some((each) => each.fieldId === keyName && each.value === value)
      ? row
      : { ...row, customFields: [...(customFields ?? []), { fieldId: keyName, value }] };
  return externalIds?.some(({ scheme, identifier }) => scheme === keyName && identifier === value)
    ? row
    : { ...row, externalIds: [...(externalIds ?? []), { scheme: keyName, identifier: value }] };
}
