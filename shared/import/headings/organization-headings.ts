// The headings under which lists of organizations give their fields.
import type { HeadingTable } from '../rows/headings.ts';
import { listHeadings, ORGANIZATION_LISTS } from '../rows/list-fields.ts';

/** An organization's fields as a flat list gives them. */
export const ORGANIZATION_HEADINGS = {
  externalId: [
    'id',
    'externalid',
    'organizationid',
    'organisationid',
    'companyid',
    'accountid',
    'recordid',
    'guid',
    'uuid',
  ],
  name: [
    'name',
    'organizationname',
    'organisationname',
    'organization',
    'organisation',
    'company',
    'companyname',
    'accountname',
  ],
  type: ['type', 'organizationtype', 'organisationtype', 'category', 'classification', 'kind'],
  description: ['description', 'about', 'notes'],
  email: ['email', 'emailaddress', 'primaryemail', 'mail'],
  phone: ['phone', 'phonenumber', 'telephone', 'tel', 'primaryphone'],
  fax: ['fax', 'faxnumber'],
  website: ['website', 'url', 'web', 'webpage', 'homepage', 'link'],
  image: ['image', 'imageurl', 'imagethumburl', 'logo', 'logourl'],
  parent: [
    'parent',
    'parentid',
    'parentname',
    'parentorganization',
    'parentorganisation',
    'parentcompany',
    'parentaccount',
  ],
  address: ['address', 'fulladdress', 'mailingaddress', 'postaladdress', 'physicaladdress'],
  street: ['street', 'streetaddress', 'street1', 'address1', 'addressline1', 'mailingstreet'],
  street2: ['street2', 'address2', 'addressline2', 'suite'],
  city: ['city', 'town', 'mailingcity', 'locality'],
  state: ['state', 'province', 'stateprovince', 'region', 'mailingstate'],
  zipCode: ['zip', 'zipcode', 'postalcode', 'postcode', 'mailingzip', 'mailingpostalcode'],
  country: ['country', 'countryregion', 'mailingcountry'],
  isActive: ['isactive', 'active', 'status'],
  ...listHeadings(ORGANIZATION_LISTS),
} as const satisfies HeadingTable<string>;
export type OrganizationField = keyof typeof ORGANIZATION_HEADINGS;
