// The audit of settings: who changed which one, when, and from what to what.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { auditedSettings } from '../../../../shared/settings/audited-settings.ts';
import { cursorHeaders, cursorQuery } from '../../cursor-listing.ts';

const SettingView = z.record(z.string(), z.unknown());

const SettingChange = z
  .strictObject({
    id: z.uuid(),
    at: z.iso.datetime().meta({ description: 'When, by the clock of the tenant.' }),
    setting: z.enum(auditedSettings).meta({ description: 'The last part of the address of the setting.' }),
    entry: z
      .string()
      .optional()
      .meta({ description: 'Which entry of the list: its id, or the name of a role.' }),
    action: z.enum(['created', 'changed', 'removed']),
    by: z.string().meta({ description: 'The subject of the token; anonymous when there was none.' }),
    byName: z.string().optional(),
    before: SettingView.optional().meta({ description: 'The setting as it was; absent when it was made.' }),
    after: SettingView.optional().meta({
      description: 'The setting as it became; absent when it was removed.',
    }),
  })
  .meta({ id: 'SettingChange' });

export const listSettingChanges = endpoint({
  area: 'training',
  tags: ['Settings'],
  method: 'GET',
  path: '/api/v1/Settings/Audit',
  summary: 'List the changes of settings, the latest first',
  description:
    'Every change of a setting is here from the moment it is made, and stays: nothing changes or removes an entry.',
  query: z.object(cursorQuery),
  responses: {
    200: { description: 'A page of changes.', body: z.array(SettingChange), headers: cursorHeaders },
  },
  // It names those who work for the association: for those who change settings themselves.
  access: { permission: 'training.settings.write', token: 'required' },
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { pageSize: 20 } },
});
