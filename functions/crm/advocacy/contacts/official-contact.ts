// An entry of the contact log: what a request makes of it, and its form in the interface.
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  contactKey,
  type OfficialContactContent,
  type OfficialContactItem,
} from '../../../../shared/directory/officials/official-contact.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/people/person-store.ts';
import { type ErrorDetail, notFound, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { OfficialContact, OfficialContactInput } from './contract.ts';

/** A request with those who took part, each once. */
export type ContactInput = Omit<OfficialContactInput, 'personIds' | 'people'> & {
  readonly personIds: string[];
};

/** Reads who took part from `personIds`, or from `people` as responses present them. */
export const readContact = ({ people, ...input }: OfficialContactInput): ContactInput => ({
  ...input,
  personIds: [...new Set(input.personIds ?? people?.map(({ personId }) => personId))],
});

/** @throws Failure 400 where the official is among those who were in contact, or the follow-up is before the contact */
export function validateContact(officialId: string, { date, followUpDate, personIds }: ContactInput): void {
  const place = personIds.indexOf(officialId);
  const faults: (ErrorDetail | false)[] = [
    place >= 0 && {
      code: 'NOT_ALLOWED',
      message: 'personIds names those who were in contact with the official, not the official.',
      target: `personIds[${place}]`,
    },
    Boolean(followUpDate && followUpDate < date) && {
      code: 'OUT_OF_RANGE',
      message: `followUpDate must be ${date}, the day of the contact, or later, but was ${followUpDate}.`,
      target: 'followUpDate',
    },
  ];
  throwIfInvalid(faults.filter((fault) => fault !== false));
}

/** The content that a request asks for. */
export const buildContact = (
  officialId: string,
  { date, kind, subject, personIds, notes, followUpDate }: ContactInput,
): OfficialContactContent => ({
  ...{ officialId, date, kind, subject, personIds },
  ...omitUndefined({ notes: notes ?? undefined, followUpDate: followUpDate ?? undefined }),
});

/** The entry of a path. @throws Failure 404 */
export async function requireContact(
  tenant: TenantStore,
  { officialId, contactId }: { readonly officialId: string; readonly contactId: string },
): Promise<OfficialContactItem> {
  const found = await tenant.get(contactKey(tenant, { officialId, id: contactId }), { consistent: true });
  if (!found) throw notFound('contact', contactId, 'contactId');
  return found;
}

/** The entry in the interface's form. Who is no longer in the directory is left out. */
export function presentContact(
  contact: OfficialContactItem,
  people: readonly (PersonItem | undefined)[],
): OfficialContact {
  const names = new Map(people.flatMap((person) => (person ? [[person.id, displayName(person)]] : [])));
  const { id, officialId, date, kind, subject, createdDate, modifiedDate } = contact;
  return {
    ...{ id, officialId, officialName: names.get(officialId) ?? '', date, kind, subject },
    notes: contact.notes ?? null,
    followUpDate: contact.followUpDate ?? null,
    people: contact.personIds.flatMap((personId) => {
      const name = names.get(personId);
      return name === undefined ? [] : [{ personId, name }];
    }),
    ...{ createdDate, modifiedDate },
  };
}

/** Everybody in these entries. A round trip per hundred people. */
export const loadContactPeople = (
  tenant: TenantStore,
  contacts: readonly OfficialContactItem[],
): Promise<readonly (PersonItem | undefined)[]> =>
  peopleById(tenant, [
    ...new Set(contacts.flatMap(({ officialId, personIds }) => [officialId, ...personIds])),
  ]);
