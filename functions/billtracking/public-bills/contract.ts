// Bills for existing callers, who send no api-version header (docs/interface/billtracking.md#public-bills).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { AnalysisView, PublicAnalysis } from '../bills/analyses/schemas.ts';
import { BillDetail, BillRowView, BillSourceView, BillVersionView } from '../bills/detail/schemas.ts';
import { pageEnvelope } from '../envelopes.ts';
import { BillActionView, BillListRequest, RollCallDetail, RollCallView } from './schemas.ts';

const shared = {
  area: 'billtracking',
  tags: ['Public Bills'],
  access: { permission: 'billtracking.bills.read', token: 'tenant' },
  apiVersion: 'optional',
} as const;

const params = z.object({
  id: z.coerce.number().int().min(0).max(2_147_483_647).meta({ description: 'The id of the bill.' }),
});
const example = { params: { id: '{{billId}}' } };
const billRequest = { ...shared, method: 'GET', params, refuses: ['RESOURCE_NOT_FOUND'], example } as const;
const listResponse = <S extends z.ZodType>(entry: S, description: string) => ({
  200: { description, body: z.array(entry) },
});

const listDescription =
  'Without a filter, the list has the tracked bills, the latest action first, and every page costs the same. A bill number is looked up in all sessions, and the words of a text in an index, at a cost that does not depend on the number of bills. Other filters and orders, and words that many bills have, read the short rows of the tracked bills: one read unit for some eight bills. Archived and untracked bills are listed when the filter names their status. Untracked bills are read by session; a caller with a token may search a text in all sessions, or in those of the states of the filter.';

export const listPublicBills = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/legislative/public-bills/list',
  summary: 'List bills',
  description: listDescription,
  body: BillListRequest,
  repeatable: true,
  responses: { 200: { description: 'A page of bills.', body: pageEnvelope(BillRowView) } },
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 2 },
  example: { body: { sortBy: 'LastAction', isAsscending: false, pageNumber: 1, pageSize: 20 } },
});

export const countPublicBills = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/legislative/public-bills/all-filter-list/count',
  summary: 'Count bills',
  description: 'The number of bills on all pages of the list for the same filter.',
  body: BillListRequest,
  repeatable: true,
  responses: { 200: { description: 'The number.', body: z.int() } },
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 2 },
  example: { body: { billTypes: ['HB'], introducedStartDate: '2025-01-01' } },
});

export const getPublicBillDetail = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/legislative/public-bills/{id}/detail',
  summary: 'Get the detail of a bill',
  description:
    'A bill that the tenant does not track, or that does not exist, has the id 0: callers display "not tracked". The content of an existing bill is returned in either case.',
  params,
  responses: { 200: { description: 'The bill.', body: BillDetail } },
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 2 },
  example,
});

export const listPublicBillVersions = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/version',
  summary: 'List the versions of a bill',
  responses: listResponse(BillVersionView, 'The versions, in their order.'),
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
});

export const listPublicBillActions = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/actionhistory',
  summary: 'List the actions on a bill',
  responses: listResponse(BillActionView, 'The actions, the latest first.'),
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
});

export const listPublicBillSources = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/source',
  summary: 'List the sources of a bill',
  responses: listResponse(BillSourceView, 'The sources.'),
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
});

export const listPublicBillAnalyses = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/analysis',
  summary: 'List the analyses of a bill',
  description: 'Only callers with a token get analyses that are not public.',
  responses: listResponse(AnalysisView, 'The analyses, the latest first.'),
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 2 },
});

export const getPublicBillAnalysis = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/maco/publicanalysis',
  summary: 'Get the public analysis of a bill',
  responses: {
    200: { description: 'The tracking level of the bill and its public analyses.', body: PublicAnalysis },
  },
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 2 },
});

export const listPublicRollCalls = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/rollcall',
  summary: 'List the roll calls on a bill',
  responses: listResponse(RollCallView, 'The roll calls, the latest first.'),
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 2 },
});

export const getPublicRollCall = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/rollcall/{id}/detail',
  summary: 'Get the votes of a roll call',
  responses: { 200: { description: 'The vote of each legislator, by name.', body: RollCallDetail } },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: { params: { id: '{{rollCallId}}' } },
});

const Tab = z
  .strictObject({ name: z.string().meta({ example: 'Summary' }), sequence: z.int() })
  .meta({ id: 'BillDetailTab' });

export const getBillDetailTabs = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/billdetail-tabs/GetBillDetailTabs',
  summary: "List the tabs of a bill's page",
  responses: listResponse(Tab, 'The tabs, in their order.'),
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: {},
});
