// The tracking of bills over HTTP, the history of positions, and the family of a bill
// (docs/interface/billtracking.md#tracking-status).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trackedBills } from '../../../functions/billtracking/bills/record/store.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { type BillsPlatform, buildBill, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

const save = '/api/1.0/bill/tracking/save';
const bulk = '/api/1.0/bill/tracking/bulk';
const benId = recordId('demo', 'person:demo', 'ben');

interface Line {
  readonly action: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}
const listLines = async (billId: string): Promise<Line[]> => {
  const filter = { entityType: 'BILL', entityId: billId };
  const { body, text } = await service.post('/api/1.0/activity/log/list', filter, service.staff);
  expect(body.collection, text).toBeDefined();
  return body.collection;
};

describe('saving the tracking of a bill', () => {
  it('returns the tracking, and does not change what was not sent', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7001'));
    const { body } = await service.track(id, {
      trackingStatus: 'TRACKING',
      assignedPersonIds: [benId],
      assignedGroups: ['Roads'],
      tags: ['Finance', 'finance'],
      priority: 3,
    });
    expect(body).toMatchObject({
      success: true,
      data: {
        billId: Number(id),
        trackingStatus: 'TRACKING',
        trackingLevel: 'Tracking',
        position: 'NO_POSITION',
        priority: 3,
        assignedPersons: [{ personId: benId, fullName: 'Ben Okafor' }],
        assignedGroups: ['Roads'],
        tags: ['Finance'],
      },
    });
    const later = await service.track(id, { priority: null, trackingLevelId: 1 });
    expect(later.body.data).toMatchObject({ trackingStatus: 'PRIORITY', priority: null, tags: ['Finance'] });
  });

  it('writes a line of the activity log for each change of status and position, with old and new value', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7002'));
    await service.track(id, { trackingStatus: 'WATCHING', tags: ['A'] });
    await service.track(id, { trackingStatus: 'PRIORITY', position: 'SUPPORT' });
    await service.track(id, { trackingStatus: 'PRIORITY', position: 'SUPPORT', tags: ['B'] });
    const lines = await listLines(id);
    expect(lines.map(({ action, metadata }) => [action, metadata.oldValue, metadata.newValue])).toEqual(
      expect.arrayContaining([
        ['BILL_STATUS_CHANGED', 'NOT_TRACKED', 'WATCHING'],
        ['BILL_STATUS_CHANGED', 'WATCHING', 'PRIORITY'],
        ['BILL_POSITION_CHANGED', 'NO_POSITION', 'SUPPORT'],
      ]),
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]?.metadata).toMatchObject({ billNumber: 'HB 7002', state: 'MD' });
  });

  it('writes nothing when nothing changes', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7003'));
    await service.track(id, { trackingStatus: 'WATCHING' });
    const before = await service.get(`/api/1.0/bill/${id}`);
    const { body, writeUnits } = await service.track(id, { trackingStatus: 'WATCHING' });
    expect(body.message).toBe('Nothing was changed.');
    expect(writeUnits).toBeLessThanOrEqual(2);
    expect((await service.get(`/api/1.0/bill/${id}`)).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('refuses everything that is wrong at once, and changes nothing', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7004'));
    const { status, body } = await service.post(save, {
      billId: id,
      trackingLevelId: 1,
      trackingStatus: 'WATCHING',
      positionEffectiveDate: '2026-01-01',
      assignedPersonIds: [recordId('demo', 'person', 'nobody')],
    });
    expect(status).toBe(400);
    const text = JSON.stringify(body);
    expect(text).toContain('3 values are invalid');
    expect((await service.post(save, { billId: 987654, tags: ['x'] })).status).toBe(400);
    const future = { billId: id, position: 'SUPPORT', positionEffectiveDate: '2999-01-01' };
    expect((await service.post(save, future)).status).toBe(400);
    expect(await listLines(id)).toEqual([]);
  });

  it('removes an archived bill from the default list and from the tracked bills', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7005'));
    await service.track(id, { trackingStatus: 'TRACKING' });
    const isThere = async () => (await trackedBills(service.store)).some((row) => row.id === id);
    expect(await isThere()).toBe(true);
    const { body: before } = await service.post(`${publicBills}/all-filter-list/count`, {});
    await service.track(id, { trackingStatus: 'ARCHIVED' });
    expect(await isThere()).toBe(false);
    expect((await service.post(`${publicBills}/all-filter-list/count`, {})).body).toBe(before - 1);
    await service.track(id, { trackingStatus: 'NOT_TRACKED' });
    await service.track(id, { trackingStatus: 'WATCHING' });
    expect((await service.post(`${publicBills}/all-filter-list/count`, {})).body).toBe(before);
  });

  it('loses no change when many are made at the same time', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7006'));
    const inputs = [
      { trackingStatus: 'PRIORITY' },
      { position: 'OPPOSE' },
      { priority: 1 },
      { tags: ['T'] },
      { assignedGroups: ['G'] },
      { userTags: ['U'] },
    ];
    await Promise.all(inputs.map((input) => service.track(id, input)));
    const { body } = await service.track(id, {});
    expect(body.data).toMatchObject({
      trackingStatus: 'PRIORITY',
      position: 'OPPOSE',
      priority: 1,
      tags: ['T'],
      assignedGroups: ['G'],
      userTags: ['U'],
    });
    expect(await listLines(id)).toHaveLength(2);
  });

  it('logs concurrent changes in their order: each old value is the new value before it', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7007'));
    const levels = ['WATCHING', 'TRACKING', 'PRIORITY', 'WATCHING', 'TRACKING', 'PRIORITY'];
    await Promise.all(levels.map((trackingStatus) => service.track(id, { trackingStatus })));
    const values = (await listLines(id))
      .reverse()
      .map(({ metadata }) => [metadata.oldValue, metadata.newValue]);
    expect(values[0]?.[0]).toBe('NOT_TRACKED');
    for (const [index, [oldValue]] of values.entries())
      if (index > 0) expect(oldValue).toBe(values[index - 1]?.[1]);
  });
});

