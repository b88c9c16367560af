// A tenant with much due work delays no other by more than a turn (docs/events.md#what-is-due): in every scheduled function that
// serves tenants, which are found by what they use. Steps are counted; no clock is asked.
import { globSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runKinds } from '../../functions/crm/merge/run-merge.ts';
import { putErasure } from '../../functions/crm/people/erasure/store.ts';
import { buildTenant } from '../../functions/identity/tenants/tenant.ts';
import { listTriggeredFunctions, loadHandler } from '../../infra/contracts/triggered-functions.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { type Change, put } from '../../shared/data/changes.ts';
import { guardRequests } from '../../shared/data/client.ts';
import { openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { writeBatches } from '../../shared/data/write-batches.ts';
import { putMerge } from '../../shared/directory/record-merge/merge-record.ts';
import { putMail } from '../../shared/mail/outbox.ts';
import { saveMember } from '../../shared/mail-series-members/member.ts';
import { STEPS_PER_TURN, serveDueTenants } from '../../shared/platform/due-tenants.ts';
import { dueTimersKind, setTimer, type TimerArea } from '../../shared/schedule/timers.ts';
import { createTestTable, dropTable } from '../harness/table.ts';

const BIG = 2 * STEPS_PER_TURN + 5;
const SMALL = 2;
const now = new Date();
const early = (minutes: number): Date => new Date(now.getTime() - 24 * 3600_000 + minutes * 60_000);

function openTenant(name: string): TenantStore {
  const code = parseTenantCode(name);
  if (!code) throw new Error('a tenant code');
  return openTenantStore(code);
}
const big = openTenant('much');
const small = Array.from({ length: 9 }, (_, index) => openTenant(`little-${index}`));

type BuildDue = (tenant: TenantStore, id: string, dueAt: Date) => Change;

const toPosition = (dueAt: Date): string => String(dueAt.getTime()).padStart(15, '0');

/** A run whose record is gone: the function reads it, and goes on. */
const buildRun =
  (listing: string): BuildDue =>
  (tenant, id, dueAt) =>
    put(
      tenant.key<object>(`RUN-OF#${id}`, 'RUN'),
      { type: 'orphan', id, runId: id, tries: 0, dueAt: dueAt.getTime(), version: 1 },
      { listed: { listing: tenant.dueListing(listing), sort: toPosition(dueAt) } },
    );

const buildTimer =
  (area: TimerArea): BuildDue =>
  (tenant, id, dueAt) =>
    setTimer(tenant, { kind: 'unknown', subject: id, dueAt, area });

const merges = runKinds.map((kind): [string, BuildDue] => [
  `${kind.partition}-MERGES`,
  (tenant, id, dueAt) =>
    putMerge(
      tenant,
      kind,
      undefined,
      {
        ...{ id, into: `${id}-other`, status: 'running', mark: 'x', mergedBy: 'test' },
        ...{ mergedDate: dueAt.toISOString(), startedAt: dueAt.toISOString() },
        ...{ moved: {}, notMoved: [], notUndone: [] },
      },
      true,
    ),
]);

/** A due item of each kind that is not a run. */
const builders: Readonly<Record<string, BuildDue>> = {
  TIMERS: buildTimer('training'),
  'TIMERS#billtracking': buildTimer('billtracking'),
  'TIMERS#crm': buildTimer('crm'),
  'MAIL-SERIES-STEPS': (tenant, id, dueAt) =>
    saveMember(tenant, undefined, {
      ...{ type: 'mail-series-member', seriesId: id, personId: 'p', status: 'waiting', listIds: [] },
      ...{ enteredDate: dueAt.toISOString(), since: dueAt.getTime(), stepId: 'x', taken: [] },
      dueAt: dueAt.getTime(),
    }),
  ...Object.fromEntries(merges),
  OUTBOX: (tenant, id, dueAt) =>
    putMail(tenant, id, { to: 'ada@example.org', subject: 'Hello', text: 'Hello' }, dueAt),
  'LOGOUT-NOTICES': (tenant, id, dueAt) =>
    put(
      tenant.key<object>(`LOGOUT-NOTICE#${id}`, 'NOTICE'),
      {
        type: 'logout-notice',
        id,
        clientId: id,
        userId: 'u',
        sessionId: 's',
        tries: 0,
        dueAt: dueAt.getTime(),
      },
      { listed: { listing: tenant.dueListing('LOGOUT-NOTICES'), sort: `${toPosition(dueAt)}#${id}` } },
    ),
  'PERSON-ERASURES': (tenant, id, dueAt) => {
    const lists = { names: [], emails: [], phones: [], externalIds: [], offices: [] };
    return putErasure(tenant, undefined, {
      ...{ id, status: 'running', mark: 'x', requestedBy: 'test', counts: {}, progress: { phase: 'data' } },
      ...{ requestedDate: dueAt.toISOString(), startedAt: dueAt.toISOString() },
      open: { identity: { ids: [id], ...lists }, pseudonym: 'none' },
    });
  },
};

/** What has one step for each tenant, or none that others wait for. */
const single: Readonly<Record<string, string>> = {
  'MOVED-CLOCKS': 'a mark of the tenant',
  'ENGAGEMENT-RUNS': 'one run for each tenant',
  'EVENT-SWEEPS': 'one mark for each tenant',
  'VALUES-SWEEPS': 'one mark for each tenant',
  'MAIL-SENDERS': 'one sender for each tenant',
  'EVENT-LANES':
    'sent in parallel with the work of others (test/billtracking/subscriptions/subscription-limits.test.ts)',
  NOTICES: 'after the timers of the same turn',
};

const sweeps = (await listTriggeredFunctions()).filter(({ handlerFile }) =>
  /\b(serveDueTenants|continueDueRuns)\(/.test(readFileSync(handlerFile, 'utf8')),
);

let table: string | undefined;
beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  process.env.SMTP_URL = 'smtp://127.0.0.1:1';
  process.env.MAIL_FROM = 'platform@example.org';
});
afterEach(async () => {
  if (table) await dropTable(table);
  table = undefined;
});
afterAll(() => {
  delete process.env.SMTP_URL;
});

