// Settings of bill tracking: tracking levels and positions with title and colour, the tabs of a bill's page
// (docs/interface/billtracking.md#bill-settings).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { successEnvelope } from '../../envelopes.ts';
import { billPositions, trackingStatuses } from '../bill.ts';

const title = z.string().trim().min(1).max(60);
const colorCode = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'a colour such as #1B6E3C')
  .meta({ example: '#1B6E3C' });

const fields = {
  trackingLevels: z
    .array(
      z.strictObject({
        trackingLevelId: z.int().min(1).max(9999),
        title,
        colorCode,
        trackingStatus: z.enum(trackingStatuses),
      }),
    )
    .min(1)
    .max(50)
    .meta({
      description:
        'In the order they are offered. Every tracking status has one at least; the first is its own.',
    }),
  positions: z
    .array(z.strictObject({ position: z.enum(billPositions), title, colorCode }))
    .min(1)
    .max(20)
    .meta({ description: 'How each position is shown, every one once.' }),
  detailTabs: z
    .array(title)
    .min(1)
    .max(20)
    .meta({ description: "The tabs of a bill's page, in their order.", example: ['Summary', 'Votes'] }),
  homeStateId: z
    .int()
    .min(0)
    .max(99)
    .optional()
    .meta({ description: 'The state whose officials are shown, by FIPS code.', example: 53 }),
};

const Settings = z.strictObject(fields).meta({ id: 'BillSettings' });
const SettingsRequest = z
  .object(fields)
  .partial()
  .meta({ id: 'BillSettingsRequest', description: 'Only what is sent is changed.' });
export type BillSettingsInput = z.output<typeof SettingsRequest>;

const shared = { area: 'billtracking', path: '/api/1.0/bill/settings', tags: ['Bill Settings'] } as const;
const settings = { description: 'The settings.', body: successEnvelope(Settings) };

export const getBillSettings = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get the tracking levels, positions and tabs of the tenant',
  responses: { 200: settings },
  access: { permission: 'billtracking.bills.read', token: 'tenant' },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: {},
});

export const updateBillSettings = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Change the tracking levels, positions and tabs of the tenant',
  description:
    'A list that is sent replaces the list. A bill whose level is gone is shown with the first level of its status. Send the ETag as If-Match so that nobody is overwritten.',
  body: SettingsRequest,
  responses: { 200: settings },
  access: { permission: 'billtracking.bills.write', token: 'tenant' },
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 16 },
  example: {
    body: { detailTabs: ['Summary', 'Votes', 'Versions', 'History', 'Staff Analysis', 'MACO Analysis'] },
  },
});
