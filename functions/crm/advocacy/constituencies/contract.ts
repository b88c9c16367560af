// The constituencies in which a tenant has people (docs/interface/crm.md#constituencies).
import * as z from 'zod';
import { CONSTITUENCY_KINDS } from '../../../../shared/directory/people/divisions.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalOneOf, optionalOrBlank, optionalText } from '../../../../shared/http/lenient.ts';
import { pageSizeField } from '../../../../shared/lists/query.ts';
import { searchPageSchema } from '../../lists/list.ts';
import { Representative } from '../people/contract.ts';

const pageSize = { byDefault: 20, largest: 50 } as const;

const ConstituencyEntry = z
  .strictObject({
    division: z.string().meta({
      description: 'The constituency by its Open Civic Data id.',
      example: 'ocd-division/country:us/state:wa/sldu:43',
    }),
    kind: z.enum(CONSTITUENCY_KINDS),
    name: z.string().meta({ example: 'Washington Senate District 43' }),
    state: z.string().nullable().meta({ description: 'Two letters.', example: 'WA' }),
    district: z.string().nullable().meta({
      description: 'The number or name as it is in the id; null for a state.',
      example: '43',
    }),
    activePeople: z.int().meta({ description: 'How many people who are active today live there.' }),
    allPeople: z.int().meta({ description: 'How many people live there, with those who are not active.' }),
    officials: z
      .array(Representative)
      .meta({ description: 'The legislators whom it has elected and who are in office today, by name.' }),
  })
  .meta({ id: 'ConstituencyEntry' });
export type ConstituencyEntry = z.infer<typeof ConstituencyEntry>;

export const listConstituencies = endpoint({
  area: 'crm',
  tags: ['Constituencies'],
  access: { permission: 'crm.advocacy.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/advocacy/constituencies',
  summary: 'List the constituencies in which there are people',
  description:
    'By state, kind and number. People count in the constituencies that their records name, and in the states of these. A page costs the same however many people there are: the numbers are counted with every change of a person, and each constituency costs one more query for its officials.',
  query: z.object({
    kind: optionalOneOf(CONSTITUENCY_KINDS).meta({ description: 'Only constituencies of this kind.' }),
    state: optionalOrBlank(
      z
        .string()
        .trim()
        .regex(/^[a-zA-Z]{2}$/, 'must be the two letters of a state')
        .transform((state) => state.toUpperCase()),
    ).meta({ description: 'Only those of this state, two letters.', example: 'WA' }),
    pageSize: pageSizeField(pageSize).meta({
      description: `Entries per page, 1 to ${pageSize.largest}.`,
      example: 20,
    }),
    cursor: optionalText(2000).meta({ description: 'The nextCursor of the previous page.' }),
  }),
  responses: {
    200: {
      description: 'A page of constituencies.',
      body: searchPageSchema(ConstituencyEntry).meta({ id: 'ConstituencyPage' }),
    },
  },
  budget: { roundTrips: 24, readUnits: 20 },
  example: { query: { pageSize: 20 } },
});
