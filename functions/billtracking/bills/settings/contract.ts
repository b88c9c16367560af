// Settings of bill tracking: tracking levels, positions and the tabs of a bill's page
// (docs/interface/billtracking.md#bill-settings).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { successEnvelope } from '../../envelopes.ts';
import { billPositions, DEFAULT_REWRITE_PERCENT, trackingStatuses } from '../record/bill.ts';

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
        'In display order. Every tracking status has at least one level; the first of them is its default.',
    }),
  positions: z
    .array(z.strictObject({ position: z.enum(billPositions), title, colorCode }))
    .min(1)
    .max(20)
    .meta({ description: 'The title and colour of each position, every position once.' }),
  ownPositions: z
    .array(
      z.strictObject({
        positionId: z.int().min(1).max(9999),
        title,
        colorCode,
        position: z.enum(billPositions).meta({
          description: 'The position that it counts as: in lists, scorecards and for callers that know five.',
        }),
      }),
    )
    .max(50)
    .optional()
    .meta({ description: "The tenant's own positions, such as Negotiating, in display order." }),
  priorities: z
    .array(z.strictObject({ priority: z.int().min(1).max(5), title, colorCode }))
    .min(1)
    .max(5)
    .optional()
    .meta({
      description:
        'The priorities that bills may have, 1 the most urgent, with the titles and colours of the tenant. Without it, 1 to 5.',
    }),
  detailTabs: z
    .array(title)
    .min(1)
    .max(20)
    .meta({ description: "The tabs of a bill's page, in their order.", example: ['Summary', 'Votes'] }),
  rewritePercent: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({
      description: `Subscribers of \`rewrite\` are notified of a new version that replaces at least so many percent of the text before it; ${DEFAULT_REWRITE_PERCENT} by default.`,
      example: 50,
    }),
  homeStateId: z.int().min(0).max(99).optional().meta({
    description: 'The state whose officials are listed by default: FIPS code. Absent until it is set.',
    example: 53,
  }),
};

export const Settings = z.strictObject(fields).meta({ id: 'BillSettings' });
const SettingsRequest = z
  .object(fields)
  .partial()
  .meta({ id: 'BillSettingsRequest', description: 'Only the fields that are sent are changed.' });
export type BillSettingsInput = z.output<typeof SettingsRequest>;

const shared = { area: 'billtracking', path: '/api/1.0/bill/settings', tags: ['Bill Settings'] } as const;
const settings = { description: 'The settings.', body: successEnvelope(Settings) };

export const getBillSettings = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get the bill tracking settings',
  responses: { 200: settings },
  access: { permission: 'billtracking.bills.read', token: 'required' },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: {},
});

export const updateBillSettings = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Update the bill tracking settings',
  description:
    'A list in the request replaces the whole list. A bill whose level no longer exists gets the first level of its status. Send the ETag as If-Match to prevent lost updates.',
  body: SettingsRequest,
  responses: { 200: settings },
  access: { permission: 'billtracking.bills.write', token: 'tenant' },
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 16 },
  example: {
    body: { detailTabs: ['Summary', 'Votes', 'Versions', 'History', 'Staff Analysis', 'MACO Analysis'] },
  },
});
