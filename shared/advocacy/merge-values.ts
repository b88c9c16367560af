// The values of merge fields that are about people: the recipient, an official and the sender.
import { displayName } from '../directory/people/person.ts';
import type { PersonItem } from '../directory/people/person-store.ts';
import type { MergeValues } from './merge-fields.ts';
import { getChamberName, getOfficialTitle, type Official } from './officials.ts';

export function describeRecipient(recipient: PersonItem): MergeValues {
  const [home] = recipient.addresses ?? [];
  return {
    'recipient.fullName': displayName(recipient),
    'recipient.firstName': recipient.firstName,
    'recipient.lastName': recipient.lastName,
    'recipient.title': recipient.title,
    'recipient.email': recipient.email,
    'recipient.organization': recipient.organizationName,
    'recipient.city': home?.city,
    'recipient.state': home?.state,
  };
}

/** The telephone number of an official: their own, or that of an office. */
export const findOfficePhone = ({ person }: Official): string | undefined =>
  person.phone ?? person.addresses?.find(({ phone }) => phone)?.phone;

export const describeOfficial = (official: Official): MergeValues => ({
  'official.fullName': displayName(official.person),
  'official.firstName': official.person.firstName,
  'official.lastName': official.person.lastName,
  'official.title': getOfficialTitle(official.office),
  'official.party': official.person.party,
  'official.district': official.office.district,
  'official.chamber': getChamberName(official.office),
  'official.email': official.person.email,
  'official.phone': findOfficePhone(official),
});

/** @param association the name of the tenant, which is the sender where no person is */
export const describeSender = (sender: PersonItem | undefined, association: string): MergeValues => ({
  'sender.fullName': sender ? displayName(sender) : association,
  'sender.title': sender?.title,
  'sender.email': sender?.email,
  'sender.phone': sender?.phone,
  'sender.organization': association,
});
