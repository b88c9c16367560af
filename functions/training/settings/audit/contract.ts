// The audit of settings: who changed which setting, when, and from which value to which.
import * as z from 'zod';
import { auditedSettings } from '../../../../shared/audit/audited-settings.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { cursorHeaders, cursorQuery } from '../../listing/cursor-listing.ts';

const SettingView = z.record(z.string(), z.unknown());

const SettingChange = z
  .strictObject({
    id: z.uuid(),
    at: z.iso.datetime().meta({ description: "When the setting was changed, by the tenant's clock." }),
    setting: z.enum(auditedSettings).meta({ description: "The last part of the setting's path." }),
    entry: z
      .string()
      .optional()
      .meta({ description: 'The entry of the setting: its id, or the name of a role.' }),
    action: z.enum(['created', 'changed', 'removed']),
    by: z.string().meta({ description: 'The subject of the token; anonymous when no token was sent.' }),
    byName: z.string().optional(),
    before: SettingView.optional().meta({
      description: 'The value before the change; absent when the entry was created.',
    }),
    after: SettingView.optional().meta({
      description: 'The value after the change; absent when the entry was removed.',
    }),
  })
  .meta({ id: 'SettingChange' });

export const listSettingChanges = endpoint({
  area: 'training',
  tags: ['Settings'],
  method: 'GET',
  path: '/api/v1/Settings/Audit',
  summary: 'List changes of settings, latest first',
  description:
    'Every change of a setting is recorded in the same transaction. Entries are never changed or removed.',
  query: z.object(cursorQuery),
  responses: {
    200: { description: 'A page of changes.', body: z.array(SettingChange), headers: cursorHeaders },
  },
  // The audit names the people who change settings, so reading it takes the permission to change them.
  access: { permission: 'training.settings.write', token: 'required' },
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { pageSize: 20 } },
});
