// An official with offices, committees and staff (docs/interface/crm.md#officials-and-their-staff).
import * as z from 'zod';
import { Office } from '../../../../shared/directory/people/office.ts';
import { Address } from '../../../../shared/directory/record/address.ts';
import { ContactView } from '../../../../shared/directory/record/contacts.ts';
import { LinkView } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const OfficialOffice = Office.extend({
  title: z.string().meta({ example: 'Senator' }),
  division: z.string().nullable().meta({
    description:
      'The constituency that elects the office, by its Open Civic Data id; null where that is not known.',
  }),
  constituency: z.string().nullable().meta({ example: 'Washington Senate District 43' }),
}).meta({ id: 'OfficialOffice' });

const OfficialCommittee = z
  .strictObject({
    committeeId: z.uuid(),
    name: z.string().meta({ example: 'Ways and Means' }),
    chamber: z.enum(['upper', 'lower', 'legislature']).nullable(),
    role: z.string().meta({ example: 'chair' }),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
  })
  .meta({ id: 'OfficialCommittee' });

const OfficialStaff = z
  .strictObject({
    relationshipId: z.uuid().meta({ description: 'The relationship of the person with the official.' }),
    personId: z.uuid(),
    name: z.string().meta({ example: 'Noor Haddad' }),
    title: z.string().nullable().meta({ example: 'Chief of Staff' }),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
  })
  .meta({ id: 'OfficialStaff' });

const Official = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Maya Delacroix' }),
    party: z.string().nullable(),
    imageThumbUrl: z.string().nullable(),
    emails: z.array(ContactView),
    phones: z.array(ContactView),
    addresses: z.array(Address).meta({
      description:
        'The addresses of the offices, such as that in the capitol and those in the district, with their phones.',
    }),
    links: z.array(LinkView),
    offices: z
      .array(OfficialOffice)
      .meta({ description: 'All that the person holds or held, the latest first.' }),
    committees: z.array(OfficialCommittee).meta({ description: 'Those of today, by name.' }),
    staff: z.array(OfficialStaff).meta({ description: 'Those of today, by name.' }),
  })
  .meta({ id: 'OfficialDetail', description: 'Somebody who holds or held a public office.' });
export type Official = z.infer<typeof Official>;

export const getOfficial = endpoint({
  area: 'crm',
  tags: ['Officials'],
  access: { permission: 'crm.advocacy.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/advocacy/officials/{officialId}',
  summary: 'Get an official with offices, committees and staff',
  description:
    'Offices, addresses and committees are those of the imported data; staff are the people who have a relationship of the type Staff member with the official.',
  params: z.object({ officialId: z.guid().meta({ description: 'The id of the official.' }) }),
  responses: { 200: { description: 'The official.', body: Official } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 7, readUnits: 16 },
  example: { params: { officialId: '{{officialId}}' } },
});
