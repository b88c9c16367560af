// What callers ask about fields to build forms and filters from (docs/interface/crm.md#custom-fields).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../shared/http/lenient.ts';

const shared = {
  area: 'crm',
  tags: ['Settings'],
  access: { permission: 'crm.people.read', token: 'required' },
} as const;
const number = z
  .string()
  .max(20)
  .meta({ description: 'A number that existing callers send; it has no effect.', example: '0' });

const PossibleValue = z
  .strictObject({ id: z.string(), name: z.string().meta({ example: 'English' }) })
  .meta({ id: 'FieldPossibleValue', description: 'A value that a custom field may have.' });

export const listFieldPossibleValues = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/GetFieldPossibleValues/{fieldId}/{number}',
  summary: 'List the allowed values of a custom field',
  description: 'Of people or organizations; none where any value is valid.',
  params: z.object({ fieldId: z.guid().meta({ description: 'The id of the field.' }), number }),
  responses: { 200: { description: 'The values.', body: z.array(PossibleValue) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { fieldId: '{{customFieldId}}', number: '0' } },
});

const FilterDefinition = z
  .strictObject({
    fieldId: z.string().meta({ example: 'positions' }),
    fieldName: z.string(),
    displayName: z.string().meta({ example: 'Position' }),
    filterType: z.int().meta({
      description: '1 or 4: one of some values; 202: ranges of months; 301: values of a custom field.',
    }),
    serviceUrl: z.string().nullable().meta({
      description:
        'Where its values are, with the literal {date}; null for the status (Active or Deactivated) and for months (12-36, 60-, -11).',
    }),
  })
  .meta({ id: 'PeopleFilterDefinition', description: 'A field by which people are filtered.' });
export type FilterDefinition = z.infer<typeof FilterDefinition>;

export const listPeopleFilters = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/FilterConfiguration/peoplelist/{number}',
  summary: 'List the fields by which people are filtered',
  description: 'For filterRules of the list of people: the fields that everybody has, then custom fields.',
  params: z.object({ number }),
  query: z.object({
    onlyFavorite: optionalBoolean().meta({
      description: 'Sent by existing callers; it has no effect: the fields are the same for favorites.',
    }),
  }),
  responses: { 200: { description: 'The fields.', body: z.array(FilterDefinition) } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params: { number: '0' }, query: { onlyFavorite: false } },
});
