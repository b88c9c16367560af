// Bills as existing callers ask for them, without the api-version header (docs/interface/billtracking.md#public-bills).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { AnalysisView, PublicAnalysis } from '../bills/analyses/schemas.ts';
import { pageEnvelope } from '../envelopes.ts';
import {
  BillActionView,
  BillDetail,
  BillListRequest,
  BillRowView,
  BillSourceView,
  BillVersionView,
  RollCallDetail,
  RollCallView,
} from './schemas.ts';

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
  'Without a filter the list is of the bills that are tracked, the latest action first, and a page costs the same wherever it is. A bill number is looked up, whatever the session. Other filters and orders read the short rows of what is tracked: a read unit for some ten bills. Bills that are archived or not tracked are there when their status is asked for.';

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
  description: 'The number of bills that the list has on all pages for the same filter.',
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
  summary: 'Get one bill',
  description:
    'A bill that the tenant does not track, or that nobody knows, has the id 0: callers show "not tracked". What a source tells of a bill is there all the same.',
  params,
  responses: { 200: { description: 'The bill.', body: BillDetail } },
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 2 },
  example,
});

export const listPublicBillVersions = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/version',
  summary: 'The versions of a bill',
  responses: listResponse(BillVersionView, 'The versions, in their order.'),
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
});

export const listPublicBillActions = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/actionhistory',
  summary: 'The actions on a bill',
  responses: listResponse(BillActionView, 'The actions, the latest first.'),
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
});

export const listPublicBillSources = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/source',
  summary: 'Where a bill can be read',
  responses: listResponse(BillSourceView, 'The sources.'),
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
});

export const listPublicBillAnalyses = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/analysis',
  summary: 'The analyses of a bill',
  description: 'Those that are not published are for callers with a token.',
  responses: listResponse(AnalysisView, 'The analyses, the latest first.'),
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 2 },
});

export const getPublicBillAnalysis = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/maco/publicanalysis',
  summary: 'What the association publishes on a bill',
  responses: { 200: { description: 'Its level, and the published analyses.', body: PublicAnalysis } },
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 2 },
});

export const listPublicRollCalls = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/{id}/rollcall',
  summary: 'The roll calls on a bill',
  responses: listResponse(RollCallView, 'The roll calls, the latest first.'),
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
});

export const getPublicRollCall = endpoint({
  ...billRequest,
  path: '/api/1.0/legislative/public-bills/rollcall/{id}/detail',
  summary: 'How each legislator voted in a roll call',
  responses: { 200: { description: 'The votes, by name.', body: RollCallDetail } },
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
  summary: "The tabs of a bill's page",
  responses: listResponse(Tab, 'The tabs, in their order.'),
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: {},
});
