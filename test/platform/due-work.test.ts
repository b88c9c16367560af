// Scheduled work costs what is due, not how many tenants there are: 10,000 idle tenants beside 100 busy ones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportRuns } from '../../functions/crm/exports/store.ts';
import { importRuns } from '../../functions/crm/imports/record/store.ts';
import { runKinds } from '../../functions/crm/merge/run-merge.ts';
import { openErasuresDue } from '../../functions/crm/people/erasure/store.ts';
import { buildTenant } from '../../functions/identity/tenants/tenant.ts';
import { dueMessagesKind } from '../../functions/training/notifications/notification-message.ts';
import { reportRuns } from '../../functions/training/reports/store.ts';
import { listTriggeredFunctions, loadHandler } from '../../infra/contracts/triggered-functions.ts';
import { dueListings } from '../../infra/local/database/index-due-work.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { broadcastRuns } from '../../shared/broadcasts/store.ts';
import { type Change, commit, put, remove } from '../../shared/data/changes.ts';
import { createMeter, runWithMeter } from '../../shared/data/meter.ts';
import { openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { writeBatches } from '../../shared/data/write-batches.ts';
import { groupRuns } from '../../shared/directory/groups/group-filters.ts';
import { openMergesDue } from '../../shared/directory/record-merge/merge-record.ts';
import { dueMails, dueMailsKind, putMail } from '../../shared/mail/outbox.ts';
import { type DueWork, serveDueTenants } from '../../shared/platform/due-tenants.ts';
import { runDueTimers } from '../../shared/schedule/run-due-timers.ts';
import { dueTimers, dueTimersKind, setTimer } from '../../shared/schedule/timers.ts';
import { dueQueuesKind } from '../../shared/subscriptions/delivery-store.ts';
import { moveClock } from '../harness/move-clock.ts';
import { createTestTable, dropTable } from '../harness/table.ts';

const idleTenants = 10_000;
const busyTenants = 100;
const timersPerTenant = 3;

let table: string;
const hour = 3_600_000;
const now = new Date();

function openTenant(name: string): TenantStore {
  const code = parseTenantCode(name);
  if (!code) throw new Error('a tenant code');
  return openTenantStore(code);
}
const busy = Array.from({ length: busyTenants }, (_, index) => openTenant(`busy-${index}`));

/** An idle tenant: its settings, and a timer in the far future. */
function buildIdle(index: number): Change[] {
  const tenant = openTenant(`idle-${index}`);
  const settings = buildTenant(tenant.code, { name: tenant.code }, now);
  const later = new Date(now.getTime() + 30 * 24 * hour);
  return [put(tenantKey(tenant), settings), setTimer(tenant, { kind: 'later', subject: 'x', dueAt: later })];
}

const buildBusy = (tenant: TenantStore, index: number): Change[] => [
  put(tenantKey(tenant), buildTenant(tenant.code, { name: tenant.code }, now)),
  ...Array.from({ length: timersPerTenant }, (_, timer) =>
    setTimer(tenant, {
      kind: 'test',
      subject: `t${timer}`,
      dueAt: new Date(now.getTime() - (index + 1) * 60_000),
    }),
  ),
];

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  table = (await createTestTable()).tableName;
  const idle = Array.from({ length: idleTenants }, (_, index) => buildIdle(index)).flat();
  await writeBatches([...idle, ...busy.flatMap(buildBusy)], 8);
});
afterAll(() => dropTable(table));

const buildWork = (work: Partial<DueWork>): DueWork => ({
  job: 'test',
  kinds: [dueTimersKind(), dueMessagesKind],
  byTenantClock: true,
  now,
  hasTime: () => true,
  serve: (tenant) =>
    runDueTimers(tenant, {
      rules: { test: () => [] },
      now,
      newId: () => 'x',
      hasTime: () => true,
    }),
  ...work,
});

/** Serves a tenant by writing down its code. */
const collectInto =
  (served: string[]) =>
  ({ code }: TenantStore): Promise<boolean> => {
    served.push(code);
    return Promise.resolve(false);
  };

/** What a run reads. */
async function measure<T>(run: () => Promise<T>) {
  const meter = createMeter();
  const result = await runWithMeter(meter, run);
  return { result, readUnits: meter.readUnits, roundTrips: meter.roundTrips };
}

/** What has nothing to do with tenants: the signing keys, and the keys of API Gateway, which is asked first. */
const ofPlatform: ReadonlySet<string> = new Set(['rotate-keys', 'sweep-api-keys']);

describe('the index of what is due', () => {
  it('gets what an earlier version stored of every kind of work that was listed before', () => {
    const kinds = [
      ...[dueTimersKind('training'), dueTimersKind('billtracking'), dueMessagesKind, dueMailsKind],
      ...[dueQueuesKind, reportRuns.dueKind, openErasuresDue],
      ...[importRuns, exportRuns, broadcastRuns, groupRuns].map(({ dueKind }) => dueKind),
      ...runKinds.map(openMergesDue),
    ];
    expect(new Set(kinds.map(({ listing }) => listing))).toEqual(dueListings);
  });
});

