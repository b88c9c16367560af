// The contact log of officials: who met whom, when, how and about what. An entry is stored with the official; everybody who took
// part has a pointer to it, so that a merge or an erasure of them finds it.
import * as z from 'zod';
import { type Change, check, ifPresent, put, remove } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { personKey } from '../people/person-store.ts';
import { day, line } from '../record/fields.ts';
import type { StoredRecord } from '../record/stored.ts';

/** How somebody was in contact with an official. */
export const CONTACT_KINDS = ['meeting', 'call', 'email', 'letter', 'event', 'testimony', 'other'] as const;

/** The most people who took part in a contact. */
export const MAX_PARTICIPANTS = 20;

/** The stored content of an entry. */
export const OfficialContactContent = z.strictObject({
  officialId: z.uuid(),
  date: day,
  kind: z.enum(CONTACT_KINDS),
  subject: line(200),
  notes: z.string().max(5000).optional(),
  followUpDate: day.optional(),
  personIds: z.array(z.uuid()).max(MAX_PARTICIPANTS),
});
export type OfficialContactContent = z.infer<typeof OfficialContactContent>;
export type OfficialContactItem = OfficialContactContent & StoredRecord<'official-contact'>;

/** Points from somebody who took part to the entry. */
interface ContactPointer {
  readonly type: 'official-contact-person';
  readonly officialId: string;
  readonly contactId: string;
  /** The day of the contact; absent in pointers of earlier versions. */
  readonly date?: string;
}

export const contactKey = (
  tenant: TenantStore,
  { officialId, id }: { readonly officialId: string; readonly id: string },
): Key<OfficialContactItem> => tenant.key(`PERSON#${officialId}`, `OFFICIAL-CONTACT#${id}`);

const contactPointerKey = (tenant: TenantStore, personId: string, contactId: string): Key<ContactPointer> =>
  tenant.key(`PERSON#${personId}`, `CONTACT-WITH-OFFICIAL#${contactId}`);

/** The entries about an official, by date. */
export const contactsByOfficial = (tenant: TenantStore, officialId: string): Partition<OfficialContactItem> =>
  tenant.listing(`CONTACTS-WITH#${officialId}`);
export const contactSort = ({ date, id }: OfficialContactItem): string => `${date}#${id}`;

/** The changes that write an entry with its pointers, unless one of its people is merged or erased at that moment. */
export function saveContact(
  tenant: TenantStore,
  {
    before,
    after,
  }: { readonly before?: OfficialContactItem | undefined; readonly after: OfficialContactItem },
  condition: Parameters<typeof put>[2],
): Change[] {
  const { id, officialId, personIds } = after;
  const former = before?.personIds ?? [];
  const pointer = { type: 'official-contact-person' as const, officialId, contactId: id, date: after.date };
  const isPointed = (personId: string): boolean => former.includes(personId) && before?.date === after.date;
  const listed = { listing: contactsByOfficial(tenant, officialId), sort: contactSort(after) };
  return [
    put(contactKey(tenant, after), after, { ...condition, listed }),
    ...personIds
      .filter((personId) => !isPointed(personId))
      .map((personId) => put(contactPointerKey(tenant, personId, id), pointer)),
    ...former
      .filter((personId) => !personIds.includes(personId))
      .map((personId) => remove(contactPointerKey(tenant, personId, id))),
    ...[...new Set([officialId, ...personIds])].map((personId) =>
      check(personKey(tenant, personId), ifPresent, 'retry'),
    ),
  ];
}

/** The changes that remove an entry with its pointers. */
export const removeContact = (
  tenant: TenantStore,
  contact: OfficialContactItem,
  condition: Parameters<typeof remove>[1],
): Change[] => [
  remove(contactKey(tenant, contact), condition),
  ...contact.personIds.map((personId) => remove(contactPointerKey(tenant, personId, contact.id))),
];

/** The contacts that somebody took part in, each with its day. One query; those of earlier versions are read one by one. */
export async function listContactsOfPerson(
  tenant: TenantStore,
  personId: string,
): Promise<{ readonly date: string }[]> {
  const pointers = await tenant.queryAll(tenant.partition<ContactPointer>(`PERSON#${personId}`), {
    beginsWith: 'CONTACT-WITH-OFFICIAL#',
  });
  const undated = pointers.filter(({ date }) => date === undefined);
  const entries =
    undated.length === 0
      ? []
      : await tenant.getMany(
          undated.map(({ officialId, contactId }) => contactKey(tenant, { officialId, id: contactId })),
        );
  return [...pointers, ...entries].flatMap((item) => (item?.date === undefined ? [] : [{ date: item.date }]));
}
