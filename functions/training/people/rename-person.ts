// Gives a person's registrations, and the classes that they teach, the name that the person has now.
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { hasNames, nameRecord } from '../../../shared/merges/rename-references.ts';
import { replaceItem, withNextVersion } from '../../../shared/merges/replace-item.ts';
import type { StoredItem } from '../../../shared/merges/stored-item.ts';
import { setTimer, type TimerItem } from '../../../shared/schedule/timers.ts';
import { classesByInstructor, instructorRowKey } from '../classes/bookings/instructor-entries.ts';
import { classKey } from '../classes/record/class.ts';
import { entryKey } from '../classes/record/store.ts';
import { trainingRecord } from '../records/training-record/training-record.ts';
import { approvalsByAssignee, pendingKey } from '../registrations/approval/pending-approvals.ts';
import { registrationKey, registrationsById } from '../registrations/record/registration.ts';

/** Records that one transaction changes; a transaction has at most a hundred changes. */
const pageSize = 80;

/** Certificates, invoices and receipts keep the name that is printed on them; a certificate can be issued again. */
const showsPresentName = (item: StoredItem): boolean => hasNames(item) && item.type !== 'certification';

/** What may have a copy of the person's name: a read unit for every ten items of the training record, and one for each registration and class. */
async function readCopies(tenant: TenantStore, personId: string): Promise<StoredItem[]> {
  const [record, waiting, classes] = await Promise.all([
    tenant.queryAll(trainingRecord<StoredItem>(tenant, personId), { consistent: true }),
    tenant.queryAll(approvalsByAssignee(tenant, { kind: 'person', personId })),
    classesByInstructor(tenant, personId, { consistent: true }),
  ]);
  const ids = record.flatMap(({ type, registrationId }) =>
    type === 'registration-pointer' ? [String(registrationId)] : [],
  );
  const registrations = (await registrationsById(tenant, ids, { consistent: true })).filter(
    (registration) => registration !== undefined,
  );
  const keys: readonly Key<object>[] = [
    ...registrations.map(({ id }) => registrationKey(tenant, id)),
    ...waiting.map(({ id }) => registrationKey(tenant, id)),
    ...registrations
      .filter(({ status }) => status === 'PendingApproval')
      .map((registration) => pendingKey(tenant, registration)),
    ...waiting.map((approval) => pendingKey(tenant, approval)),
    instructorRowKey(tenant, personId),
    ...classes.map(({ classId }) => classKey(tenant, classId)),
    ...classes.map(({ classId, courseId, startsAt }) =>
      entryKey(tenant, { id: classId, courseId, startsAt }),
    ),
  ];
  const found = await tenant.getMany(keys as readonly Key<StoredItem>[], { consistent: true });
  return [...record, ...found.filter((item) => item !== undefined)];
}

/**
 * The rule of a due timer `person-renamed`: gives the records of the person their present name. Its subject is the person's
 * id. What one transaction does not hold is left to the same timer, which is due again at once.
 */
export async function renamePerson(
  tenant: TenantStore,
  { kind, subject }: Pick<TimerItem, 'kind' | 'subject'>,
  now: Date,
): Promise<readonly Change[]> {
  const person = await tenant.get(personKey(tenant, subject), { consistent: true });
  if (!person) return [];
  const named = { id: person.id, name: displayName(person) };
  const copies = (await readCopies(tenant, person.id)).filter(showsPresentName);
  const changed = new Map(
    copies
      .map((before) => ({ before, after: nameRecord(before, named) }))
      .filter(({ before, after }) => !isDeepStrictEqual(before, after))
      .map((pair) => [`${pair.before.pk} ${pair.before.sk}`, pair]),
  );
  const pairs = [...changed.values()].slice(0, pageSize);
  return [
    ...pairs.flatMap(({ before, after }) => replaceItem(tenant, before, withNextVersion(after))),
    ...(pairs.length < changed.size ? [setTimer(tenant, { kind, subject, dueAt: now })] : []),
  ];
}
