// Finds the person of a row by the key of its batch.
import type { TenantStore } from '../../../shared/data/store.ts';
import { controlTypes, listCustomFields } from '../../../shared/directory/custom-field.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { peopleWithEmail } from '../people/with-email.ts';
import type { KeyIndex } from './key-index.ts';
import { isNamedKey, type PeopleBatchInput, type PersonBatchRow } from './schemas.ts';

const refuse = (code: ErrorDetail['code'], target: string, message: string): void =>
  throwIfInvalid([{ code, target, message }]);

/** The field of a row that has its key. */
const keyTarget = ({ key }: PeopleBatchInput) => (key === 'id' || key === 'email' ? key : 'keyValue');

/** The value by which a row names its person; undefined where it has none. */
export const readKeyValue = (batch: PeopleBatchInput, row: PersonBatchRow): string | undefined =>
  row[keyTarget(batch)] || undefined;

/**
 * The key of a batch, with the id of a custom field as it is stored.
 * @throws Failure VALIDATION_ERROR when keyName names no text field of people
 */
export async function resolveKey(
  tenant: TenantStore,
  { operation, key, keyName }: PeopleBatchInput,
): Promise<PeopleBatchInput> {
  if (key !== 'customField') return { operation, key, ...(keyName && { keyName }) };
  const id = String(keyName).toLowerCase();
  const field = (await listCustomFields(tenant, 'people')).find((each) => each.id === id);
  if (!field || field.isActive === false) throwIfInvalid([unknownId('custom field', id, 'keyName')]);
  // Other kinds are stored in another form than they are sent in.
  if (field?.controlTypeId !== controlTypes.text)
    refuse('NOT_ALLOWED', 'keyName', `The custom field "${field?.name}" is no key: only text fields are.`);
  return { operation, key, keyName: id };
}

/**
 * The person that a row names; undefined where it has to be created.
 * @param claimed the person whom another batch has just created by the same value
 * @throws Failure VALIDATION_ERROR when the key names nobody, or more than one person
 */
export async function findPerson(
  tenant: TenantStore,
  batch: PeopleBatchInput & { readonly index: KeyIndex },
  row: PersonBatchRow,
  claimed: string | undefined,
): Promise<PersonItem | undefined> {
  const { operation, key } = batch;
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
  const found = await findByKey(tenant, batch, value, claimed);
  if (found.length > 1) {
    const ids = found.slice(0, 5).map(({ id }) => id);
    const message = `${found.length} people have the ${key} ${value}; name one of them by id: ${ids.join(', ')}.`;
    refuse('NOT_ALLOWED', target, message);
  }
  if (found.length === 0 && operation !== 'upsert')
    refuse('UNKNOWN_VALUE', target, `There is no person with the ${key} ${value}; upsert creates one.`);
  return found[0];
}

async function findByKey(
  tenant: TenantStore,
  { key, index }: PeopleBatchInput & { readonly index: KeyIndex },
  value: string,
  claimed: string | undefined,
): Promise<PersonItem[]> {
  if (key === 'email') return peopleWithEmail(tenant, value);
  if (key !== 'id') return index.find(value, claimed === undefined ? [] : [claimed]);
  const person = await tenant.get(personKey(tenant, value), { consistent: true });
  if (!person) throwIfInvalid([unknownId('person', value, 'id')]);
  return person ? [person] : [];
}
