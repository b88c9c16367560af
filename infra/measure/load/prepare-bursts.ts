// Prepares the data of the bursts, directly in the table: a class without registrations, people, a limited tenant.
import { randomUUID } from 'node:crypto';
import { buildSeats, classKey, seatsKey } from '../../../functions/training/classes/record/class.ts';
import { permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { createCallerToken } from '../../local/create-caller.ts';

/** What the platform's process prepared for the bursts. */
export interface BurstData {
  /** A class without registrations. */
  readonly classId: string;
  readonly seats: number;
  /** As many people as calls are sent. */
  readonly personIds: readonly string[];
  /** A tenant whose requests are limited as those of any tenant. */
  readonly limitedTenant: string;
  readonly limitedToken: string;
}

const day = 86_400_000;
/** The most changes of a commit. */
const BATCH = 100;

const buildPerson = (number: number, now: string): PersonItem => ({
  type: 'person',
  id: randomUUID(),
  firstName: 'Burst',
  lastName: `Person ${number}`,
  version: 1,
  createdDate: now,
  modifiedDate: now,
  schemaVersion: 1,
});

/** A copy of a class of the demo, without registrations, in a month. */
async function createClass(tenant: TenantStore, templateId: string, seats: number): Promise<string> {
  const template = await tenant.get(classKey(tenant, templateId));
  const [session] = template?.sessions ?? [];
  if (!template || !session) throw new Error('The demo has no class to copy');
  const startsAt = new Date(Date.now() + 30 * day).toISOString();
  const endsAt = new Date(Date.now() + 30 * day + 3 * 3_600_000).toISOString();
  const { awardId: _award, ...plain } = template;
  const item = {
    ...plain,
    id: randomUUID(),
    sessions: [{ ...session, startsAt, endsAt }],
    ...{ startsAt, endsAt },
    registration: {
      ...{ isTurnedOn: true, nonMembersAllowed: true, standard: { memberFee: 0, nonMemberFee: 0 } },
      ...{ capacity: seats, waitlistSize: 0, offerHours: 48 },
      ...{ pendingHoldsSeat: true, mayReapplyAfterDenial: true },
    },
  };
  await commit([
    put(classKey(tenant, item.id), item),
    put(seatsKey(tenant, item.id), buildSeats(item.version)),
  ]);
  return item.id;
}

/** Writes the data. */
export async function prepareBursts(
  tenant: TenantStore,
  limited: TenantStore,
  {
    templateId,
    people,
    seats,
  }: { readonly templateId: string; readonly people: number; readonly seats: number },
): Promise<BurstData> {
  const now = new Date().toISOString();
  const persons = Array.from({ length: people }, (_, number) => buildPerson(number, now));
  for (let start = 0; start < persons.length; start += BATCH)
    await commit(
      persons.slice(start, start + BATCH).map((person) => put(personKey(tenant, person.id), person)),
    );
  return {
    classId: await createClass(tenant, templateId, seats),
    seats,
    personIds: persons.map(({ id }) => id),
    limitedTenant: limited.code,
    limitedToken: await createCallerToken(limited, { permissions: permissionNames }),
  };
}
