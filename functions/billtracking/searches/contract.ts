// Saved searches for new bills, and what they found (docs/interface/billtracking.md#saved-searches).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { integerWithDefault, optionalBoolean, optionalText } from '../../../shared/http/lenient.ts';
import { trackingStatuses } from '../bills/record/bill.ts';
import { idList, pageEnvelope, pagingFields, successEnvelope, textList } from '../envelopes.ts';
import { excerptFields } from './match-bill.ts';

const terms = (description: string, example: string[]) => textList().meta({ description, example });

const CriteriaRequest = z
  .object({
    allOf: terms(
      'Words and phrases that the bill has, all of them, in its titles, summary or subjects, ignoring case and accents. A text of several words is a phrase. A * at the end of a word stands for any ending: count* finds county and counties.',
      ['rental housing'],
    ),
    anyOf: terms('Words and phrases of which the bill has at least one.', ['eviction', 'landlord*']),
    noneOf: terms('Words and phrases that the bill does not have.', ['commercial']),
    sponsors: terms('Ids of people of the directory, or names: the whole name or the last one.', [
      'Alvarado',
    ]),
    committeeIds: idList(),
    subjects: terms('Subjects as the legislature names them, in any case.', ['Housing']),
    stateIds: idList().meta({ description: 'FIPS codes; 0 is the Congress of the United States.' }),
    sessionIds: idList(),
    inTexts: optionalBoolean().meta({
      description:
        'Whether the words are looked for in the stored texts of bills too: of versions, amendments and fiscal notes, which feeds bring of tracked bills and users store. False by default.',
    }),
  })
  .meta({
    id: 'BillSearchCriteria',
    description:
      'All conditions must hold; within a list of names or ids any of them. An empty list is no condition.',
  });
export type CriteriaInput = z.output<typeof CriteriaRequest>;

const Criteria = z
  .strictObject({
    allOf: z.array(z.string()),
    anyOf: z.array(z.string()),
    noneOf: z.array(z.string()),
    sponsors: z.array(z.string()),
    committeeIds: z.array(z.int()),
    subjects: z.array(z.string()),
    stateIds: z.array(z.int()),
    sessionIds: z.array(z.int()),
    inTexts: z.boolean(),
  })
  .meta({ id: 'SavedBillSearchCriteria' });

const name = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^\P{Cc}*$/u, 'text without control characters');

const Search = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Renters and landlords' }),
    criteria: Criteria,
    createdBy: z.string().nullable(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'BillSearch' });

export const Excerpt = z
  .strictObject({
    field: z.enum(excerptFields),
    document: z
      .strictObject({ id: z.uuid(), title: z.string() })
      .optional()
      .meta({ description: 'The document in whose text it is, where the field is `text`.' }),
    parts: z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() })).meta({
      description: 'The text around what matched, in parts; show those with isMatch as found.',
    }),
  })
  .meta({ id: 'BillExcerpt' });

export const FoundBill = z
  .strictObject({
    id: z.int(),
    billNumber: z.string(),
    title: z.string(),
    stateId: z.int(),
    sessionName: z.string(),
    status: z.string(),
    trackingStatus: z.enum(trackingStatuses),
    introducedDate: z.iso.date().optional(),
    sponsors: z.array(z.string()),
  })
  .meta({ id: 'FoundBill' });

const shared = { area: 'billtracking', tags: ['Bill Searches'] } as const;
const reading = { permission: 'billtracking.bills.read', token: 'required' } as const;
const writing = { permission: 'billtracking.subscriptions.write', token: 'required' } as const;
const path = '/api/1.0/bill/search/{id}';
const params = z.object({ id: z.guid().toLowerCase() });
const example = { params: { id: '{{billSearchId}}' } };
const searchResponse = (description: string) => ({
  200: { description, body: successEnvelope(Search) },
});
const criteriaExample = { anyOf: ['landlord*', 'rental housing'], noneOf: ['commercial'], stateIds: [53] };

