// The values that the filters of a list of bills offer: those that tracked bills have
// (docs/interface/billtracking.md#public-bills).
//
// Each reads the short rows of the tracked bills only: one read unit for some six bills.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const Option = z
  .strictObject({
    value: z.string().meta({ description: 'The value that the filter accepts.' }),
    text: z.string().meta({ description: 'The text that a form displays.' }),
  })
  .meta({ id: 'BillFilterOption' });

const count = z.int().meta({ description: 'The number of bills that have it.' });

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
  summary: 'List the tracking levels of tracked bills',
  description: 'The levels of the tracked statuses. The settings have all levels.',
  responses: listResponse(Level, 'The levels, in their order.'),
});

export const listBillSessions = endpoint({
  ...shared,
  path: `${base}/sessions`,
  summary: 'List the sessions of tracked bills',
  responses: listResponse(
    z.strictObject({ sessionId: z.int(), sessionName: z.string() }).meta({ id: 'PublicBillSession' }),
    'The sessions, the latest name first.',
  ),
});

export const listHouseCommittees = endpoint({
  ...shared,
  path: `${base}/committees/house`,
  summary: 'List the House committees of tracked bills',
  responses: listResponse(Option, 'The committees by name.'),
});

export const listSenateCommittees = endpoint({
  ...shared,
  path: `${base}/committees/senate`,
  summary: 'List the Senate committees of tracked bills',
  responses: listResponse(Option, 'The committees by name.'),
});

export const listBillSponsors = endpoint({
  ...shared,
  path: `${base}/sponsors`,
  summary: 'List the sponsors of tracked bills',
  responses: listResponse(Option, 'The sponsors by name.'),
});

export const listUsedBillTypes = endpoint({
  ...shared,
  path: `${base}/billtypes`,
  summary: 'List the types of tracked bills',
  responses: listResponse(Option, 'The types.'),
});

export const listLastActions = endpoint({
  ...shared,
  path: `${base}/lastactions`,
  summary: 'List the last actions on tracked bills',
  description: "The source's classification of the action, or else its text.",
  responses: listResponse(Option, 'The actions.'),
});

export const listBillStatuses = endpoint({
  ...shared,
  path: `${base}/status`,
  summary: 'List the statuses of tracked bills',
  responses: listResponse(Option, 'The statuses.'),
});

export const listBillTags = endpoint({
  ...shared,
  path: `${base}/filter/tags`,
  summary: 'List the tags of tracked bills',
  responses: listResponse(
    z.strictObject({ tagId: z.string(), text: z.string(), count }).meta({ id: 'PublicBillTag' }),
    'The tags.',
  ),
});

export const listBillUsers = endpoint({
  ...shared,
  path: `${base}/filter/billusers`,
  description: 'Only callers with a token get names; the list is empty for all others.',
  summary: 'List the people to whom tracked bills are assigned',
  responses: listResponse(
    z.strictObject({ personId: z.uuid(), fullName: z.string(), count }).meta({ id: 'PublicBillUser' }),
    'The people by name.',
  ),
});

const Label = z.strictObject({ id: z.string(), text: z.string(), count }).meta({ id: 'PublicBillLabel' });

export const listBillGroups = endpoint({
  ...shared,
  path: `${base}/filter/groups`,
  summary: 'List the groups to which tracked bills are assigned',
  responses: listResponse(Label, 'The groups.'),
});

export const listBillUserTags = endpoint({
  ...shared,
  path: `${base}/filter/billusertags`,
  summary: 'List the user tags of tracked bills',
  responses: listResponse(Label, 'The tags.'),
});
