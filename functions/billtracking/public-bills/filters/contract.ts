// What the filters of a list of bills choose from: the values that the bills the tenant tracks really have
// (docs/interface/billtracking.md#public-bills).
//
// Each reads the short rows of what is tracked: a read unit for some six bills, whatever else the tenant holds.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const Option = z
  .strictObject({
    value: z.string().meta({ description: 'What the filter takes.' }),
    text: z.string().meta({ description: 'What a form shows.' }),
  })
  .meta({ id: 'BillFilterOption' });

const count = z.int().meta({ description: 'How many bills have it.' });

const shared = {
  area: 'billtracking',
  method: 'GET',
  tags: ['Public Bill Filters'],
  access: { permission: 'billtracking.bills.read', token: 'tenant' },
  apiVersion: 'optional',
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 2 },
  example: {},
} as const;

const base = '/api/1.0/legislative/public-bills';
const listResponse = <S extends z.ZodType>(entry: S, description: string) => ({
  200: { description, body: z.array(entry) },
});

const Level = z
  .strictObject({ trackingLevelId: z.int(), title: z.string(), colorCode: z.string(), count })
  .meta({ id: 'PublicTrackingLevel' });

export const listBillTrackingLevels = endpoint({
  ...shared,
  path: `${base}/trackinglevels`,
  summary: 'Tracking levels of the tenant',
  description: 'Those of bills that are tracked; settings have them all.',
  responses: listResponse(Level, 'The levels, in their order.'),
});

export const listBillSessions = endpoint({
  ...shared,
  path: `${base}/sessions`,
  summary: 'Sessions with tracked bills',
  responses: listResponse(
    z.strictObject({ sessionId: z.int(), sessionName: z.string() }).meta({ id: 'PublicBillSession' }),
    'The sessions, the latest name first.',
  ),
});

export const listHouseCommittees = endpoint({
  ...shared,
  path: `${base}/committees/house`,
  summary: 'Committees of the house with tracked bills',
  responses: listResponse(Option, 'The committees by name.'),
});

export const listSenateCommittees = endpoint({
  ...shared,
  path: `${base}/committees/senate`,
  summary: 'Committees of the senate with tracked bills',
  responses: listResponse(Option, 'The committees by name.'),
});

export const listBillSponsors = endpoint({
  ...shared,
  path: `${base}/sponsors`,
  summary: 'Sponsors of tracked bills',
  responses: listResponse(Option, 'The sponsors by name.'),
});

export const listUsedBillTypes = endpoint({
  ...shared,
  path: `${base}/billtypes`,
  summary: 'Types of tracked bills',
  responses: listResponse(Option, 'The types.'),
});

export const listLastActions = endpoint({
  ...shared,
  path: `${base}/lastactions`,
  summary: 'Last actions on tracked bills',
  description: "The source's kind of the action, where it tells one; else its text.",
  responses: listResponse(Option, 'The actions.'),
});

export const listBillStatuses = endpoint({
  ...shared,
  path: `${base}/status`,
  summary: 'Statuses of tracked bills',
  responses: listResponse(Option, 'The statuses.'),
});

export const listBillTags = endpoint({
  ...shared,
  path: `${base}/filter/tags`,
  summary: 'Tags of tracked bills',
  responses: listResponse(
    z.strictObject({ tagId: z.string(), text: z.string(), count }).meta({ id: 'PublicBillTag' }),
    'The tags.',
  ),
});

export const listBillUsers = endpoint({
  ...shared,
  path: `${base}/filter/billusers`,
  summary: 'People that tracked bills are assigned to',
  responses: listResponse(
    z.strictObject({ personId: z.uuid(), fullName: z.string(), count }).meta({ id: 'PublicBillUser' }),
    'The people by name.',
  ),
});

const Label = z.strictObject({ id: z.string(), text: z.string(), count }).meta({ id: 'PublicBillLabel' });

export const listBillGroups = endpoint({
  ...shared,
  path: `${base}/filter/groups`,
  summary: 'Groups that tracked bills are assigned to',
  responses: listResponse(Label, 'The groups.'),
});

export const listBillUserTags = endpoint({
  ...shared,
  path: `${base}/filter/billusertags`,
  summary: "Users' own tags of tracked bills",
  responses: listResponse(Label, 'The tags.'),
});
