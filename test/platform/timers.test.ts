// Timers on a real table: due in order, moved and cleared, and each run once however many find it due
// (docs/events.md#timers-and-notifications).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commit, put, update } from '../../shared/data/changes.ts';
import { type Key, openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { runDueTimers, type TimerRule, type TimerRunContext } from '../../shared/schedule/run-due-timers.ts';
import { clearTimer, dueTimers, findTimer, setTimer } from '../../shared/schedule/timers.ts';
import { createTestTable, dropTable } from '../harness/table.ts';

let table: string;
let tenant: TenantStore;
let tenants = 0;

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  table = (await createTestTable()).tableName;
});
afterAll(() => dropTable(table));
beforeEach(() => {
  tenants += 1;
  const code = parseTenantCode(`tenant-${tenants}`);
  if (!code) throw new Error('a tenant code');
  tenant = openTenantStore(code);
});

const noon = new Date('2027-03-01T12:00:00Z');
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const set = (kind: string, subject: string, dueAt: Date) =>
  commit([setTimer(tenant, { kind, subject, dueAt })]);
const subjects = async (now: Date) => (await dueTimers(tenant, now)).map(({ subject }) => subject);

const runWith = (rules: Record<string, TimerRule>, more: Partial<TimerRunContext> = {}) =>
  runDueTimers(tenant, { rules, now: noon, newId: randomUUID, hasTime: () => true, ...more });

const counterKey = (): Key<{ readonly n: number }> => tenant.key('COUNTER', 'COUNTER');
const count: TimerRule = () => [update(counterKey(), { add: { n: 1 } })];
const readCount = async () => (await tenant.get(counterKey(), { consistent: true }))?.n ?? 0;

describe('timers', () => {
  it('are due in the order of their due times, the due time itself included', async () => {
    await set('a', 'late', minutesLater(1));
    await set('b', 'now', noon);
    await set('a', 'early', minutesLater(-5));
    expect(await subjects(noon)).toEqual(['early', 'now']);
    expect(await subjects(minutesLater(1))).toEqual(['early', 'now', 'late']);
  });

  it('are moved by setting them again, and removed by clearing them', async () => {
    await set('a', 'one', noon);
    await set('a', 'one', minutesLater(10));
    expect(await subjects(noon)).toEqual([]);
    expect(await subjects(minutesLater(10))).toEqual(['one']);
    await commit([clearTimer(tenant, 'a', 'one')]);
    await commit([clearTimer(tenant, 'a', 'one')]);
    expect(await subjects(minutesLater(10))).toEqual([]);
  });
});

describe('running what is due', () => {
  it('happens once when several runners race', async () => {
    for (let number = 0; number < 12; number += 1)
      await set('count', `subject ${number}`, minutesLater(-number));
    await Promise.all(Array.from({ length: 6 }, () => runWith({ count })));
    expect(await readCount()).toBe(12);
    expect(await dueTimers(tenant, noon)).toEqual([]);
  });

  it("commits the rule's changes and the removal of the timer together, or neither", async () => {
    await set('refused', 'x', noon);
    const refused: TimerRule = () => [
      update(counterKey(), { add: { n: 1 } }),
      put(
        tenant.key<object>('GUARD', 'GUARD'),
        {},
        { condition: { expression: 'attribute_exists(pk)' }, onConflict: 'retry' },
      ),
    ];
    await runWith({ refused });
    expect(await readCount()).toBe(0);
    expect(await findTimer(tenant, { kind: 'refused', subject: 'x' })).toMatchObject({ failures: 1 });
  });

  it('lets a rule set its own timer again, or clear it', async () => {
    await set('again', 'x', noon);
    await set('gone', 'y', noon);
    const rules: Record<string, TimerRule> = {
      again: (tenant, { subject }) => [setTimer(tenant, { kind: 'again', subject, dueAt: minutesLater(60) })],
      gone: (tenant, { kind, subject }) => [
        clearTimer(tenant, kind, subject),
        update(counterKey(), { add: { n: 1 } }),
      ],
    };
    await Promise.all([runWith(rules), runWith(rules)]);
    expect(await findTimer(tenant, { kind: 'again', subject: 'x' })).toMatchObject({
      dueAt: minutesLater(60).toISOString(),
      failures: 0,
    });
    expect(await findTimer(tenant, { kind: 'gone', subject: 'y' })).toBeUndefined();
    expect(await readCount()).toBe(1);
  });

  it('postpones a failed timer, each time further, and runs the others', async () => {
    const failing: TimerRule = () => {
      throw new Error('not today');
    };
    await set('failing', 'x', minutesLater(-3));
    await set('unknown', 'y', minutesLater(-2));
    await set('count', 'z', minutesLater(-1));
    await runWith({ failing, count });
    expect(await readCount()).toBe(1);
    for (const kind of ['failing', 'unknown'])
      expect(await findTimer(tenant, { kind, subject: kind === 'failing' ? 'x' : 'y' })).toMatchObject({
        failures: 1,
        dueAt: minutesLater(1).toISOString(),
      });
    await runWith({ failing, count }, { now: minutesLater(1) });
    expect(await findTimer(tenant, { kind: 'failing', subject: 'x' })).toMatchObject({
      failures: 2,
      dueAt: minutesLater(6).toISOString(),
    });
    await runWith({ failing: count }, { now: minutesLater(6) });
    expect(await readCount()).toBe(2);
  });

  it('returns whether more can be due, and starts none without time', async () => {
    await set('count', 'x', noon);
    expect(await runWith({ count }, { hasTime: () => false })).toBe(true);
    expect(await readCount()).toBe(0);
    expect(await runWith({ count })).toBe(true);
    expect(await runWith({ count })).toBe(false);
    expect(await readCount()).toBe(1);
  });

  it('does not run a timer that was moved after the list was read', async () => {
    await set('count', 'first', minutesLater(-1));
    await set('mover', 'second', minutesLater(-2));
    const mover: TimerRule = (tenant) => [
      setTimer(tenant, { kind: 'count', subject: 'first', dueAt: minutesLater(30) }),
    ];
    await runWith({ mover, count });
    expect(await readCount()).toBe(0);
    expect(await subjects(minutesLater(30))).toEqual(['first']);
  });
});
