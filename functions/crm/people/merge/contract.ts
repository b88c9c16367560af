// Merging two people who are one, and undoing it (docs/interface/crm.md#merging-people).
import * as z from 'zod';
import { Person } from '../../../../shared/directory/people/person.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { buildMergeFields, choose } from '../../merge/present-merge.ts';
import { listFields, singleFields } from './combine.ts';

const shared = { area: 'crm', tags: ['Duplicate people'] } as const;
const reading = { ...shared, access: { permission: 'crm.people.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.people.write', token: 'required' } } as const;

const { removedId, ...mergeFields } = buildMergeFields('person');
const PersonMerge = z
  .strictObject({
    removedId,
    personId: z.uuid().meta({ description: 'The person who remains.' }),
    ...mergeFields,
  })
  .meta({ id: 'PersonMerge' });

const MergedPerson = z.strictObject({ person: Person, merge: PersonMerge }).meta({ id: 'MergedPerson' });

export const mergePeople = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/people/{id}/Merge',
  summary: 'Merge another person into this one',
  description:
    'The other person is removed at once, and the id stands for this person from then on. References in every area follow within seconds: registrations, credits, certifications, memberships, the user, and others. Refused with 409 when both have a user, or live registrations for the same class or award. Send the ETag of this person as If-Match to prevent lost updates.',
  params: z.object({ id: z.guid().meta({ description: 'The id of the person who remains.' }) }),
  body: z
    .object({
      personId: z.guid().toLowerCase().meta({ description: 'The person to remove.' }),
      fields: z
        .object({
          ...choose(singleFields, ['remaining', 'removed']),
          ...choose(listFields, ['remaining', 'removed', 'both']),
        })
        .nullish()
        .meta({
          description:
            'Whose value each field has. By default that of the person who remains, or else of the removed one; lists have the entries of both.',
          example: { title: 'removed', emails: 'both' },
        }),
    })
    .meta({ id: 'MergePeopleRequest' }),
  responses: { 200: { description: 'The person who remains, and the merge.', body: MergedPerson } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 18, readUnits: 60, writeUnits: 38 },
  example: {
    params: { id: '{{remainingPersonId}}' },
    body: { personId: '{{duplicatePersonId}}', fields: { phones: 'both' } },
  },
});

const byRemovedId = z.object({ id: z.guid().meta({ description: 'The id of the person who was removed.' }) });

export const listPersonMerges = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/people/{id}/Merges',
  summary: 'List the merges of a person',
  description:
    'The merge of the person into another one, and those of others into this one, the newest first.',
  params: z.object({ id: z.guid().meta({ description: 'The id of a person, also of a removed one.' }) }),
  responses: {
    200: {
      description: 'The merges.',
      body: z.strictObject({ data: z.array(PersonMerge) }).meta({ id: 'PersonMerges' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 30 },
  example: { params: { id: '{{personId}}' } },
});

export const undoMerge = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/people/{id}/UndoMerge',
  summary: 'Undo the merge of a person',
  description:
    'Within 30 days. Both people are separate again at once, and references follow within seconds. What somebody has changed since the merge stays as it is, and is listed in notUndone; so do records that were created since, with the person who remained.',
  params: byRemovedId,
  responses: { 200: { description: 'The restored person, and the merge.', body: MergedPerson } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 13, readUnits: 40, writeUnits: 28 },
  example: { params: { id: '{{mergedPersonId}}' } },
});
