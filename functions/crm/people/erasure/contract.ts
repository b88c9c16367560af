// Erasing a person (docs/interface/crm.md#erasure).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const shared = {
  area: 'crm',
  tags: ['Data of a person'],
  access: { permission: 'crm.people.erase', token: 'required' },
} as const;

const area = z.enum(['Relationships', 'Training', 'Identity', 'BillTracking', 'Platform']);
const type = z.string().meta({ description: 'The type of the items.' });
const what = z.string().meta({ description: 'What such an item is.' });

const Erased = z
  .strictObject({
    ...{ area, type, what },
    removed: z.int(),
    pseudonymised: z.int().meta({ description: 'How many stay with another id and without names.' }),
  })
  .meta({ id: 'ErasedItems' });

const Kept = z
  .strictObject({
    ...{ area, type, what },
    count: z.int().nullable().meta({ description: 'How many were found; null where none are looked for.' }),
    reason: z.string().meta({ description: 'Why they stay as they are.' }),
  })
  .meta({ id: 'KeptItems' });

const PersonErasure = z
  .strictObject({
    personId: z.uuid(),
    status: z.enum(['Planned', 'Running', 'Done']).meta({
      description:
        'Planned in the answer to a dry run. The person is gone at once; it is Done when everything that names the person is, too.',
    }),
    requestedDate: z.iso.datetime(),
    requestedBy: z.string().meta({ description: 'The subject who requested it.' }),
    finishedDate: z.iso.datetime().nullable(),
    erased: z
      .array(Erased)
      .meta({ description: 'What was removed, or stays under a pseudonym, by area and type.' }),
    kept: z.array(Kept).meta({
      description: 'What may have the id or data of the person and stays as it is, each with the reason.',
    }),
    notSearched: z
      .strictObject({ reason: z.string(), records: z.array(z.strictObject({ area, what: z.array(what) })) })
      .meta({ description: 'In which records a text that a user wrote may still name the person.' }),
  })
  .meta({ id: 'PersonErasure' });

export const erasePerson = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/people/{id}/Erase',
  summary: 'Erase a person',
  description:
    'Removes the personal data of a person from all areas, for good. The person is gone at once; everything that names the person follows within minutes. Certifications, registrations with their payments, and entries of logs stay under a pseudonym. Refused with 409 and every reason while something is under way with the person. With validateOnly=true the answer says what would be erased, as far as it is listed by person. Send the ETag of the person as If-Match.',
  params: z.object({ id: z.guid().meta({ description: 'The id of the person.' }) }),
  responses: { 200: { description: 'The erasure.', body: PersonErasure } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  dryRun: 'verdicts',
  budget: { roundTrips: 20, readUnits: 60, writeUnits: 29 },
  example: { params: { id: '{{duplicatePersonId}}' } },
});

export const getPersonErasure = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/people/{id}/Erasure',
  summary: 'Get the report of an erasure',
  params: z.object({ id: z.guid().meta({ description: 'The id of the erased person.' }) }),
  responses: { 200: { description: 'The erasure.', body: PersonErasure } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: { id: '{{erasedPersonId}}' } },
});
