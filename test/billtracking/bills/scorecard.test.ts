// The scorecard over HTTP: imported roll calls compared with positions
// (docs/interface/billtracking.md#scorecard).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RollCall } from '../../../functions/billtracking/bills/record/bill.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { type BillsPlatform, buildBill, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
const ada = recordId('demo', 'person:demo', 'ada');
const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
const earlier = new Date(Date.now() - 3 * 86_400_000).toISOString();

const buildRollCall = (moment: string, ...votes: RollCall['votes']): RollCall => ({
  chamber: 'lower',
  description: 'Third reading',
  date: moment.slice(0, 10),
  at: moment,
  passed: true,
  yea: 2,
  nay: 1,
  notVoting: 0,
  absent: 1,
  votes,
});
const buildVote = (name: string, voteType: 'yea' | 'nay' | 'abs', personId?: string) => ({
  name,
  voteType,
  personId,
});

beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

const getScorecard = async (query = '') => {
  const { status, body, text } = await service.get(
    `/api/1.0/bill/scorecard?sessionId=2402${query}`,
    service.staff,
  );
  expect(status, text).toBe(200);
  return body.data;
};

describe('the scorecard of a session', () => {
  it('counts votes from the effective date of a position, also on archived bills', async () => {
    const [supported = '', opposed = ''] = await service.importBills(
      {
        content: buildBill('HB 8001'),
        actions: [],
        rollCalls: [
          buildRollCall(earlier, buildVote('Ada Fairweather', 'nay', ada)),
          buildRollCall(later, buildVote('Ada Fairweather', 'yea', ada), buildVote('Bo Ruiz', 'nay')),
        ],
      },
      {
        content: buildBill('HB 8002'),
        actions: [],
        rollCalls: [
          buildRollCall(later, buildVote('Ada Fairweather', 'yea', ada), buildVote('Bo Ruiz', 'abs')),
        ],
      },
      {
        content: buildBill('HB 8003'),
        actions: [],
        rollCalls: [buildRollCall(later, buildVote('Bo Ruiz', 'yea'))],
      },
    );
    await service.track(supported, {
      trackingStatus: 'PRIORITY',
      position: 'SUPPORT',
      positionEffectiveDate: toLocalDate('America/Los_Angeles', new Date()),
    });
    await service.track(opposed, { trackingStatus: 'ARCHIVED', position: 'OPPOSE' });
    expect(await getScorecard()).toMatchObject({
      bills: 2,
      rollCalls: 2,
      leftOut: { noSideHeld: 1, notOnTheBill: 0, votesUnknown: 0 },
      officials: [
        { personId: ada, name: 'Ada Fairweather', agreed: 1, disagreed: 1, missed: 0, score: 50 },
        { personId: null, name: 'Bo Ruiz', agreed: 0, disagreed: 1, missed: 1, score: 0 },
      ],
    });
    const { officials } = await getScorecard(`&personId=${ada}`);
    expect(officials).toHaveLength(1);
    expect(officials[0].votes).toMatchObject([
      { billNumber: 'HB 8001', position: 'SUPPORT', vote: 'yea', result: 'agreed' },
      { billNumber: 'HB 8002', position: 'OPPOSE', vote: 'yea', result: 'disagreed' },
    ]);
    const { body } = await service.get(`${publicBills}/rollcall/${officials[0].votes[0].rollCallId}/detail`);
    expect(body).toMatchObject({
      voteDetails: { yea: 2, nay: 1, nv: 0, abs: 1 },
      legislativeRollcallDetail: [
        { name: 'Ada Fairweather', voteType: 'Yea' },
        { name: 'Bo Ruiz', voteType: 'Nay' },
      ],
    });
  });

  it('counts a position from its effective date even when it is entered later, and reports what does not count', async () => {
    const [id = ''] = await service.importBills({
      content: buildBill('HB 8010', {
        sessionId: 2401,
        session: '2025',
        sessionName: '2025 Regular Session',
      }),
      actions: [],
      rollCalls: [
        buildRollCall('2025-01-20T17:00:00Z', buildVote('Bo Ruiz', 'nay')),
        buildRollCall('2025-03-06T17:00:00Z', buildVote('Bo Ruiz', 'yea')),
        { ...buildRollCall('2025-03-05T17:00:00Z', buildVote('Bo Ruiz', 'nay')), motion: 'amendment' },
        { ...buildRollCall('2025-04-01T17:00:00Z'), chamber: 'upper' },
      ],
    });
    await service.track(id, {
      trackingStatus: 'TRACKING',
      position: 'SUPPORT',
      positionEffectiveDate: '2025-02-01',
    });
    const { body } = await service.get('/api/1.0/bill/scorecard?sessionId=2401', service.staff);
    expect(body.data).toMatchObject({
      rollCalls: 1,
      leftOut: { noSideHeld: 1, notOnTheBill: 1, votesUnknown: 1 },
      officials: [{ name: 'Bo Ruiz', agreed: 1, disagreed: 0, score: 100 }],
    });
    expect(body.message).toContain('1 without a position for or against on that day');
  });

  it('is refused for an unknown session or person', async () => {
    const getRefusal = async (query: string): Promise<string> => {
      const { status, text } = await service.get(`/api/1.0/bill/scorecard?${query}`, service.staff);
      expect(status).toBe(400);
      return text;
    };
    expect(await getRefusal('sessionId=77777')).toContain(
      'sessionId must be the id of a session, but was 77777',
    );
    expect(await getRefusal('sessionId=2402&personId=abc')).toContain('personId');
    const unknownPersonId = recordId('demo', 'person', 'nobody');
    expect(await getRefusal(`sessionId=2402&personId=${unknownPersonId}`)).toContain('There is no person');
    const { officials } = await getScorecard(`&personId=${recordId('demo', 'person:demo', 'ben')}`);
    expect(officials).toEqual([]);
  });

  it('has the same roll calls as the list of the bill, the latest first', async () => {
    const { body: list } = await service.post(`${publicBills}/list`, {
      billNumber: 'HB 8001',
      sessionId: 2402,
    });
    const { body } = await service.get(`${publicBills}/${list.collection[0].id}/rollcall/`);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({
      chamberType: 'House',
      dateOfRollCall: later.slice(0, 10),
      votesCountInFavor: 2,
      votesCountAgainst: 1,
      countOfNoVotes: 0,
      countOfAbsentess: 1,
      totalVoteCount: 4,
      rollCallPassed: true,
    });
    expect((await service.get(`${publicBills}/rollcall/987654001/detail`)).status).toBe(404);
  });
});
