// Feeds of LegiScan, by bill and by data set (docs/interface/billtracking.md#data-feeds).
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../harness/platform.ts';
import { buildLegiscanBill, legiscanSession } from './feed-providers.ts';
import { call, counts, createFeed, findBill, platform, providers, runOnce, useFeeds } from './feed-runs.ts';

useFeeds();

describe('a feed of LegiScan', () => {
  const vote = {
    roll_call_id: 5,
    date: '2027-02-01',
    desc: 'Third reading',
    passed: 1,
    chamber: 'H',
    yea: 1,
    nay: 0,
    nv: 0,
    absent: 0,
  };
  const rollCall = { ...vote, bill_id: 611, votes: [{ people_id: 9, vote_id: 1, vote_text: 'Yea' }] };

  it('asks only for bills whose change_hash is another one, and for roll calls once', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [rollCall] },
      bills: [buildLegiscanBill(611, 'a1', { votes: [vote] }), buildLegiscanBill(612, 'a2')],
    };
    const id = await createFeed({ provider: 'LEGISCAN_API', stateIds: [50] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'DONE', bills: counts(2, 0, 0) });
    providers.seen.length = 0;
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 2));
    expect(providers.seen.map(({ query }) => query.get('op'))).toEqual([
      'getSessionList',
      'getMasterListRaw',
    ]);
    providers.legiscan.bills[0] = buildLegiscanBill(611, 'a9', { votes: [vote], title: 'Another title' });
    providers.seen.length = 0;
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
    expect(providers.seen.map(({ query }) => query.get('op'))).toEqual([
      ...['getSessionList', 'getMasterListRaw', 'getBill'],
    ]);
    const bills = await platform.call('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', {
      tenant: 'demo',
      body: { searchText: 'Another title', trackingLevels: [] },
    });
    expect(bills.status).toBe(200);
  });

  it('imports a data set when its dataset_hash is another one', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [{ ...rollCall, roll_call_id: 6, bill_id: 621 }] },
      bills: [
        buildLegiscanBill(621, 'b1', { votes: [{ ...vote, roll_call_id: 6 }] }),
        buildLegiscanBill(622, 'b2'),
      ],
    };
    const id = await createFeed({ provider: 'LEGISCAN_DATASET', stateIds: [50] });
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(2, 0, 0) });
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 2));
    providers.legiscan.datasetHash = 'd2';
    providers.legiscan.bills[1] = buildLegiscanBill(622, 'b3', { title: 'New words' });
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
  });

  const refusalsOf = async (id: string, runId: string) => {
    const found: { row: string; reason: string }[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: Reply = await call('GET', `/${id}/runs/${runId}/refusals${cursor && `?cursor=${cursor}`}`);
      found.push(...page.body.data.refusals);
      cursor = page.body.data.next;
    }
    return found;
  };

  // "Unknown bill id" is what LegiScan says of a bill that it no longer has.
  it('reads every bill but those that LegiScan refuses, says which, and asks for them again', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [] },
      bills: Array.from({ length: 30 }, (_, index) => buildLegiscanBill(700 + index, 'a1')),
      refusals: Object.fromEntries([3, 4, 5, 6, 7, 8, 25].map((at) => [700 + at, 'Unknown bill id'])),
    };
    const id = await createFeed({ provider: 'LEGISCAN_API', stateIds: [50] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'DONE_WITH_REFUSALS', bills: counts(23, 0, 0, 7) });
    expect(first.reason).toBe(
      '7 rows were refused, and all others were read. ' +
        [703, 704, 705, 706, 707]
          .map((bill) => `bill_id ${bill}: LegiScan refuses getBill. It says: Unknown bill id`)
          .join('; ') +
        '; and 2 more',
    );
    expect((await refusalsOf(id, first.id)).map(({ row }) => row)).toEqual(
      [703, 704, 705, 706, 707, 708, 725].map((bill) => `bill_id ${bill}`),
    );
    // Only the refused ones are asked for again.
    providers.legiscan.refusals = { 725: 'Unknown bill id' };
    providers.seen.length = 0;
    expect(await runOnce(id)).toMatchObject({
      ...{ status: 'DONE_WITH_REFUSALS', bills: counts(6, 0, 23, 1) },
    });
    expect(providers.seen.filter(({ query }) => query.get('op') === 'getBill')).toHaveLength(7);
    providers.legiscan.refusals = {};
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', reason: null, bills: counts(1, 0, 29) });
  });

  it('imports a bill whose roll call is refused, and asks for both again', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [{ ...rollCall, roll_call_id: 77, bill_id: 631 }] },
      bills: [buildLegiscanBill(631, 'a1', { votes: [{ ...vote, roll_call_id: 77 }] })],
      refusals: { 77: 'Unknown roll call id' },
    };
    const id = await createFeed({ provider: 'LEGISCAN_API', stateIds: [50] });
    const first = await runOnce(id);
    expect(first.bills).toMatchObject({ created: 1, refused: 0, leftOut: 1 });
    expect(await refusalsOf(id, first.id)).toMatchObject([{ row: 'roll_call_id 77', outcome: 'LEFT_OUT' }]);
    providers.legiscan.refusals = {};
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 0));
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 1));
  });

  it('reads the sessions around one that LegiScan refuses, and each bill but one of an unknown shape', async () => {
    const second = { ...legiscanSession, session_id: 2103, session_name: '2027 Second Session' };
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [], sessions: [second, legiscanSession] },
      bills: [
        buildLegiscanBill(781, 'a1'),
        buildLegiscanBill(782, 'a1', { history: 'none', sponsors: [null] }),
      ],
      refusals: { 2103: 'Unknown session id' },
    };
    const id = await createFeed({ provider: 'LEGISCAN_API', stateIds: [50] });
    const run = await runOnce(id);
    expect(run).toMatchObject({ status: 'DONE_WITH_REFUSALS', bills: counts(1, 0, 0, 2) });
    expect(run.reason).toMatch(
      /2027 Second Session: LegiScan refuses getMasterListRaw.*bill_id 782: history is/,
    );
  });

  it('ends when LegiScan refuses the account in the middle of a run, and goes on from there', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [] },
      bills: Array.from({ length: 30 }, (_, index) => buildLegiscanBill(740 + index, 'a1')),
      refusals: { 765: 'API query limit exceeded for this account' },
    };
    const id = await createFeed({ provider: 'LEGISCAN_API', stateIds: [50] });
    expect(await runOnce(id)).toMatchObject({
      ...{ status: 'FAILED', reason: expect.stringContaining('limit exceeded'), bills: counts(20, 0, 0) },
    });
    providers.legiscan.refusals = {};
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(10, 0, 20) });
  });

  // API User Manual, getSessionList: `sine_die` is the adjournment, `prior` says that a session is archived out of updates.
  it('reads a session after its adjournment, next to a special one, and once more when it is archived', async () => {
    const regular = {
      ...legiscanSession,
      session_id: 2101,
      sine_die: 1,
      session_name: '2027 Regular Session',
    };
    const special = {
      ...{ ...legiscanSession, session_id: 2102, special: 1, session_tag: '1st Special Session' },
      session_name: '2027 1st Special Session',
    };
    const at = (session: typeof regular) => ({ session_id: session.session_id, session });
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [], sessions: [special, regular] },
      bills: [
        buildLegiscanBill(801, 'a1', { ...at(regular), status: 3, status_date: '2027-04-01' }),
        buildLegiscanBill(802, 'a1', at(special)),
      ],
    };
    const id = await createFeed({ provider: 'LEGISCAN_API', stateIds: [50] });
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(2, 0, 0) });
    const statusOf = async (billNumber: string) => (await findBill(billNumber))?.status;
    const sign = (date: string, hash: string, more: object = {}) =>
      buildLegiscanBill(801, hash, {
        ...{ ...at(regular), status: 4, status_date: date, progress: [{ date, event: 4 }] },
        history: [{ date, action: 'Signed by Governor', chamber: '', chamber_id: 0, importance: 1 }],
        ...more,
      });
    providers.legiscan.bills[0] = sign('2027-04-09', 'a2');
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
    expect(await statusOf('H 801')).toBe('Passed');
    // The last change before the session is archived.
    providers.legiscan.sessions = [special, { ...regular, prior: 1 }];
    const progress = [
      { date: '2027-04-09', event: 4 },
      { date: '2027-04-12', event: 8 },
    ];
    providers.legiscan.bills[0] = sign('2027-04-09', 'a3', { progress });
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
    expect(await statusOf('H 801')).toBe('Chaptered');
    providers.legiscan.bills[0] = sign('2027-04-09', 'a4', { title: 'Not read' });
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 1));
    // A feed that begins now does not read it, and one that reads archived sessions only says so.
    providers.legiscan.sessions = [{ ...regular, prior: 1 }];
    expect(await runOnce(await createFeed({ provider: 'LEGISCAN_API', stateIds: [50] }))).toMatchObject({
      ...{ status: 'EMPTY', reason: expect.stringContaining('archived all sessions') },
    });
  });

  it('fails with the words of the provider and without the key when the key is refused', async () => {
    const id = await createFeed({ provider: 'LEGISCAN_API', stateIds: [50], key: 'wrong-key' });
    const run = await runOnce(id);
    expect(run).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('Invalid API key') });
    expect(JSON.stringify(run)).not.toContain('wrong-key');
  });
});
