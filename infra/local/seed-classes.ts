// Gives the demo tenants their classes.

import { insertClass } from '../../functions/training/classes/changes.ts';
import { buildReminderChanges } from '../../functions/training/classes/class-timers.ts';
import { loadClassReferences } from '../../functions/training/classes/load-references.ts';
import { buildClass, type ClassPlan } from '../../functions/training/classes/plan-class.ts';
import { applyReferences } from '../../functions/training/classes/references.ts';
import { classesByStart } from '../../functions/training/classes/store.ts';
import { defaultTrainingSettings } from '../../functions/training/settings/defaults/training-settings.ts';
import { commit } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { type DemoClass, demoClasses } from './demo-classes.ts';

/** The zone of every demo class, whatever the tenant's. */
const timeZone = 'America/Los_Angeles';
const day = 24 * 60 * 60 * 1000;
/** The demo's classes were announced so long before they were seeded. */
const announcedDaysAgo = 90;

/**
 * Seeds a tenant's classes, if there are some for it and it has none, and returns the ids that examples name. Its courses,
 * awards and settings are there already. Registrations and the seats they take are seeded after.
 */
export async function seedClasses(tenant: TenantStore, now: Date): Promise<Readonly<Record<string, string>>> {
  const classes = demoClasses[tenant.code];
  if (classes === undefined) return {};
  if ((await classesByStart(tenant).total()) === 0) await bringIn(tenant, classes, now);
  const id = (key: string) => recordId(tenant.code, 'class:demo', key);
  const keys = {
    classId: 'budget-basics-spring',
    approvalClassId: 'ethics-online',
    fullClassId: 'work-zone-full',
    pastClassId: 'meetings-law-past',
    emptyClassId: 'records-scheduled',
  };
  const known = Object.entries(keys).filter(([, key]) => Object.hasOwn(classes, key));
  return Object.fromEntries(known.map(([name, key]) => [name, id(key)]));
}

const daysAfter = (from: Date, days: number): string =>
  new Date(from.getTime() + days * day).toISOString().slice(0, 10);

/** The Wednesday on or after so many days from now: weekdays are the same whenever the demo is seeded. */
function wednesdayAfter(now: Date, days: number): Date {
  const from = new Date(now.getTime() + days * day);
  return new Date(from.getTime() + ((3 - from.getUTCDay() + 7) % 7) * day);
}

function planned(tenant: TenantStore, key: string, demo: DemoClass, now: Date): ClassPlan {
  const idOf = (kind: string, of: string): string => recordId(tenant.code, `${kind}:demo`, of);
  const { course, award, object, instructors, from, sessions, registration, ...content } = demo;
  const { opensDaysBefore, early, chain, ...settings } = registration;
  const begins = wednesdayAfter(now, from);
  return buildClass(
    idOf('class', key),
    {
      ...content,
      courseId: idOf('course', course),
      awardId: award && idOf('award', award),
      objectTypeId: idOf('objectType', object),
      timeZone,
      instructors: instructors.map((person) => ({ personId: idOf('person', person) })),
      sessions: sessions.map((session) => ({ ...session, date: daysAfter(begins, session.day) })),
      registration: {
        ...settings,
        opensAt: opensDaysBefore === undefined ? undefined : `${daysAfter(begins, -opensDaysBefore)}T09:00`,
        early: early && { ...early, endsAt: `${daysAfter(begins, -early.endsDaysBefore)}T17:00` },
        approvalChainId: chain && idOf('approvalChain', chain),
      },
    },
    {
      settings: defaultTrainingSettings,
      timeZone,
      now: new Date(now.getTime() - announcedDaysAgo * day),
      newId: sessionIds(tenant, key),
      by: undefined,
    },
  );
}

/** Ids of sessions, the same at every seeding. */
function sessionIds(tenant: TenantStore, key: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return recordId(tenant.code, 'session:demo', `${key} ${count}`);
  };
}

/** One class after the other: each counts itself at its course, its type, its chain and its instructors. */
async function bringIn(
  tenant: TenantStore,
  classes: Readonly<Record<string, DemoClass>>,
  now: Date,
): Promise<void> {
  const plans = Object.entries(classes).map(([key, demo]) => planned(tenant, key, demo, now));
  const found = await loadClassReferences(
    tenant,
    plans.map(({ item }) => item),
  );
  for (const plan of plans) {
    const item = applyReferences(plan, undefined, found);
    const changes = await insertClass(tenant, item);
    await commit([...changes, ...buildReminderChanges(tenant, undefined, item, now)]);
  }
}