describe('tracking many bills', () => {
  it('has a result for each bill; an unknown bill does not affect the others', async () => {
    const ids = await service.importBills(
      ...Array.from({ length: 20 }, (_, index) => buildBill(`SB ${7100 + index}`)),
    );
    await service.track(ids[3] ?? '', { trackingStatus: 'WATCHING' });
    const { status, body } = await service.post(bulk, {
      billIds: [...ids, 987654],
      trackingStatus: 'WATCHING',
    });
    expect(status).toBe(200);
    const outcomes = body.data.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(
      [...ids, ''].map((_, index) => (index === 3 ? 'unchanged' : index === 20 ? 'refused' : 'changed')),
    );
    expect(body.message).toBe('19 of 21 bills were changed.');
    expect(await listLines(ids[0] ?? '')).toHaveLength(1);
    const tracked = new Set((await trackedBills(service.store)).map(({ id }) => id));
    expect(ids.every((id) => tracked.has(id))).toBe(true);
  });

  it('accepts a hundred bills, and not one more', async () => {
    const ids = await service.importBills(
      ...Array.from({ length: 100 }, (_, index) => buildBill(`SB ${7300 + index}`)),
    );
    const input = { trackingStatus: 'PRIORITY', position: 'SUPPORT', tags: ['Bulk'] };
    const { status, body } = await service.post(bulk, { billIds: ids, ...input });
    expect(status).toBe(200);
    expect(body.message).toBe('100 of 100 bills were changed.');
    expect((await service.post(bulk, { billIds: [...ids, 1], ...input })).status).toBe(400);
  });

  it('only validates with validateOnly', async () => {
    const [id = ''] = await service.importBills(buildBill('SB 7200'));
    const { status } = await service.post(`${save}?validateOnly=true`, {
      billId: id,
      trackingStatus: 'WATCHING',
    });
    expect(status).toBe(204);
    expect((await service.get(`/api/1.0/bill/${id}`)).body.data.trackingStatus).toBe('NOT_TRACKED');
  });
});

