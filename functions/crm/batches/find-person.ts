// Finds the person of a row by the key of its batch.
import type { TenantStore } from '../../../shared/data/store.ts';
import { listEmails } from '../../../shared/directory/person.ts';
import { type PersonItem, peopleById, personKey } from '../../../shared/directory/person-store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { findByWord } from '../../../shared/search/search-index.ts';
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

/** The index shortens long addresses, so it gives candidates only. */
async function findByEmail(tenant: TenantStore, { email }: PersonBatchRow): Promise<PersonItem | undefined> {
  if (!email) return undefined;
  const sought = email.toLowerCase();
  const ids = await findByWord(tenant, 'people-emails', sought);
  const candidates = ids.length === 0 ? [] : await peopleById(tenant, ids);
  const found = candidates.filter(
    (person) => person && listEmails(person).some(({ value }) => value.toLowerCase() === sought),
  );
  if (found.length > 1)
    refuse(
      'NOT_ALLOWED',
      'email',
      `${found.length} people have the email ${email}; name one of them by id: ${found
        .slice(0, 5)
        .map((person) => person?.id)
        .join(', ')}.`,
    );
  return found[0];
}
