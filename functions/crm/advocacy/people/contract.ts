// Who represents a person (docs/interface/crm.md#who-represents-a-person).
import * as z from 'zod';
import { CONSTITUENCY_KINDS } from '../../../../shared/directory/people/divisions.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { dayField } from '../../fields/fields.ts';

const kind = z.enum(CONSTITUENCY_KINDS);

/** Somebody who holds an office. */
export const Representative = z
  .strictObject({
    personId: z.uuid(),
    name: z.string().meta({ example: 'Dolores Quimby' }),
    title: z.string().meta({ example: 'Senator' }),
    party: z.string().nullable().meta({ example: 'Democratic' }),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
  })
  .meta({ id: 'Representative', description: 'Somebody who holds an office that a constituency elects.' });
export type Representative = z.infer<typeof Representative>;

const Constituency = z
  .strictObject({
    division: z.string().meta({
      description: 'The constituency by its Open Civic Data id.',
      example: 'ocd-division/country:us/state:wa/sldu:43',
    }),
    kind,
    state: z.string().nullable().meta({ description: 'Two letters.', example: 'WA' }),
    district: z.string().nullable().meta({
      description: 'The number or name as it is in the id; null for a state.',
      example: '43',
    }),
    source: z.enum(['record', 'address']).meta({
      description:
        'record: the person has it among the external ids. address: derived from an address, which gives the state and the city only.',
    }),
    officials: z.array(Representative).meta({ description: 'By name. Empty where nobody is known.' }),
  })
  .meta({ id: 'Constituency' });

const Representation = z
  .strictObject({
    personId: z.uuid(),
    personName: z.string(),
    constituencies: z.array(Constituency).meta({ description: 'The widest first.' }),
    missing: z.array(kind).meta({
      description:
        'Kinds of districts that elect officials where the person lives, and that the record does not name: who represents the person there is unknown.',
    }),
  })
  .meta({ id: 'Representation', description: 'Who represents a person.' });
export type Representation = z.infer<typeof Representation>;

export const listPersonOfficials = endpoint({
  area: 'crm',
  tags: ['Constituencies'],
  access: { permission: 'crm.advocacy.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/advocacy/people/{peopleId}/officials',
  summary: 'List who represents a person',
  description:
    'The constituencies in which the person lives, and the legislators whom each has elected. Costs one query for each state of the person.',
  params: z.object({ peopleId: z.guid().meta({ description: 'The id of the person.' }) }),
  query: z.object({
    date: dayField().meta({
      description: 'Who is in office on this day, today by default.',
      example: '2026-11-01',
    }),
  }),
  responses: { 200: { description: 'Who represents the person.', body: Representation } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 10 },
  example: { params: { peopleId: '{{personId}}' } },
});
