// The people of a district, and those whom an official represents (docs/interface/crm.md#the-people-of-a-district).
import * as z from 'zod';
import { isDivision } from '../../../../shared/directory/officials/constituent-entries.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';

const Constituent = z
  .strictObject({
    personId: z.uuid(),
    name: z.string().meta({ example: 'Ada Fairweather' }),
    organizationName: z.string().nullable(),
    isActive: z.boolean().meta({ description: 'Whether the person is active today.' }),
  })
  .meta({ id: 'Constituent' });

const shared = {
  area: 'crm',
  tags: ['Constituencies'],
  access: { permission: 'crm.advocacy.read', token: 'required' },
  method: 'GET',
  responses: {
    200: {
      description: 'A page of people, by name.',
      body: searchPageSchema(Constituent).meta({ id: 'ConstituentPage' }),
    },
  },
  budget: { roundTrips: 4, readUnits: 10 },
} as const;

export const listConstituents = endpoint({
  ...shared,
  path: '/api/v1/advocacy/constituents',
  summary: 'List the people of a district',
  description: 'Those whose record names the district, or for a state any district of it.',
  query: searchQuery.extend({
    division: z
      .string()
      .trim()
      .toLowerCase()
      .refine(isDivision, 'must be the Open Civic Data id of a division of the United States')
      .meta({
        description: 'The district by its Open Civic Data id.',
        example: 'ocd-division/country:us/state:wa/sldu:43',
      }),
  }),
  example: { query: { division: 'ocd-division/country:us/state:wa/sldu:43', pageSize: 20 } },
});

export const listOfficialConstituents = endpoint({
  ...shared,
  path: '/api/v1/advocacy/officials/{officialId}/constituents',
  summary: 'List the people whom an official represents',
  description:
    'The people of the district that elected them to the office that they hold today. Nobody where they hold none.',
  params: z.object({ officialId: z.guid().meta({ description: 'The id of the official.' }) }),
  query: searchQuery,
  refuses: ['RESOURCE_NOT_FOUND'],
  example: { params: { officialId: '{{officialId}}' }, query: { pageSize: 20 } },
});
