// For how long the change feed stores the changes of a tenant (docs/interface/crm.md#retention-of-changes).
import * as z from 'zod';
import { changeRetentionDays } from '../../../../shared/change-feed/retention.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const description = 'For how many days a change stays in the change feed; 400 by default.';
const { least, most } = changeRetentionDays;
const ChangeRetention = z
  .strictObject({ retentionDays: z.int().meta({ description }) })
  .meta({ id: 'ChangeRetention' });
const ChangeRetentionRequest = z
  .object({ retentionDays: z.int().min(least).max(most).meta({ description }) })
  .meta({ id: 'ChangeRetentionRequest' });

const shared = {
  area: 'crm',
  tags: ['Settings'],
  access: { permission: 'crm.settings.write', token: 'required', showsSettings: true },
  path: '/api/v1/Settings/Changes',
} as const;

export const getChangeRetention = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get for how long changes are stored',
  responses: { 200: { description: 'The retention.', body: ChangeRetention } },
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const updateChangeRetention = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Update for how long changes are stored',
  description:
    'Changes that are made from now on are stored for so many days; those stored before keep their own end. A cursor whose change is no longer stored is refused as an unknown one, and the push channel answers it with `resync`. The change is audited. Send the ETag as If-Match to prevent lost updates.',
  body: ChangeRetentionRequest,
  responses: { 200: { description: 'The updated retention.', body: ChangeRetention } },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { retentionDays: 730 } },
});
