// What a page of existing callers shows about an organization.
import * as z from 'zod';
import type { OrganizationItem } from '../../../../shared/directory/organizations/organization-store.ts';
import type { AddressContent } from '../../../../shared/directory/record/address.ts';
import { type FieldContext, presentCustomValues } from '../../../../shared/directory/record/custom-value.ts';
import { ListedFieldValue, listPhoneNumbers } from './listed-organization.ts';

const PhysicalAddress = z
  .strictObject({
    address: z.string().nullable(),
    addressLine2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    country: z.string().nullable(),
  })
  .meta({ id: 'PhysicalAddress' });

export const OrganizationDetails = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    imageThumbUrl: z.string().nullable(),
    website: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    contactDetails: z
      .array(z.strictObject({ phoneNumber: z.string() }))
      .meta({ description: 'All telephone numbers.' }),
    physicalAddress: PhysicalAddress.nullable().meta({ description: 'The first address.' }),
    websiteContacts: z
      .array(z.strictObject({ url: z.string(), note: z.string().nullable() }))
      .meta({ description: 'Links to pages that belong to no social platform.' }),
    socialPages: z.array(
      z.strictObject({ platform: z.string().meta({ example: 'LinkedIn' }), url: z.string() }),
    ),
    customFields: z.array(
      ListedFieldValue.extend({ groupName: z.string() }).meta({ id: 'DetailedFieldValue' }),
    ),
  })
  .meta({ id: 'OrganizationDetails', description: 'What a page about an organization shows.' });

/** The platforms whose pages are social pages, by the domain. */
const platforms: Readonly<Record<string, string>> = {
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'flickr.com': 'Flickr',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'nextdoor.com': 'Nextdoor',
  'pinterest.com': 'Pinterest',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'twitter.com': 'X',
  'x.com': 'X',
  'youtube.com': 'YouTube',
};

/** The platform of a page; undefined for other pages. */
const findPlatform = (url: string): string | undefined => {
  const host = new URL(url).hostname.toLowerCase();
  return Object.entries(platforms).find(([domain]) => host === domain || host.endsWith(`.${domain}`))?.[1];
};

const presentPhysicalAddress = (address: AddressContent): z.infer<typeof PhysicalAddress> => ({
  address: address.street ?? null,
  addressLine2: address.street2 ?? null,
  city: address.city ?? null,
  state: address.state ?? null,
  zipCode: address.zipCode ?? null,
  country: address.country ?? null,
});

/** The organization as a page shows it. */
export function presentOrganizationDetails(
  organization: OrganizationItem,
  { fields }: FieldContext,
): z.infer<typeof OrganizationDetails> {
  const phoneNumbers = listPhoneNumbers(organization);
  const [address] = (organization.addresses ?? []).filter(({ isActive = true }) => isActive);
  const links = (organization.links ?? []).map(({ url, note = null }) => ({
    url,
    note,
    platform: findPlatform(url),
  }));
  return {
    id: organization.id,
    name: organization.name,
    imageThumbUrl: organization.imageThumbUrl ?? null,
    website: organization.website ?? null,
    phoneNumber: phoneNumbers[0] ?? null,
    contactDetails: phoneNumbers.map((phoneNumber) => ({ phoneNumber })),
    physicalAddress: address ? presentPhysicalAddress(address) : null,
    websiteContacts: links.flatMap(({ url, note, platform }) => (platform ? [] : [{ url, note }])),
    socialPages: links.flatMap(({ url, platform }) => (platform ? [{ platform, url }] : [])),
    customFields: presentCustomValues(organization.customFields, { fields }).map(
      ({ fieldId, fieldName, value, groupName }) => ({ fieldId, fieldName, fieldValue: value, groupName }),
    ),
  };
}
