// Importing bills: natural key, ids, what a second import changes and what it does not
// (docs/interface/billtracking.md#bills, #bill-family).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  BillAction,
  BillRelation,
  RollCall,
} from '../../../functions/billtracking/bills/record/bill.ts';
import { billList } from '../../../functions/billtracking/bills/record/bill-row.ts';
import { billById, listActions, listRollCalls } from '../../../functions/billtracking/bills/record/store.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { type BillsPlatform, buildBill, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

const action = (step: number): BillAction => ({ date: '2026-02-01', chamber: 'lower', text: `Step ${step}` });
const rollCall = (description: string, more: Partial<RollCall> = {}): RollCall => ({
  chamber: 'lower',
  description,
  date: '2026-02-01',
  passed: true,
  yea: 1,
  nay: 0,
  notVoting: 0,
  absent: 0,
  votes: [{ name: 'Ann Vogel', voteType: 'yea' }],
  ...more,
});
const companion = (billNumber: string): BillRelation => ({
  relation: 'companion',
  stateId: 24,
  session: '2026',
  billNumber,
});

describe('an import of bills', () => {
  it('gives each bill an id of its own, and the same id again however its number is spelled', async () => {
    const first = await upsertBills(
      service.store,
      [
        { content: buildBill('HB 5001'), actions: [action(1)] },
        { content: buildBill('HB 5002'), actions: [] },
      ],
      service.now,
    );
    expect(first.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    const ids = first.map(({ billId }) => Number(billId));
    expect(ids[1]).toBe((ids[0] ?? 0) + 1);
    const again = await upsertBills(
      service.store,
      [
        { content: buildBill('HB 5001'), actions: [action(1)] },
        { content: buildBill('h.b. 05002', { title: 'Another title' }), actions: [] },
        { content: buildBill('SB 5001'), actions: [] },
        { content: buildBill('HB 5001', { session: '2025', sessionId: 2401 }), actions: [] },
      ],
      service.now,
    );
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'updated', 'created', 'created']);
    expect(again.slice(0, 2).map(({ billId }) => Number(billId))).toEqual(ids);
  });

  it('refuses rows with a reason and imports the others', async () => {
    const results = await upsertBills(
      service.store,
      [
        { content: buildBill('HB 5010'), actions: [] },
        { content: buildBill('hb5010'), actions: [] },
        { content: buildBill(' - '), actions: [] },
        { content: buildBill('HB 5011', { title: ' ' }), actions: [] },
        { content: buildBill('HB 5012', { summary: 'x'.repeat(400_000) }), actions: [] },
        {
          content: buildBill('HB 5013'),
          actions: Array.from({ length: 50 }, () => ({ date: '2025-01-02', text: '県'.repeat(2400) })),
        },
      ],
      service.now,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'created',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    expect(results[1]?.reason).toContain('is already in an earlier row');
    expect(results[2]?.reason).toContain('is not a bill number');
    expect(results[3]?.reason).toContain('has no title');
    expect(results[4]?.reason).toContain('too large');
    expect(results[5]?.reason).toMatch(
      /^HB 5013 is too large; .* 50 of its actions together may have at most 350000 bytes, but one has 36\d{4}\.$/,
    );
  });

  it('refuses a row that would be too large with what it omits and the stored bill has', async () => {
    const part = (letter: string) => [
      { type: 'Introduced', url: `https://a.example/${letter.repeat(200_000)}` },
    ];
    const first = { content: buildBill('HB 5014', { versions: part('a') }), actions: [] };
    const next = {
      content: buildBill('HB 5014', { summary: 'x'.repeat(200_000) }),
      actions: [],
      omitted: ['versions' as const],
    };
    const [created] = await upsertBills(service.store, [first], service.now);
    expect(created?.outcome).toBe('created');
    for (const dryRun of [true, false]) {
      const [result, other] = await upsertBills(
        service.store,
        [next, { content: buildBill('HB 5015'), actions: [] }],
        service.now,
        { dryRun },
      );
      expect(result?.outcome).toBe('refused');
      expect(result?.reason).toContain('HB 5014 is too large');
      expect(other?.outcome).toBe('created');
    }
  });

  it('keeps the papers of a bill when a source has no list of them, and removes them when its list is empty', async () => {
    const documents = [{ kind: 'FISCAL_NOTE' as const, type: 'Fiscal note', url: 'https://a.example/f.pdf' }];
    const [id = ''] = await service.importBills(buildBill('HB 5016', { documents }));
    const list = async () => {
      const { body } = await service.get(`/api/1.0/bill/${id}/documents`, service.staff);
      return body.data.map(({ kind, title }: { kind: string; title: string }) => [kind, title]);
    };
    expect(await list()).toEqual([['FISCAL_NOTE', 'Fiscal note']]);
    await service.importBills(buildBill('HB 5016', { title: 'Another title' }));
    expect(await list()).toEqual([['FISCAL_NOTE', 'Fiscal note']]);
    await service.importBills(buildBill('HB 5016', { documents: [] }));
    expect(await list()).toEqual([]);
  });

  it("does not change the tenant's tracking of a bill", async () => {
    const [id = ''] = await service.importBills(buildBill('HB 5020'));
    await service.track(id, {
      trackingStatus: 'PRIORITY',
      position: 'SUPPORT',
      tags: ['Roads'],
      priority: 2,
    });
    const before = await billById(service.store, id, { consistent: true });
    await service.importBills(buildBill('HB 5020', { status: 'Passed', lastActionOn: '2026-03-01' }));
    const after = await billById(service.store, id, { consistent: true });
    expect(after).toMatchObject({
      status: 'Passed',
      trackingStatus: 'PRIORITY',
      position: 'SUPPORT',
      positions: before?.positions,
      tags: ['Roads'],
      priority: 2,
      createdDate: before?.createdDate,
    });
    const { body } = await service.post(`${publicBills}/list`, { billNumber: 'HB 5020' });
    expect(body.collection).toMatchObject([{ status: 'Passed', lastActionOn: '2026-03-01' }]);
  });

  it('writes the items around a bill and removes those that the source no longer has', async () => {
    const actions = Array.from({ length: 120 }, (_, index) => action(index));
    const [id = ''] = await service.importBills({
      content: buildBill('HB 5030', { relations: [companion('SB 5030'), companion('SB 5031')] }),
      actions,
      rollCalls: [rollCall('Amendment'), rollCall('Amendment'), rollCall('Passage')],
    });
    expect(await listActions(service.store, id)).toEqual(actions);
    const numbered = await listRollCalls(service.store, id);
    expect(numbered.map(({ number }) => number)).toEqual([1, 2, 3]);

    await service.importBills({
      content: buildBill('HB 5030', { relations: [companion('SB 5031')] }),
      actions: actions.slice(0, 40),
      rollCalls: [rollCall('Passage', { yea: 2 }), rollCall('Amendment'), rollCall('Veto override')],
    });
    expect(await listActions(service.store, id)).toEqual(actions.slice(0, 40));
    const renumbered = await listRollCalls(service.store, id);
    expect(renumbered.map(({ number, description }) => [number, description])).toEqual([
      [1, 'Amendment'],
      [3, 'Passage'],
      [4, 'Veto override'],
    ]);
    const [companionId = ''] = await service.importBills(buildBill('SB 5030'));
    const { body } = await service.get(`/api/1.0/bill/${companionId}/family`);
    expect(body.data.members.map(({ billNumber }: { billNumber: string }) => billNumber)).toEqual([
      'SB 5030',
    ]);
  });

  it('writes nothing in a dry run', async () => {
    const incoming = [{ content: buildBill('HB 5040'), actions: [] }];
    expect(await upsertBills(service.store, incoming, service.now, { dryRun: true })).toEqual([
      { outcome: 'created', billId: undefined },
    ]);
    expect((await upsertBills(service.store, incoming, service.now))[0]?.outcome).toBe('created');
    expect((await upsertBills(service.store, incoming, service.now, { dryRun: true }))[0]?.outcome).toBe(
      'unchanged',
    );
  });

  it('gives a bill one id when several imports run at once', async () => {
    const incoming = Array.from({ length: 30 }, (_, index) => ({
      content: buildBill(`HB ${5100 + index}`),
      actions: [action(1)],
    }));
    const results = await Promise.all([1, 2, 3].map(() => upsertBills(service.store, incoming, service.now)));
    const ids = results.map((outcomes) => outcomes.map(({ billId }) => billId));
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
    expect(new Set(ids[0]).size).toBe(30);
  });

  it('leaves the count of the list exact', async () => {
    const list = billList(service.store, 'untracked', 2402);
    expect(await list.recount(0)).toMatchObject({ corrected: 0, skipped: 0 });
    expect(await list.total()).toBeGreaterThan(30);
  });
});