describe('with 10,000 idle tenants and 100 busy ones', () => {
  it('a run that has no time says how many tenants it did not reach, and since when the oldest waits', async () => {
    const served: string[] = [];
    const report = await serveDueTenants(
      buildWork({ hasTime: () => served.length < 20, serve: collectInto(served) }),
    );
    expect(report.notReached).toBe(busyTenants - report.reached);
    expect(report.reached).toBe(20);
    expect(report.oldestDueSeconds).toBeGreaterThan(60);
  });

  it('every second run begins elsewhere, so a tenant that takes a whole run does not keep out the same others', async () => {
    const evenMinute = Math.ceil(now.getTime() / 120_000) * 120_000;
    const firstServed = async (minute: number): Promise<string | undefined> => {
      const served: string[] = [];
      const hasTime = () => served.length === 0;
      const at = new Date(evenMinute + minute * 60_000);
      await serveDueTenants(buildWork({ now: at, hasTime, serve: collectInto(served) }));
      return served[0];
    };
    expect(await firstServed(0)).toBe(`busy-${busyTenants - 1}`);
    expect(await firstServed(2)).toBe(`busy-${busyTenants - 1}`);
    expect(await firstServed(1)).not.toBe(`busy-${busyTenants - 1}`);
    expect(await firstServed(1)).not.toBe(await firstServed(3));
  });

  it('a failing tenant keeps nobody waiting, and its work counts as due', async () => {
    const served: string[] = [];
    const report = await serveDueTenants(
      buildWork({
        serve: async ({ code }) => {
          if (code === 'busy-7') throw new Error('broken');
          served.push(code);
          return false;
        },
      }),
    );
    expect(served).toHaveLength(busyTenants - 1);
    expect(report).toEqual({ reached: busyTenants, notReached: 0, oldestDueSeconds: 8 * 60 });
  });

  it('so does work of which a part failed, which is not begun again in the same run', async () => {
    let calls = 0;
    const report = await serveDueTenants(
      buildWork({
        serve: async ({ code }) => {
          if (code !== 'busy-3') return false;
          calls += 1;
          return 'failed';
        },
      }),
    );
    expect(calls).toBe(1);
    expect(report).toEqual({ reached: busyTenants, notReached: 0, oldestDueSeconds: 4 * 60 });
  });

  it('one run serves all that is due, and reads for the busy tenants only', async () => {
    const { result, readUnits } = await measure(() => serveDueTenants(buildWork({})));
    expect(result).toEqual({ reached: busyTenants, notReached: 0, oldestDueSeconds: 0 });
    for (const tenant of busy) expect(await dueTimers(tenant, now)).toEqual([]);
    console.log(`${readUnits} read units for ${busyTenants} tenants with ${timersPerTenant} timers each`);
    // Twelve at most for a busy tenant; visiting the idle ones would be 10,000 more.
    expect(readUnits).toBeLessThan(12 * busyTenants);
  });

  it('every scheduled function reads some kilobytes of the index when nothing is due, whatever the number of tenants', async () => {
    const all = await listTriggeredFunctions();
    const scheduled = all.filter(({ trigger, name }) => trigger.kind === 'schedule' && !ofPlatform.has(name));
    expect(scheduled.length).toBeGreaterThan(12);
    for (const triggered of scheduled) {
      const { name } = triggered;
      const handler = await loadHandler<() => Promise<unknown>>(triggered);
      const { readUnits, roundTrips } = await measure(() => handler());
      // At most four kinds in eight parts; a part in which nothing is due costs a round trip and half a read unit at most.
      expect(readUnits, name).toBeLessThanOrEqual(16);
      expect(roundTrips, name).toBeLessThanOrEqual(32);
    }
  });

  it('a tenant with a moved clock is looked at in every run, because its work is not due by the real time', async () => {
    const tenant = openTenant('idle-17');
    await moveClock(tenant, 60 * 24 * 3600);
    const served: string[] = [];
    await serveDueTenants(buildWork({ serve: collectInto(served) }));
    expect(served).toEqual(['idle-17']);
  });

  it('what is done is no longer due', async () => {
    const [tenant] = busy;
    if (!tenant) throw new Error('a tenant');
    const mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hello' };
    await commit([putMail(tenant, 'm1', mail, now)]);
    expect(await dueMails(tenant, now)).toHaveLength(1);
    const find = async () => {
      const served: string[] = [];
      await serveDueTenants(
        buildWork({ kinds: [dueMailsKind], byTenantClock: false, serve: collectInto(served) }),
      );
      return served;
    };
    expect(await find()).toEqual(['busy-0']);
    await commit([remove(tenant.key('OUTBOX#m1', 'MAIL'))]);
    expect(await find()).toEqual([]);
  });
});
