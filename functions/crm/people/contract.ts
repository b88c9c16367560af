// People: the members, contacts and officials of a tenant (docs/interface/crm.md#people, #person-fields).
import * as z from 'zod';
import { Person } from '../../../shared/directory/person.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listQuery, pageSchema } from '../list.ts';

const shared = {
  area: 'crm',
  tags: ['People'],
  access: { permission: 'crm.people.read', token: 'required' },
} as const;

export const listPeople = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/people',
  summary: 'List people by name',
  description:
    'People by last name, first name and id, regardless of case and accents. Follow nextCursor to read all of them; pageIndex returns any page at the same cost.',
  query: listQuery({ byDefault: 50, largest: 1000 }),
  responses: {
    200: { description: 'A page of people.', body: pageSchema(Person).meta({ id: 'PersonList' }) },
  },
  budget: { roundTrips: 4, readUnits: 17 },
  example: { query: { pageIndex: 0, pageSize: 5 } },
});

export const getPerson = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/people/{id}',
  summary: 'Get a person',
  params: z.object({ id: z.guid().meta({ description: 'The id of the person.' }) }),
  responses: { 200: { description: 'The person.', body: Person } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params: { id: '{{personId}}' } },
});