export const createBillSearch = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/search',
  summary: 'Save a search for new bills',
  description:
    'From now on, each bill that is new on the platform or whose content changes is compared with the search. A bill that it finds is reported once, to the subscriptions that name the search in `what.searches`. Bills that are there already are not told: preview the search to see them.',
  body: z.object({ name, criteria: CriteriaRequest }).meta({ id: 'BillSearchRequest' }),
  responses: searchResponse('The search.'),
  refuses: ['CONFLICT'],
  access: writing,
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 16 },
  example: { body: { name: 'Renters and landlords', criteria: criteriaExample } },
});

export const listBillSearches = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/search/list',
  summary: 'List saved searches',
  description: 'A tenant has at most 200 searches; each call reads all of them.',
  body: z
    .object({
      ...pagingFields(['name', 'createdDate', 'modifiedDate'], { isAscending: true }),
      text: optionalText(200).meta({ description: 'Text contained in the name.' }),
    })
    .meta({ id: 'BillSearchFilter' }),
  repeatable: true,
  responses: { 200: { description: 'A page of searches.', body: pageEnvelope(Search) } },
  access: reading,
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 2 },
  example: { body: { pageNumber: 1, pageSize: 20 } },
});

export const getBillSearch = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'Get a saved search',
  params,
  responses: searchResponse('The search.'),
  refuses: ['RESOURCE_NOT_FOUND'],
  access: reading,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example,
});

export const updateBillSearch = endpoint({
  ...shared,
  method: 'PUT',
  path,
  summary: 'Update a saved search',
  description:
    'A bill that the search found before is not reported again. Send the ETag as If-Match to avoid overwriting another change.',
  params,
  body: z
    .object({ name: name.nullish(), criteria: CriteriaRequest.nullish() })
    .meta({ id: 'BillSearchChange', description: 'Each part that is sent replaces the stored part.' }),
  responses: searchResponse('The updated search.'),
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writing,
  budget: { roundTrips: 6, readUnits: 14, writeUnits: 7 },
  example: { ...example, body: { criteria: criteriaExample } },
});

export const deleteBillSearch = endpoint({
  ...shared,
  method: 'DELETE',
  path,
  summary: 'Delete a saved search',
  description: 'Subscriptions that name it receive nothing more of it.',
  params,
  responses: { 200: { description: 'The search was deleted.', body: successEnvelope(z.literal(true)) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writing,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 14 },
  example: { params: { id: '{{spareBillSearchId}}' } },
});

export const previewBillSearch = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/search/preview',
  summary: 'Try a search on the bills that are there',
  description:
    'The bills that the criteria find among those of the tenant, the latest action first. It compares 300 bills at most, and with `inTexts` 30 texts; where there were more that the search might find, `isComplete` is false. It saves nothing.',
  body: z
    .object({ criteria: CriteriaRequest, pageSize: integerWithDefault(20, 1, 100) })
    .meta({ id: 'BillSearchTrial' }),
  repeatable: true,
  responses: {
    200: {
      description: 'What the search finds.',
      body: successEnvelope(
        z
          .strictObject({
            bills: z.array(z.strictObject({ bill: FoundBill, excerpts: z.array(Excerpt) })),
            found: z.int().meta({ description: 'How many bills it finds among those compared.' }),
            isComplete: z.boolean(),
          })
          .meta({ id: 'BillSearchPreview' }),
      ),
    },
  },
  access: reading,
  budget: { roundTrips: 18, readUnits: 400, writeUnits: 2 },
  example: { body: { criteria: criteriaExample, pageSize: 5 } },
});

export const listBillSearchMatches = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/matches`,
  summary: 'List what a saved search found',
  description:
    'The bills that it found since it was saved, the latest first, with what matched. A bill is in the list once.',
  params,
  query: z.object({
    limit: integerWithDefault(20, 1, 100),
    cursor: z.string().min(1).max(2000).optional().meta({ description: 'The `next` of the previous page.' }),
  }),
  responses: {
    200: {
      description: 'A page of found bills, with the cursor of the next.',
      body: successEnvelope(
        z
          .strictObject({
            matches: z.array(
              z.strictObject({
                foundDate: z.iso.datetime(),
                bill: FoundBill,
                excerpts: z.array(Excerpt),
              }),
            ),
            next: z.string().optional(),
          })
          .meta({ id: 'BillSearchMatches' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: reading,
  budget: { roundTrips: 5, readUnits: 30, writeUnits: 2 },
  example,
});