describe('the history of positions', () => {
  it('has the author and the days of each position, the latest first', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7010'));
    const token = await service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.bills.write'],
    });
    await service.post(
      save,
      { billId: id, position: 'SUPPORT', positionEffectiveDate: '2026-02-01', positionNote: 'Board vote' },
      { token },
    );
    await service.track(id, { position: 'OPPOSE', positionEffectiveDate: '2026-02-15' });
    const { body } = await service.get(`/api/1.0/bill/${id}/positions`, service.staff);
    expect(body.data).toMatchObject([
      {
        position: 'OPPOSE',
        effectiveFrom: '2026-02-15',
        effectiveTo: null,
        isHeld: true,
        setBy: 'anonymous',
      },
      { position: 'SUPPORT', effectiveTo: '2026-02-14', isHeld: false, note: 'Board vote' },
    ]);
    expect(body.data[1].setBy).toMatch(/^test-/);
  });

  it('has no position that ends before it begins: one that is replaced on its first day ends on that day', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7011'));
    for (const position of ['SUPPORT', 'OPPOSE', 'NEUTRAL'])
      await service.track(id, { position, positionEffectiveDate: '2026-02-01' });
    await service.track(id, { position: 'MONITOR', positionEffectiveDate: '2026-02-02' });
    const { body } = await service.get(`/api/1.0/bill/${id}/positions`, service.staff);
    expect(
      body.data.map(
        (held: Readonly<Record<'position' | 'effectiveFrom' | 'effectiveTo' | 'isHeld', unknown>>) => [
          held.position,
          held.effectiveFrom,
          held.effectiveTo,
          held.isHeld,
        ],
      ),
    ).toEqual([
      ['MONITOR', '2026-02-02', null, true],
      ['NEUTRAL', '2026-02-01', '2026-02-01', false],
      ['OPPOSE', '2026-02-01', '2026-02-01', false],
      ['SUPPORT', '2026-02-01', '2026-02-01', false],
    ]);
  });
});

describe('a family of bills', () => {
  it('is the same for each member, across sessions and in both directions, with bills that were never imported', async () => {
    const later = buildBill('SB 7041', {
      relations: [{ relation: 'prior-session', stateId: 24, session: '2025', billNumber: 'SB 0700' }],
    });
    const ids = await service.importBills(
      buildBill('HB 7040', {
        relations: [
          { relation: 'companion', stateId: 24, session: '2026', billNumber: 'SB 7041' },
          { relation: 'related', stateId: 24, session: '2026', billNumber: 'HB 7999' },
        ],
      }),
      later,
      buildBill('SB 700', { session: '2025', sessionId: 2401 }),
      buildBill('HB 7042', {
        relations: [{ relation: 'replaces', stateId: 24, session: '2026', billNumber: 'HB 7040' }],
      }),
      buildBill('HB 7999'),
    );
    await service.importBills({
      content: {
        ...later,
        relations: [
          ...later.relations,
          { relation: 'prior-session', stateId: 24, session: '2024', billNumber: 'SB 5' },
        ],
      },
      actions: [],
    });
    const families = await Promise.all(
      ids.slice(0, 4).map((id) => service.get(`/api/1.0/bill/${id}/family`)),
    );
    for (const { body } of families) {
      expect(body.data.familyId).toBe(Number(ids[0]));
      expect(
        body.data.members.map(({ billId, billNumber }: { billId: number; billNumber: string }) => [
          billId,
          billNumber,
        ]),
      ).toEqual([
        [Number(ids[0]), 'HB 7040'],
        [Number(ids[1]), 'SB 7041'],
        [Number(ids[2]), 'SB 700'],
        [Number(ids[3]), 'HB 7042'],
        [null, 'SB 5'],
      ]);
      expect(body.data.relations).toHaveLength(4);
    }
    expect((await service.get(`/api/1.0/bill/${ids[4]}/family`)).body.data.members).toHaveLength(1);
  });
});
