// Seeds the training of the demo tenants: the requests of training.json, then the records that no endpoint creates.
import * as z from 'zod';
import { addNotification, emptyInbox, inboxKey } from '../../../../functions/training/notifications/inbox.ts';
import { notificationKindNames } from '../../../../functions/training/notifications/notification-kinds.ts';
import { deriveRecordNumber } from '../../../../functions/training/record-numbers.ts';
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { completeStep } from '../steps/complete-step.ts';
import {
  type DemoMoment,
  demoId,
  readDemoFile,
  resolveReferences,
  resolveValues,
} from '../steps/references.ts';
import { DemoRequest, sendDemoRequests } from '../steps/requests.ts';
import { seedAttendance } from './seed-attendance.ts';
import { seedAwardings } from './seed-awardings.ts';
import { DemoCertifications, seedCertifications } from './seed-certifications.ts';
import { seedCredentials } from './seed-credentials.ts';
import { seedEvaluation } from './seed-evaluation.ts';
import { seedLaunches } from './seed-launches.ts';
import { seedLinks } from './seed-links.ts';
import { seedReportedCredit } from './seed-reported-credit.ts';

const DAY = 86_400_000;

const DemoNotification = z.strictObject({
  person: z.string(),
  kind: z.enum(notificationKindNames),
  daysAgo: z.number(),
  message: z.string(),
  link: z.strictObject({ type: z.enum(['registration', 'award']), id: z.string() }),
});

const DemoTraining = z.record(
  z.string(),
  z.strictObject({
    /** The values of `{{name}}` in the contracts' examples. */
    values: z.record(z.string(), z.string()).default({}),
    /** Sent group after group. */
    requests: z.record(z.string(), z.array(DemoRequest)),
    /** The in-app notifications that some people have. */
    notifications: z.array(DemoNotification),
    /** Sent, group after group, when registrations for awards exist. */
    paymentsOfAwards: z.record(z.string(), z.array(DemoRequest)).default({}),
    /** By key of the person. */
    certifications: z.record(z.string(), DemoCertifications),
  }),
);

/** Adds the notifications that a person does not have yet, in their order. */
async function seedNotifications(
  tenant: TenantStore,
  notifications: readonly z.output<typeof DemoNotification>[],
  moment: DemoMoment,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { person, daysAgo, link, ...notification } of notifications) {
    const count = counts.get(person) ?? 0;
    counts.set(person, count + 1);
    const personId = demoId(tenant.code, `person:${person}`);
    const inbox = (await tenant.get(inboxKey(tenant, personId), { consistent: true })) ?? emptyInbox;
    if (inbox.newest > count) continue;
    const createdDate = new Date(moment.now.getTime() - daysAgo * DAY).toISOString();
    const target = { type: link.type, id: resolveReferences(link.id, moment) };
    await commit(addNotification(tenant, personId, inbox, { ...notification, link: target, createdDate }));
  }
}

/** Seeds a tenant's training, if the demo has some for it, and returns the values that examples name. */
export async function seedTraining(
  tenant: TenantStore,
  now: Date,
  isAgain: boolean,
): Promise<Readonly<Record<string, string>>> {
  const training = (await readDemoFile('training.json', DemoTraining))[tenant.code];
  const settings = await tenant.get(tenantKey(tenant));
  if (training === undefined || settings === undefined) return {};
  const moment = { tenantCode: tenant.code, timeZone: settings.timeZone, now, isAgain };
  const complete = <T>(step: () => Promise<T>) => completeStep(isAgain, step);
  await sendDemoRequests(tenant, training.requests, moment);
  await complete(() => seedNotifications(tenant, training.notifications, moment));
  const credentials = await complete(() => seedCredentials(tenant, now));
  await complete(() => seedCertifications(tenant, training.certifications, moment));
  await sendDemoRequests(tenant, training.paymentsOfAwards, moment);
  const attendance = await complete(() => seedAttendance(tenant, now));
  const evaluation = await complete(() => seedEvaluation(tenant, now));
  const awardings = await complete(() => seedAwardings(tenant, now));
  const reported = await complete(() => seedReportedCredit(tenant, now));
  const number = deriveRecordNumber(demoId(tenant.code, 'certificateNumber:kira clerk'), 'certificate');
  const values = resolveValues(training.values, moment);
  return {
    ...values,
    ...(await complete(() => seedLinks(tenant, { ...values, ...evaluation }, now))),
    ...(await complete(() => seedLaunches(tenant, values, now))),
    ...credentials,
    ...attendance,
    ...evaluation,
    ...awardings,
    ...reported,
    ...(Object.keys(training.values).length > 0 && { certificateNumber: number }),
  };
}
