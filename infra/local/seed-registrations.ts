// Gives the demo tenants their registrations: by the rules themselves, each at its own moment, so that the demo holds
// nothing that could not have come about.

import { applyAttendance } from '../../functions/training/registrations/attendance.ts';
import { buildRegistration } from '../../functions/training/registrations/build-registration.ts';
import { loadRegistrationContext } from '../../functions/training/registrations/context.ts';
import { decideOutcome } from '../../functions/training/registrations/outcome.ts';
import { applyPaymentInput, buildPayment } from '../../functions/training/registrations/record/payment.ts';
import { registrationKey } from '../../functions/training/registrations/record/registration.ts';
import { changeStatus } from '../../functions/training/registrations/status-change.ts';
import { requireClassWithSeats, requireRegistration } from '../../functions/training/registrations/store.ts';
import { buildTransitionChanges } from '../../functions/training/registrations/transition.ts';
import { tenantKey } from '../../shared/auth/records.ts';
import { type Change, commit } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { toLocalDate } from '../../shared/directory/local-date.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { type DemoRegistration, demoRegistrations } from './demo-registrations.ts';

const day = 24 * 60 * 60 * 1000;
/** Whose doing the demo is. */
const by = 'system';

interface Seeding {
  readonly tenant: TenantStore;
  readonly timeZone: string;
  readonly now: Date;
}

const keyOf = ({ person, class: of }: DemoRegistration): string => `${person} ${of}`;
const idOf = ({ code }: TenantStore, demo: DemoRegistration): string =>
  recordId(code, 'registration:demo', keyOf(demo));
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * day);

/** Nobody is told of what happened in the demo before it was there. */
const untold = (changes: readonly Change[]): Change[] =>
  changes.filter(({ action }) => action.Put?.Item?.type !== 'notice');

/**
 * Seeds a tenant's registrations, if there are some for it and it has none, and returns the ids that examples name. People,
 * classes and approval chains are there already.
 */
export async function seedRegistrations(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const demo = demoRegistrations[tenant.code] ?? [];
  const [first] = demo;
  if (!first) return {};
  const timeZone = (await tenant.get(tenantKey(tenant)))?.timeZone ?? 'UTC';
  if (!(await tenant.get(registrationKey(tenant, idOf(tenant, first))))) {
    const seeding = { tenant, timeZone, now };
    for (const registration of demo) await bringIn(seeding, registration);
    for (const registration of demo) await bringFurther(seeding, registration);
  }
  if (tenant.code !== 'demo') return {};
  const id = (key: string): string => recordId(tenant.code, 'registration:demo', key);
  return {
    registrationId: id('esteban budget-basics-spring'),
    pendingRegistrationId: id('hiro ethics-online'),
    offeredRegistrationId: id('leo work-zone-full'),
    waitlistedRegistrationId: id('jonas work-zone-full'),
    pastRegistrationId: id('grace meetings-law-past'),
  };
}

/** Registers, as it came out at the time. */
async function bringIn({ tenant, timeZone, now }: Seeding, demo: DemoRegistration): Promise<void> {
  const at = daysBefore(now, demo.daysAgo);
  const classId = recordId(tenant.code, 'class:demo', demo.class);
  const memberId = recordId(tenant.code, 'person:demo', demo.person);
  const found = await loadRegistrationContext(tenant, { classId, memberId }, { now: at, timeZone });
  const outcome = decideOutcome(found, at);
  const due = buildPayment(found.fee, demo.method);
  const { paid } = demo;
  const payment =
    paid && due.state === 'unpaid'
      ? applyPaymentInput(due, {
          state: 'paid',
          date: toLocalDate(timeZone, daysBefore(now, paid.daysAgo)),
          reference: paid.reference,
        })
      : due;
  const { justification, notes } = demo;
  const said = { registrationType: 'Self', registeredBy: by, payment, justification, notes } as const;
  const ids = [idOf(tenant, demo), recordId(tenant.code, 'confirmation:demo', keyOf(demo))];
  const registration = buildRegistration(found, outcome, said, at, () => ids.shift() ?? '');
  const { item, seats } = found;
  const changes = await buildTransitionChanges(tenant, {
    statusChanges: [{ after: registration }],
    classWithSeats: { item, seats },
    requirements: outcome.requirements,
    now: at,
  });
  await commit(untold(changes));
}

/** Cancels, or notes attendance, as it is said of a registration. */
async function bringFurther({ tenant, timeZone, now }: Seeding, demo: DemoRegistration): Promise<void> {
  const { outcome } = demo;
  if (outcome === undefined) return;
  const registrationId = idOf(tenant, demo);
  if (typeof outcome === 'string') {
    const caller = { kind: 'anonymous', subject: 'anonymous', permissions: new Set<never>() } as const;
    const note = { registrationId, attendance: outcome, reason: undefined };
    const { changes } = await applyAttendance({ tenant, caller, settings: { timeZone }, now }, note);
    return commit(untold(changes));
  }
  const before = await requireRegistration(tenant, registrationId);
  const after = changeStatus(before, 'Cancelled', { by, at: now, reason: outcome.cancelled });
  const within = await requireClassWithSeats(tenant, before);
  const steps = [{ before, after }];
  await commit(
    untold(
      await buildTransitionChanges(tenant, {
        statusChanges: steps,
        classWithSeats: within,
        cause: 'Cancelled',
        now,
      }),
    ),
  );
}