async function openTable(): Promise<void> {
  table = (await createTestTable()).tableName;
  await writeBatches(
    [big, ...small].map((tenant) => put(tenantKey(tenant), buildTenant(tenant.code, { name: 'A' }, now))),
  );
}

/** Calls a function with time for so many checks. */
async function call(handler: (event: object, context: object) => Promise<unknown>): Promise<void> {
  let checks = 3000;
  await handler({}, { getRemainingTimeInMillis: () => (checks-- > 0 ? 60_000 : 0) });
}

/** The kinds of work that a function looks for: the partitions of the index of what is due that it reads. */
async function findKinds(handler: Parameters<typeof call>[0]): Promise<string[]> {
  const kinds = new Set<string>();
  const stop = guardRequests(({ operation, input }) => {
    const [, kind] = /P#DUE#([^"]+)#\d+"/.exec(operation === 'Query' ? JSON.stringify(input) : '') ?? [];
    if (kind) kinds.add(kind);
  });
  await call(handler);
  stop();
  return [...kinds];
}

it('are all scheduled functions that serve tenants by what is due', () => {
  const users = globSync('functions/**/handler.ts').filter((path) =>
    /due-tenants|continue-due-runs/.test(readFileSync(path, 'utf8')),
  );
  expect(sweeps.map(({ handlerFile }) => handlerFile).sort()).toEqual(users.sort());
  expect(sweeps.length).toBeGreaterThan(12);
});

