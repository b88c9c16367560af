// Without a token, a caller deletes only what was created without one
// (docs/interface/access.md#deleting-without-a-token).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'billtracking.bills.write',
      'billtracking.advocacy.write',
      'billtracking.subscriptions.write',
    ],
  });
});
afterAll(() => platform.stop());

const send = (method: string, path: string, sentToken: string | undefined, body?: unknown) =>
  platform.call(method, 'billtracking', `/api/1.0/${path}`, {
    tenant: 'demo',
    body,
    ...(sentToken !== undefined && { token: sentToken }),
  });

const kinds = [
  {
    what: 'an analysis',
    createPath: () => `bill/${platform.demo.values.billId}/analysis`,
    deletePath: (id: string) => `bill/${platform.demo.values.billId}/analysis/${id}`,
    body: () => ({ text: 'The cap applies to housing authorities.' }),
  },
  {
    what: 'a campaign template',
    createPath: () => 'Advocacy/saveChampaignTemplate',
    deletePath: (id: string) => `Advocacy/ChampaignTemplate/${id}`,
    body: () => ({ name: `Roads ${Math.random()}`, subject: 'Roads', body: 'Roads', status: 'ACTIVE' }),
  },
  {
    what: 'a subscription',
    createPath: () => 'bill/event/subscribe',
    deletePath: (id: string) => `bill/event/subscription/${id}`,
    body: () => ({ name: 'Hearings', channel: { type: 'calendar' } }),
  },
];

describe.each(kinds)('$what', ({ createPath, deletePath, body }) => {
  const create = async (sentToken?: string): Promise<string> => {
    const reply = await send('POST', createPath(), sentToken, body());
    expect(reply.status, reply.text).toBe(200);
    return reply.body.data.id;
  };

  it('of a user is not deleted without a token, but with one', async () => {
    const id = await create(token);
    const refused = await send('DELETE', deletePath(id), undefined);
    expect([refused.status, refused.body.error], refused.text).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    expect(refused.text).toContain('created by a user');
    expect((await send('DELETE', deletePath(id), token)).status).toBeLessThan(300);
  });

  it('created without a token is deleted without one', async () => {
    const id = await create();
    expect((await send('DELETE', deletePath(id), undefined)).status).toBeLessThan(300);
    expect((await send('DELETE', deletePath(id), undefined)).status).toBe(404);
  });
});
