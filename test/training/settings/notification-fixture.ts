// Writes notification messages directly into the table of a test, and delivers them as the platform does.
import { randomUUID } from 'node:crypto';
import { insertAccess } from '../../../functions/identity/users/store.ts';
import { handler as deliver } from '../../../functions/training/jobs/deliver-notifications/handler.ts';
import {
  messageKey,
  type NotificationMessage,
  queueNotification,
} from '../../../functions/training/notifications/notification-message.ts';
import type { SubjectItem } from '../../../shared/auth/accounts/records.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import type { OutboxItem } from '../../../shared/mail/outbox.ts';

/** A complete notification message, about a new record each time. */
export const createMessage = (
  more: Partial<NotificationMessage> & Pick<NotificationMessage, 'to'>,
): NotificationMessage => ({
  kind: 'registrationConfirmed',
  about: randomUUID(),
  values: {
    memberName: 'Grace Whitehorse',
    className: 'Budget Basics, Spring',
    classStartsAt: '2027-03-01T17:00:00.000Z',
    confirmationNumber: '482-193-057',
  },
  ...more,
});

/** Writes a notification message, as a transaction of the platform does. */
export const writeMessage = (tenant: TenantStore, message: NotificationMessage, now = new Date()) =>
  commit([queueNotification(tenant, message, now)]);

/** Calls the function that the written message triggers. */
export function triggerDelivery(tenant: TenantStore, message: NotificationMessage): Promise<void> {
  const { pk, sk } = messageKey(tenant, message);
  return deliver({
    Records: [
      {
        eventName: 'INSERT',
        dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage: { type: { S: 'notice' } } },
      },
    ],
  });
}

/** Stores a person in the directory, but in none of its lists; returns the id. */
export async function createPerson(tenant: TenantStore, more: Partial<PersonItem> = {}): Promise<string> {
  const id = randomUUID();
  const moment = new Date().toISOString();
  const person: PersonItem = {
    type: 'person',
    id,
    firstName: 'Grace',
    lastName: 'Whitehorse',
    email: `${id}@example.org`,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
    ...more,
  };
  await commit([put(personKey(tenant, id), person)]);
  return id;
}

/** The mails to an address that are in the outbox, the oldest first. */
export async function mailsTo(tenant: TenantStore, address: string): Promise<OutboxItem[]> {
  const { items } = await tenant.query(tenant.listing<OutboxItem>('OUTBOX'));
  return items.filter(({ to }) => to === address);
}

/** Stores a user with these roles, linked to a person if personId is given. */
export async function createUser(
  tenant: TenantStore,
  {
    roles,
    personId,
    disabled = false,
  }: Pick<SubjectItem, 'roles' | 'personId'> & { readonly disabled?: boolean },
): Promise<void> {
  const id = randomUUID();
  const moment = new Date().toISOString();
  const subject: SubjectItem = {
    type: 'subject',
    id,
    kind: 'user',
    name: `user-${id}`,
    roles,
    permissions: [],
    personId,
    disabled,
    revokedBefore: 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  await commit(insertAccess(tenant, subject));
}
