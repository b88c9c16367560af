// What the tenant's users write about a bill: notes for each other, analyses for colleagues or the public
// (docs/interface/billtracking.md#analyses).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillsPlatform, buildBill, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

describe('notes', () => {
  it('need a token, and are listed by page, the latest first', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7020'));
    const token = await service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.bills.read', 'billtracking.bills.write'],
    });
    const notes = `/api/1.0/bill/${id}/notes`;
    expect((await service.post(notes, { text: 'x' })).status).toBe(401);
    for (const text of ['one', 'two', 'three'])
      expect((await service.post(notes, { text }, { token })).status).toBe(200);
    const { body } = await service.get(`${notes}?pageSize=2`, { token });
    expect(body.collection.map(({ text }: { text: string }) => text)).toEqual(['three', 'two']);
    expect(body.pagingModel).toMatchObject({ totalRecords: 3, totalPages: 2 });
    expect((await service.post('/api/1.0/bill/987654/notes', { text: 'x' }, { token })).status).toBe(404);
  });
});

describe('analyses', () => {
  it('are listed where existing callers read them; those that are not public need a token', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7030'));
    await service.track(id, { trackingStatus: 'PRIORITY', position: 'OPPOSE' });
    const analyses = `/api/1.0/bill/${id}/analysis`;
    const links = [{ url: 'https://example.org/brief', title: 'Brief' }];
    const files = [{ url: 'https://example.org/brief.pdf', displayName: 'Brief.pdf' }];
    await service.post(analyses, { text: 'For everybody', isPublic: true, links, files });
    const { body: inner } = await service.post(analyses, { text: 'For us', position: 'NEUTRAL' });
    const listTexts = async (token?: string) =>
      (await service.get(`${publicBills}/${id}/analysis`, { ...(token && { token }) })).body.map(
        ({ text }: { text: string }) => text,
      );
    const token = await service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.bills.read'],
    });
    expect(await listTexts()).toEqual(['For everybody']);
    expect(await listTexts(token)).toEqual(['For us', 'For everybody']);
    const { body } = await service.get(`${publicBills}/${id}/maco/publicanalysis`);
    expect(body).toMatchObject({
      publicTrackingLevelText: 'Priority',
      publicTrackingLevelColor: '#B3261E',
      clientBillAnalysis: [
        {
          text: 'For everybody',
          billPosition: 'Oppose',
          billPositionColor: '#B3261E',
          links,
          files: [{ id: 'https://example.org/brief.pdf', displayName: 'Brief.pdf' }],
        },
      ],
    });
    const deleteAnalysis = () =>
      service.platform.call('DELETE', 'billtracking', `${analyses}/${inner.data.id}`, { tenant: 'demo' });
    expect((await deleteAnalysis()).status).toBe(204);
    expect((await deleteAnalysis()).status).toBe(404);
    expect(await listTexts(token)).toEqual(['For everybody']);
    const script = { text: 'x', links: [{ url: 'javascript:alert(1)', title: 'x' }] };
    expect((await service.post(analyses, script)).status).toBe(400);
  });
});
