// The bill tracking settings of a tenant (docs/interface/billtracking.md#bill-settings).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillsPlatform, buildBill, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

const settings = '/api/1.0/bill/settings';
const put = (body: unknown, headers: Record<string, string> = {}) =>
  service.platform.call('PUT', 'billtracking', settings, { tenant: 'demo', body, headers });

describe('the settings of bill tracking', () => {
  it('have a level for each status by default', async () => {
    const { body, headers } = await service.get(settings, service.staff);
    expect(
      body.data.trackingLevels.map(({ trackingStatus }: { trackingStatus: string }) => trackingStatus),
    ).toEqual(['PRIORITY', 'TRACKING', 'WATCHING', 'ARCHIVED', 'NOT_TRACKED']);
    expect(headers.get('etag')).toBe('"0"');
    const { body: tabs } = await service.get('/api/1.0/billdetail-tabs/GetBillDetailTabs');
    expect(tabs.map(({ name }: { name: string }) => name)).toEqual([
      'Summary',
      'Votes',
      'Versions',
      'History',
      'Staff Analysis',
      'MACO Analysis',
    ]);
  });

  it('may have several levels of a status, which bills can use', async () => {
    const { body } = await service.get(settings, service.staff);
    const actNow = { trackingLevelId: 7, title: 'Act now', colorCode: '#AA0000', trackingStatus: 'PRIORITY' };
    const changed = await put(
      { trackingLevels: [...body.data.trackingLevels, actNow], detailTabs: ['Summary', 'Votes'] },
      { 'If-Match': '"0"' },
    );
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).toBe('"1"');
    const [id = ''] = await service.importBills(buildBill('HB 6001'));
    await service.track(id, { trackingLevelId: 7 });
    const { body: detail } = await service.get(`${publicBills}/${id}/detail`);
    expect(detail).toMatchObject({
      trackingLevel: 'Act now',
      trackingLevelColorCode: '#AA0000',
      trackingStatus: 'PRIORITY',
    });
    const { body: levels } = await service.get(`${publicBills}/trackinglevels`);
    expect(levels).toContainEqual({ trackingLevelId: 7, title: 'Act now', colorCode: '#AA0000', count: 1 });
    await put({ trackingLevels: body.data.trackingLevels });
    expect((await service.get(`${publicBills}/${id}/detail`)).body.trackingLevel).toBe('Priority');
    expect((await service.get('/api/1.0/billdetail-tabs/GetBillDetailTabs')).body).toHaveLength(2);
  });

  it('refuse an unknown home state, as lists of officials refuse an unknown state', async () => {
    const { status, text } = await put({ homeStateId: 99 });
    expect(status).toBe(400);
    expect(text).toContain('homeStateId must be the FIPS code of a state, or 0, but was 99');
    const lists = await service.get(`${publicBills}/political-party?stateId=99`);
    expect([lists.status, lists.text]).toEqual([400, expect.stringContaining('but was 99')]);
    expect((await put({ homeStateId: 24 })).status).toBe(200);
  });

  it('refuse a status without a level, and a duplicate id', async () => {
    const level = { trackingLevelId: 1, title: 'One', colorCode: '#AA0000', trackingStatus: 'PRIORITY' };
    const { status, body } = await put({ trackingLevels: [level, level] });
    expect(status).toBe(400);
    const text = JSON.stringify(body);
    expect(text).toContain('is used by two levels, but must be unique');
    expect(text).toContain('NOT_TRACKED');
    expect((await put({ detailTabs: ['x'] }, { 'If-Match': '"99"' })).status).toBe(412);
  });
});
