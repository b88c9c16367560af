// People who may be stored twice: the rules that find them, and what was declared about them
// (docs/interface/crm.md#duplicates).
import * as z from 'zod';
import { Person } from '../../../../shared/directory/people/person.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';
import { comparedFieldNames } from './rules.ts';

const shared = { area: 'crm', tags: ['Duplicate people'] } as const;
const reading = { ...shared, access: { permission: 'crm.people.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.people.write', token: 'required' } } as const;

const id = z.guid().meta({ description: 'The id of the person.' });

const sameNameAnd = z.array(z.enum(comparedFieldNames)).meta({
  description: 'What two people of the same name also have in common.',
  example: ['email'],
});

const DuplicatePair = z
  .strictObject({
    people: z.array(Person).meta({ description: 'The two people, by id.' }),
    reasons: z
      .array(
        z.strictObject({
          sameNameAnd,
          message: z.string().meta({ example: 'Both have the same name and email address.' }),
        }),
      )
      .meta({ description: 'The rules by which they may be one.' }),
    isNotDuplicate: z.boolean().meta({ description: 'Whether somebody declared that they are two people.' }),
    decidedDate: z.iso.datetime().nullable().meta({ description: 'When that was declared.' }),
  })
  .meta({ id: 'DuplicatePair', description: 'Two people who may be one.' });

export const listDuplicatePeople = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/people/Duplicates',
  summary: 'List people who may be stored twice',
  description:
    "Pairs of people that the tenant's rules find, by name. A page reads the short entries of at most 600 people, thirty per read unit, and the records of those who have the name of another one; so a page may be short, or empty, and still have a nextCursor. Pairs that somebody declared not to be duplicates are left out.",
  query: searchQuery.extend({
    includeDecided: optionalBoolean().meta({
      description: 'Whether pairs are listed that were declared not to be duplicates; false by default.',
    }),
  }),
  responses: {
    200: {
      description: 'A page of pairs.',
      body: searchPageSchema(DuplicatePair).meta({ id: 'DuplicatePairs' }),
    },
  },
  budget: { roundTrips: 7, readUnits: 61 },
  example: { query: { pageSize: 10 } },
});

export const listDuplicatesOfPerson = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/people/{id}/Duplicates',
  summary: 'List the people who may be the same as one',
  description:
    'Reads the people of the same name only. Pairs that were declared not to be duplicates are included.',
  params: z.object({ id }),
  responses: {
    200: {
      description: 'The pairs of the person, the person first in each.',
      body: z.strictObject({ data: z.array(DuplicatePair) }).meta({ id: 'DuplicatesOfPerson' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 7, readUnits: 61 },
  example: { params: { id: '{{personId}}' } },
});

const pair = z.object({
  id,
  otherId: z.guid().meta({ description: 'The id of the other person.' }),
});

export const declareNotDuplicates = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/people/{id}/NotDuplicates/{otherId}',
  summary: 'Declare that two people are not one',
  description: 'The pair is listed as a possible duplicate no more, whatever the rules say later.',
  params: pair,
  responses: { 204: { description: 'Declared.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 3, readUnits: 6, writeUnits: 2 },
  example: { params: { id: '{{personId}}', otherId: '{{managerId}}' } },
});

export const withdrawNotDuplicates = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/v1/people/{id}/NotDuplicates/{otherId}',
  summary: 'Withdraw that two people are not one',
  params: pair,
  responses: { 204: { description: 'Withdrawn, or never declared.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 3, readUnits: 6, writeUnits: 2 },
  example: { params: { id: '{{personId}}', otherId: '{{managerId}}' } },
});

const DuplicateRules = z
  .strictObject({
    rules: z.array(z.strictObject({ sameNameAnd })),
    modifiedDate: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the rules were last changed; null when they are the defaults.' }),
  })
  .meta({
    id: 'DuplicateRules',
    description:
      'Two people may be one when any rule matches. Every rule asks for the same name: families and offices share addresses.',
  });

export const getDuplicateRules = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/people/Duplicates/Rules',
  summary: 'Get the rules for duplicate people',
  responses: { 200: { description: 'The rules.', body: DuplicateRules } },
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateDuplicateRules = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/people/Duplicates/Rules',
  summary: 'Replace the rules for duplicate people',
  description:
    'By default two people may be one when they have the same name and an email address in common, or the same name and a postal code.',
  body: z
    .object({
      rules: z
        .array(z.object({ sameNameAnd: sameNameAnd.min(1).max(comparedFieldNames.length) }))
        .min(1)
        .max(10),
    })
    .meta({ id: 'DuplicateRulesRequest' }),
  responses: { 200: { description: 'The rules.', body: DuplicateRules } },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: { body: { rules: [{ sameNameAnd: ['email'] }, { sameNameAnd: ['phone', 'postalCode'] }] } },
});
