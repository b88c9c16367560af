// The bills that an account of LegiScan monitors, taken over into the tenant's tracking
// (docs/interface/billtracking.md#monitor-lists).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalOneOf } from '../../../../shared/http/lenient.ts';
import { billPositions, trackingStatuses } from '../../bills/record/bill.ts';
import { successEnvelope } from '../../envelopes.ts';
import { stances } from '../record/stance.ts';

const Position = z.enum(billPositions);
/** What a bill may be on that is tracked. */
const Tracked = z.enum(['TRACKING', 'WATCHING', 'PRIORITY']);

const MonitorListRequest = z
  .object({
    positions: z
      .object({ watch: Position.nullish(), support: Position.nullish(), oppose: Position.nullish() })
      .nullish()
      .meta({
        description:
          'The position for each stance: by default MONITOR for watch, SUPPORT for support, OPPOSE for oppose.',
      }),
    trackingStatuses: z
      .object({ watch: Tracked.nullish(), support: Tracked.nullish(), oppose: Tracked.nullish() })
      .nullish()
      .meta({
        description:
          'The tracking status for each stance: by default WATCHING for watch, TRACKING for the others. Only for bills that are not tracked, or still have the status of an earlier import.',
      }),
    removed: optionalOneOf(['KEEP', 'NOT_TRACKED', 'ARCHIVED']).meta({
      description:
        'What becomes of bills that an earlier import tracked and that the account no longer monitors. KEEP, by default, leaves them alone.',
    }),
  })
  .meta({ id: 'MonitorListImportRequest' });

const TrackingState = z
  .strictObject({ trackingStatus: z.enum(trackingStatuses), position: Position })
  .meta({ id: 'MonitorListTracking' });

const Entry = z
  .strictObject({
    legiscanBillId: z.string(),
    state: z.string(),
    billId: z.int(),
    billNumber: z.string(),
    stance: z.enum(stances),
    isRemoved: z.boolean().meta({ description: 'The account no longer monitors it.' }),
    outcome: z.enum(['changed', 'unchanged', 'refused', 'pending']),
    before: TrackingState.optional(),
    after: TrackingState.optional(),
    message: z.string().optional().meta({ description: 'Why the bill was refused, or is pending.' }),
  })
  .meta({ id: 'MonitorListEntry' });

export const importMonitorList = endpoint({
  area: 'billtracking',
  tags: ['Data Synchronization'],
  method: 'POST',
  path: '/api/1.0/datafeed/{id}/monitor-list',
  summary: 'Import the monitor list of a data feed',
  description:
    "Tracks the bills that the account of the feed's key monitors at LegiScan, each with the position that belongs to its stance, as the last run of the feed has read the list. With validateOnly=true nothing is changed, and the entries are the difference. Imported again, a bill is `unchanged`, also where its tracking was changed here since; a stance that changed at LegiScan is imported again. An archived bill stays archived. A request that is interrupted, or has bills that are pending, may be sent again.",
  dryRun: 'verdicts',
  params: z.object({
    id: z
      .guid()
      .transform((text) => text.toLowerCase())
      .meta({ description: 'The id of the data feed.' }),
  }),
  body: MonitorListRequest,
  responses: {
    200: {
      description: 'What became of each bill of the list.',
      body: successEnvelope(
        z
          .strictObject({
            readDate: z.iso.datetime().nullable().meta({ description: 'When a run has read the list.' }),
            entries: z.array(Entry),
          })
          .meta({ id: 'MonitorListImport' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  access: { permission: 'billtracking.bills.write', token: 'required' },
  budget: { roundTrips: 15, readUnits: 19, writeUnits: 72 },
  example: { params: { id: '{{monitorFeedId}}' }, body: { removed: 'KEEP' } },
});
