// Seeds the bill tracking of the demo tenants: bills, calendar, the requests of billtracking.json, subscriptions.
import * as z from 'zod';
import { billById, rollCallId } from '../../../../functions/billtracking/bills/record/store.ts';
import { positionEntryId } from '../../../../functions/billtracking/bills/tracking/tracking.ts';
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { numberDemoCommittees } from '../crm/number-committees.ts';
import { completeStep } from '../steps/complete-step.ts';
import { readDemoFile, resolveValues } from '../steps/references.ts';
import { DemoRequest, sendDemoRequests } from '../steps/requests.ts';
import { seedBillDocuments } from './seed-bill-documents.ts';
import { seedBills } from './seed-bills.ts';
import { seedCampaign } from './seed-campaign.ts';
import { seedDataFeed } from './seed-data-feed.ts';
import { seedDuplicateSessions } from './seed-duplicate-sessions.ts';
import { seedEvents } from './seed-events.ts';
import { seedReportSchedule } from './seed-report-schedule.ts';
import { DemoSubscription, seedSubscriptions } from './seed-subscriptions.ts';

/** The legislation days of a session: real ones, in runs of consecutive days. */
const LegislationDays = z.looseObject({
  stateId: z.int(),
  runs: z.array(z.strictObject({ legislativeDay: z.int(), from: z.iso.date(), days: z.int() })),
});

const BillTracking = z.strictObject({
  /** The values of `{{name}}` in the contracts' examples. */
  values: z.record(z.string(), z.string()).default({}),
  legislationDays: LegislationDays,
  /** Sent group after group. */
  requests: z.record(z.string(), z.array(DemoRequest)),
  subscriptions: z.record(z.string(), DemoSubscription),
});

/** The request that saves the legislation days. */
function toRequest({ stateId, runs, ...body }: z.output<typeof LegislationDays>): DemoRequest {
  const days = runs.flatMap(({ legislativeDay, from, days: length }) =>
    Array.from({ length }, (_, offset) => ({
      legislativeDay: legislativeDay + offset,
      date: addDays(from, offset),
    })),
  );
  return DemoRequest.parse({
    send: 'saveLegislationDays',
    params: { stateId: String(stateId) },
    body: { ...body, days },
  });
}

/** The first position of the bill that examples name. */
async function findPositionEntry(
  tenant: TenantStore,
  billId: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const bill = billId === undefined ? undefined : await billById(tenant, billId);
  const [first] = bill?.positions ?? [];
  return first ? { positionEntryId: positionEntryId(first) } : {};
}

/** Seeds a tenant's bill tracking and returns the values that examples name. Existing records stay as they are. */
export async function seedBilltracking(
  tenant: TenantStore,
  now: Date,
  isAgain: boolean,
): Promise<Readonly<Record<string, string>>> {
  const file = await readDemoFile('billtracking.json', z.record(z.string(), BillTracking));
  const [data, settings] = [file[tenant.code], await tenant.get(tenantKey(tenant))];
  const legislature = await numberDemoCommittees(tenant);
  if (!data || !settings || !legislature) return {};
  const moment = { tenantCode: tenant.code, timeZone: settings.timeZone, now, isAgain };
  const complete = <T>(step: () => Promise<T>) => completeStep(isAgain, step);
  const billIds = (await complete(() => seedBills(tenant, legislature, moment))) ?? new Map<string, string>();
  const event = await complete(() => seedEvents(tenant, legislature, billIds, moment));
  const numbers = new Map([
    ...[...billIds].map(([billNumber, id]) => [`bill:${billNumber}`, Number(id)] as const),
    ...[...legislature.committees].map(([key, { id }]) => [`committee-number:${key}`, id] as const),
  ]);
  const numbered = { ...moment, numbers };
  const requests = { legislationDays: [toRequest(data.legislationDays)], ...data.requests };
  await sendDemoRequests(tenant, requests, numbered);
  const values = resolveValues(data.values, numbered);
  return {
    ...values,
    ...(values.billId && { rollCallId: String(rollCallId(values.billId, 1)) }),
    ...(await complete(() => findPositionEntry(tenant, values.billId))),
    ...(await complete(() => seedCampaign(tenant, values))),
    ...event,
    ...(await complete(() => seedDuplicateSessions(tenant, now))),
    ...(await complete(() => seedBillDocuments(tenant, values.billId, now))),
    ...(await complete(() => seedDataFeed(tenant, settings.timeZone, now))),
    ...(await complete(() => seedReportSchedule(tenant, settings, values, now))),
    ...(await complete(() => seedSubscriptions(tenant, settings, data.subscriptions, now))),
  };
}
