// Saved views of the lists of people, organizations and committees (docs/interface/crm.md#saved-views).
import * as z from 'zod';
import { auditFields } from '../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalOneOf } from '../../../shared/http/lenient.ts';
import { wholeListQuery, wholeListSchema } from '../committees/whole-list.ts';
import { pagingBody } from '../lists/list.ts';
import { listPeopleFiltered } from '../people/contract.ts';
import { viewedLists } from './viewed-lists.ts';

const MAX_COLUMNS = 50;

const columns = z
  .array(z.string().trim().min(1).max(60))
  .max(MAX_COLUMNS)
  .optional()
  .meta({ description: 'The columns to show, in this order.', example: ['name', 'organization'] });

const View = z
  .strictObject({
    id: z.uuid(),
    list: z.enum(viewedLists),
    name: z.string().meta({ example: 'Board members by name' }),
    request: z.record(z.string(), z.unknown()).meta({
      description: 'The body to send to the list, without the page.',
    }),
    columns: z.array(z.string()).optional(),
    isShared: z.boolean().meta({ description: 'Whether everybody of the tenant sees it.' }),
    isDefault: z.boolean().meta({
      description: "Whether the list opens with it: the caller's own choice, otherwise the tenant's.",
    }),
    ...auditFields,
  })
  .omit({ isActive: true })
  .meta({ id: 'View', description: 'A saved view of a list.' });

const fields = {
  name: z.string().trim().min(1).max(120).meta({ example: 'Board members by name' }),
  columns,
  isShared: optionalBoolean().meta({
    description: 'Whether everybody of the tenant sees it. Requires crm.views.share. Default: false.',
  }),
};

const ViewRequest = z
  .discriminatedUnion('list', [
    z.object({
      list: z.literal('people'),
      ...fields,
      request: listPeopleFiltered.body
        .pick({ sortBy: true, sortDirection: true, filterBody: true })
        .meta({ description: 'The body of List people by filters, without the page.' }),
    }),
    ...(['organizations', 'committees'] as const).map((list) =>
      z.object({
        list: z.literal(list),
        ...fields,
        request: pagingBody
          .pick({ filter: true })
          .meta({ description: `The body of List ${list} by page, without the page.` }),
      }),
    ),
  ])
  .meta({ id: 'ViewRequest' });
export type ViewInput = z.output<typeof ViewRequest>;

const DefaultViewRequest = z
  .object({
    list: z.enum(viewedLists),
    viewId: z.guid().nullable().meta({ description: 'The view; null for none.' }),
    isForEverybody: optionalBoolean().meta({
      description:
        'Whether it is the default of all who chose none: requires crm.views.share and a shared view. Default: false.',
    }),
  })
  .meta({ id: 'DefaultViewRequest' });

const shared = {
  area: 'crm',
  tags: ['Views'],
  access: { permission: 'crm.people.read', token: 'required' },
} as const;
/** Callers change their own views; what everybody sees takes a permission. */
const writing = {
  ...shared,
  access: { permission: 'own', others: 'crm.views.share', token: 'required' },
} as const;
const byId = z.object({ viewId: z.guid().meta({ description: 'The id of the view.' }) });
const view = { description: 'The view.', body: View };
const example = { params: { viewId: '{{viewId}}' } };
const request = {
  sortBy: 'name',
  filterBody: { filterRules: [{ fieldId: 'status', filterType: 4, selectedValues: ['Active'] }] },
} as const;

export const listViews = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Views',
  summary: 'List saved views',
  description: "The caller's own views and those of everybody, by name.",
  query: wholeListQuery({
    list: optionalOneOf(viewedLists).meta({ description: 'Only views of this list.', example: 'people' }),
  }),
  responses: {
    200: { description: 'A page of views.', body: wholeListSchema(View).meta({ id: 'ViewPage' }) },
  },
  budget: { roundTrips: 4, readUnits: 12 },
  example: { query: { list: 'people' } },
});

export const createView = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/Views',
  summary: 'Save a view of a list',
  description:
    'A view keeps the body of a list request with its filters and order; send it to the list to see the view. At most 200 of a caller, and 200 of everybody.',
  body: ViewRequest,
  responses: { 201: { ...view, headers: { Location: 'The URL of the view.' } } },
  refuses: ['CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 3 },
  example: { body: { list: 'people', name: 'Active people', request, columns: ['name', 'organization'] } },
});

export const getView = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Views/{viewId}',
  summary: 'Get a saved view',
  params: byId,
  responses: { 200: view },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 10 },
  example,
});

export const updateView = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/Views/{viewId}',
  summary: 'Update a saved view',
  description:
    'Replaces the view. A shared view is changed by callers with crm.views.share. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: ViewRequest,
  responses: { 200: view },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 5, readUnits: 12, writeUnits: 10 },
  example: { ...example, body: { list: 'people', name: 'Active people', request } },
});

export const deleteView = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/v1/Views/{viewId}',
  summary: 'Delete a saved view',
  description: 'A shared view is deleted by callers with crm.views.share.',
  params: byId,
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 4 },
  example,
});

export const setDefaultView = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/Views/Default',
  summary: 'Choose the default view of a list',
  body: DefaultViewRequest,
  responses: { 204: { description: 'It is chosen.', body: null } },
  refuses: ['CONFLICT', 'PERMISSION_DENIED'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 4 },
  example: { body: { list: 'people', viewId: '{{viewId}}' } },
});
