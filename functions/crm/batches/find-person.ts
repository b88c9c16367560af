// Finds the person of a row by the key of its batch.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { peopleWithEmail } from '../people/with-email.ts';
import type { PeopleBatchInput, PersonBatchRow } from './schemas.ts';

const refuse = (code: ErrorDetail['code'], target: string, message: string): void =>
  throwIfInvalid([{ code, target, message }]);

/**
 * The person that a row names; undefined where it has to be created.
 * @throws Failure VALIDATION_ERROR when the key names nobody, or more than one person
 */
export async function findPerson(
  tenant: TenantStore,
  { operation, key }: PeopleBatchInput,
  row: PersonBatchRow,
): Promise<PersonItem | undefined> {
  if (row.id && (operation === 'create' || key !== 'id'))
    refuse('NOT_ALLOWED', 'id', 'id is allowed only where it is the key of the batch.');
  if (operation === 'create') return undefined;
  if (!row[key] && !(operation === 'upsert' && key === 'id'))
    refuse('REQUIRED_FIELD', key, `${key} is required: it is the key of the batch.`);
  const person = key === 'id' ? await findById(tenant, row) : await findByEmail(tenant, row);
  if (!person && operation !== 'upsert')
    refuse('UNKNOWN_VALUE', key, `There is no person with the ${key} ${row[key]}; upsert creates one.`);
  return person;
}

async function findById(tenant: TenantStore, { id }: PersonBatchRow): Promise<PersonItem | undefined> {
  if (!id) return undefined;
  const person = await tenant.get(personKey(tenant, id), { consistent: true });
  if (!person) throwIfInvalid([unknownId('person', id, 'id')]);
  return person;
}

async function findByEmail(tenant: TenantStore, { email }: PersonBatchRow): Promise<PersonItem | undefined> {
  if (!email) return undefined;
  const found = await peopleWithEmail(tenant, email);
  if (found.length > 1)
    refuse(
      'NOT_ALLOWED',
      'email',
      `${found.length} people have the email ${email}; name one of them by id: ${found
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', ')}.`,
    );
  return found[0];
}
