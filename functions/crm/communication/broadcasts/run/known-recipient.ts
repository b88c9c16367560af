// What is known about recipients when their mails are due, and what must still be so when a mail is claimed.

import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import type { RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { claimKey } from '../../../../../shared/broadcasts/recipients.ts';
import { type Change, check, ifVersion } from '../../../../../shared/data/changes.ts';
import { listOpenMerges } from '../../../../../shared/data/open-merge.ts';
import { isActivePerson, listEmails } from '../../../../../shared/directory/people/person.ts';
import {
  type PersonItem,
  peopleById,
  personKey,
} from '../../../../../shared/directory/people/person-store.ts';
import { findRefusal, type Refusal } from '../../../../../shared/mail-consent/consent.ts';
import {
  type AddressItem,
  addressKey,
  type ConsentItem,
  checkAddress,
  checkConsent,
  consentKey,
  hashAddress,
} from '../../../../../shared/mail-consent/store.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** Everything that is known about a recipient at a moment. */
export interface KnownRecipient {
  readonly recipient: RecipientItem;
  readonly person: PersonItem | undefined;
  readonly consent: ConsentItem | undefined;
  readonly address: AddressItem | undefined;
  /** Who gets the mail to the address, where people who share it get it once. */
  readonly owner: string | undefined;
  /** Whether the person is merged at this moment: what both decided is not yet in one place. */
  readonly isMoving: boolean;
}

/** Everything about some recipients. Merges that are open are read after the people: a later one changes their versions. */
export async function loadKnown(
  { tenant, item }: TakenBroadcast,
  recipients: readonly RecipientItem[],
): Promise<KnownRecipient[]> {
  const people = await peopleById(
    tenant,
    recipients.map(({ personId }) => personId),
  );
  const hashes = people.map((person) => hashAddress((person && listEmails(person)[0]?.value) ?? ''));
  const claimed = item.oncePerAddress ? [...new Set(hashes)] : [];
  const [consents, addresses, claims, settings] = await Promise.all([
    tenant.getMany(
      recipients.map(({ personId }) => consentKey(tenant, personId)),
      { consistent: true },
    ),
    tenant.getMany(
      [...new Set(hashes)].map((hash) => addressKey(tenant, hash)),
      { consistent: true },
    ),
    tenant.getMany(
      claimed.map((hash) => claimKey(tenant, item.id, hash)),
      { consistent: true },
    ),
    tenant.get(tenantKey(tenant), { consistent: true }),
  ]);
  const moving = new Set(listOpenMerges(settings ?? {}).flatMap(({ from, into }) => [from, into]));
  return recipients.map((recipient, index) => ({
    ...{ recipient, person: people[index], consent: consents[index] },
    address: addresses.find((each) => each?.hash === hashes[index]),
    owner: claims[claimed.indexOf(hashes[index] ?? '')]?.owner,
    isMoving: moving.has(recipient.personId),
  }));
}

/** Why a recipient does not get the mail; undefined for who gets it. */
export const findReason = (
  { item, settings }: TakenBroadcast,
  { recipient, person, consent, address }: KnownRecipient,
  now: Date,
): Refusal | undefined =>
  person === undefined
    ? { reason: 'removed' }
    : findRefusal(
        {
          isActive: isActivePerson(person, toLocalDate(settings.timeZone, now)),
          email: listEmails(person)[0]?.value,
          choices: [consent ?? {}, address ?? {}],
          address: address ?? {},
          lastBroadcast: consent?.lastBroadcast,
        },
        { listIds: recipient.listIds, topicId: item.topicId },
        now,
      );

/**
 * A claim succeeds only while everything is as it was known: the person, who may be changed, merged or erased meanwhile, what
 * the person has decided, and how the address stands.
 */
export const checkKnown = (
  { tenant }: TakenBroadcast,
  { person, consent, address }: KnownRecipient & { readonly person: PersonItem },
  addressHash: string,
): Change[] => [
  check(personKey(tenant, person.id), ifVersion(person.version), 'retry'),
  checkConsent(tenant, person.id, consent),
  checkAddress(tenant, addressHash, address),
];
