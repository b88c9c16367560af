// Finds the record of a row by the key of its batch.
import type { TenantStore } from '../../../shared/data/store.ts';
import { controlTypes, listCustomFields } from '../../../shared/directory/record/custom-field.ts';
import type { StoredRecord } from '../../../shared/directory/record/stored.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { type BatchKind, type BatchRowInput, type KeyedContent, nounsOf } from './batch-kind.ts';
import type { KeyIndex } from './key-index.ts';
import { type BatchedRecords, type BatchKeyInput, isNamedKey } from './schemas.ts';

const refuse = (code: ErrorDetail['code'], target: string, message: string): void =>
  throwIfInvalid([{ code, target, message }]);

/** The field of a row that has its key. */
const keyTarget = ({ key }: BatchKeyInput) => (key === 'id' || key === 'email' ? key : 'keyValue');

/** The value by which a row names its record; undefined where it has none. */
export const readKeyValue = (batch: BatchKeyInput, row: BatchRowInput): string | undefined =>
  row[keyTarget(batch)] || undefined;

/**
 * The key of a batch, with the id of a custom field as it is stored.
 * @throws Failure VALIDATION_ERROR when keyName names no text field of the records
 */
export async function resolveKey(
  tenant: TenantStore,
  records: BatchedRecords,
  { operation, key, keyName }: BatchKeyInput,
): Promise<BatchKeyInput> {
  if (key !== 'customField') return { operation, key, ...(keyName && { keyName }) };
  const id = String(keyName).toLowerCase();
  const field = (await listCustomFields(tenant, records)).find((each) => each.id === id);
  if (!field || field.isActive === false) throwIfInvalid([unknownId('custom field', id, 'keyName')]);
  // Other kinds are stored in another form than they are sent in.
  if (field?.controlTypeId !== controlTypes.text)
    refuse('NOT_ALLOWED', 'keyName', `The custom field "${field?.name}" is no key: only text fields are.`);
  return { operation, key, keyName: id };
}

/**
 * The record that a row names; undefined where it has to be created.
 * @param claimed the record that another batch has just created by the same value
 * @throws Failure VALIDATION_ERROR when the key names none, or more than one
 */
export async function findRecord<
  C extends KeyedContent,
  K extends 'person' | 'organization',
  R extends BatchRowInput,
>(
  tenant: TenantStore,
  kind: BatchKind<C, K, R>,
  batch: BatchKeyInput & { readonly index: KeyIndex<C & StoredRecord<K>> },
  row: R,
  claimed: string | undefined,
): Promise<(C & StoredRecord<K>) | undefined> {
  const { operation, key } = batch;
  const { one, many } = nounsOf(kind);
  const target = keyTarget(batch);
  if (row.id && (operation === 'create' || key !== 'id'))
    refuse('NOT_ALLOWED', 'id', 'id is allowed only where it is the key of the batch.');
  if (row.keyValue && (operation === 'create' || !isNamedKey(key)))
    refuse(
      'NOT_ALLOWED',
      'keyValue',
      'keyValue is allowed only where the key of the batch is externalId or customField.',
    );
  if (operation === 'create') return undefined;
  const value = readKeyValue(batch, row);
  if (value === undefined) {
    if (operation !== 'upsert' || key !== 'id')
      refuse('REQUIRED_FIELD', target, `${target} is required: it is the key of the batch.`);
    return undefined;
  }
  const found = await findByKey(tenant, kind, batch, value, claimed);
  if (found.length > 1) {
    const ids = found.slice(0, 5).map(({ id }) => id);
    const message = `${found.length} ${many} have the ${key} ${value}; name one of them by id: ${ids.join(', ')}.`;
    refuse('NOT_ALLOWED', target, message);
  }
  if (found.length === 0 && operation !== 'upsert')
    refuse('UNKNOWN_VALUE', target, `There is no ${one} with the ${key} ${value}; upsert creates one.`);
  return found[0];
}

async function findByKey<
  C extends KeyedContent,
  K extends 'person' | 'organization',
  R extends BatchRowInput,
>(
  tenant: TenantStore,
  kind: BatchKind<C, K, R>,
  { key, index }: BatchKeyInput & { readonly index: KeyIndex<C & StoredRecord<K>> },
  value: string,
  claimed: string | undefined,
): Promise<(C & StoredRecord<K>)[]> {
  if (key === 'email' && kind.withEmail) return kind.withEmail(tenant, value);
  if (key !== 'id') return index.find(value, claimed === undefined ? [] : [claimed]);
  const record = await kind.current(tenant, value);
  if (!record) refuse('UNKNOWN_VALUE', 'id', (await kind.noRecord(tenant, value)).message);
  return record ? [record] : [];
}