describe.each(sweeps)('$name', (triggered) => {
  it('gives each tenant a turn before one with much due work has a second', async () => {
    await openTable();
    const handler = await loadHandler<Parameters<typeof call>[0]>(triggered);
    const kinds = (await findKinds(handler)).filter((kind) => !(kind in single));
    for (const kind of kinds) {
      const build = builders[kind] ?? buildRun(kind);
      const fill = (tenant: TenantStore, count: number, from: number) =>
        Array.from({ length: count }, (_, index) =>
          build(tenant, `due${kind.length}x${index}`, early(from + index / 100)),
        );
      for (const change of [...fill(big, BIG, 0), ...small.flatMap((tenant) => fill(tenant, SMALL, 60))])
        await writeBatches([{ ...change, action: stripCondition(change) }]);
      const steps: [tenant: string, id: string][] = [];
      const stop = guardRequests(({ input }) => {
        for (const [, tenant = '', id = ''] of JSON.stringify(input).matchAll(
          /T#([a-z0-9-]+)#[^"]*?(due\d+x\d+)/g,
        ))
          steps.push([tenant, id]);
      });
      await call(handler);
      stop();
      const served = small.map(({ code }) => steps.findIndex(([tenant]) => tenant === code));
      expect(Math.min(...served), kind).toBeGreaterThanOrEqual(0);
      const before = steps.slice(0, Math.max(...served)).filter(([tenant]) => tenant === big.code);
      expect(new Set(before.map(([, id]) => id)).size, kind).toBeLessThanOrEqual(STEPS_PER_TURN);
      const all = steps.filter(([tenant]) => tenant === big.code);
      expect(new Set(all.map(([, id]) => id)).size, kind).toBeGreaterThan(STEPS_PER_TURN);
    }
  });
});

/** What is written as it is: each id is new. */
const stripCondition = ({ action }: Change): Change['action'] => {
  const {
    ConditionExpression: _,
    ExpressionAttributeNames: _names,
    ExpressionAttributeValues: _values,
    ...rest
  } = action.Put ?? {};
  return { Put: rest } as Change['action'];
};

describe('one tenant with 100,000 due items and 99 with ten', () => {
  it('each of the 99 is done after ten steps of the other', async () => {
    await openTable();
    const few = Array.from({ length: 99 }, (_, index) => openTenant(`few-${index}`));
    const due = (tenant: TenantStore, minutes: number) =>
      setTimer(tenant, { kind: 'x', subject: 'x', dueAt: early(minutes) });
    await writeBatches([due(big, 0), ...few.map((tenant) => due(tenant, 60))]);
    const left = new Map<string, number>([
      [big.code, 100_000],
      ...few.map(({ code }) => [code, 10] as const),
    ]);
    let stepsOfBig = 0;
    const waited = new Map<string, number>();
    await serveDueTenants({
      ...{ job: 'test', kinds: [dueTimersKind()], now, hasTime: () => true },
      serve: async ({ code }, { hasTime }) => {
        if (!waited.has(code)) waited.set(code, stepsOfBig);
        for (let count = left.get(code) ?? 0; count > 0; count -= 1) {
          if (!hasTime()) return true;
          left.set(code, count - 1);
          if (code === big.code) stepsOfBig += 1;
        }
        return false;
      },
    });
    expect([...left.values()].every((count) => count === 0)).toBe(true);
    expect(waited.size).toBe(100);
    for (const { code } of few) expect(waited.get(code), code).toBeLessThanOrEqual(STEPS_PER_TURN);
  });

  it('a step that hangs is the last one of its turn, and one that is alone goes on', async () => {
    await openTable();
    const [other] = small;
    if (!other) throw new Error('a tenant');
    const due = (tenant: TenantStore) => setTimer(tenant, { kind: 'x', subject: 'x', dueAt: early(0) });
    await writeBatches([due(big), due(other)]);
    const order: string[] = [];
    const clock = performance.now.bind(performance);
    let later = 0;
    performance.now = () => clock() + later;
    try {
      let left = 3 * STEPS_PER_TURN;
      await serveDueTenants({
        ...{ job: 'test', kinds: [dueTimersKind()], now, hasTime: () => true },
        serve: async ({ code }, { hasTime }) => {
          while (code === big.code ? left > 0 : !order.includes(code)) {
            if (!hasTime()) return true;
            order.push(code);
            if (code === big.code) left -= 1;
            // Each step takes longer than a turn.
            later += 5000;
          }
          return false;
        },
      });
    } finally {
      performance.now = clock;
    }
    expect(order.indexOf(other.code)).toBeLessThanOrEqual(1);
    expect(order.filter((code) => code === big.code)).toHaveLength(3 * STEPS_PER_TURN);
  });
});
