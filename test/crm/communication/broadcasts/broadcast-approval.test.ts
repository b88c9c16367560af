// A broadcast is approved by a person who did not write it, where the tenant asks for it
// (docs/interface/communication.md#approval).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Body, mjml, useBroadcasts } from './broadcast-calls.ts';

const { send, done, createList, createDraft, get, getPlatform } = useBroadcasts();

const createUser = (subject: string) =>
  getPlatform().tokenFor({
    ...{ tenant: 'demo', subject },
    permissions: ['crm.communication.approve', 'crm.communication.write', 'crm.communication.read'],
  });

const setApproval = async (asksApproval: boolean): Promise<void> => {
  const token = await getPlatform().tokenFor({
    ...{ tenant: 'demo', permissions: ['crm.settings.write', 'crm.communication.read'] },
  });
  const settings = await send('GET', '/Settings/Mail', undefined, token);
  const changed = await send('PUT', '/Settings/Mail', { ...settings.body, asksApproval }, token);
  expect([changed.status, changed.body.asksApproval], changed.text).toEqual([200, asksApproval]);
};

describe('where the tenant asks for an approval', () => {
  let approver: string;
  let editor: string;
  beforeEach(async () => {
    [approver, editor] = await Promise.all([createUser('the-approver'), createUser('the-editor')]);
    await setApproval(true);
  });
  afterEach(() => setApproval(false));

  const approve = (id: string, as: string, body: object = {}) =>
    send('POST', `/Broadcasts/${id}/Approve`, body, as);
  const edit = async (id: string, as: string): Promise<Body> => {
    const body = { name: 'Edited', subject: 'Edited', mjml, listIds: [await createList([])] };
    const reply = await send('PUT', `/Broadcasts/${id}`, body, as);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  const sendIt = (id: string) => send('POST', `/Broadcasts/${id}/Send`, { sendAt: '2099-03-01T09:00' });

  it('a draft is sent only once a person who did not write it has approved it', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    const refused = await sendIt(id);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('approved')]);
    expect((await approve(id, approver)).body).toMatchObject({
      ...{ status: 'draft', approvedBy: 'the-approver', approvedDate: expect.any(String) },
    });
    expect((await sendIt(id)).status).toBe(202);
    expect(await get(id)).toMatchObject({ status: 'scheduled', approvedBy: 'the-approver' });
    expect((await approve(id, approver)).status).toBe(409);
    await done('POST', `/Broadcasts/${id}/Cancel`);
  });

  it('nothing but a draft as it was approved is sent', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    await approve(id, approver);
    expect((await edit(id, editor)).approvedBy).toBe(null);
    expect((await sendIt(id)).status).toBe(409);
    await approve(id, approver);
    expect((await approve(id, approver, { isApproved: false })).body.approvedBy).toBe(null);
    expect((await sendIt(id)).status).toBe(409);
  });

  it('who wrote, changed or wrote what was copied does not approve it', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    await edit(id, editor);
    const copy = await send('POST', `/Broadcasts/${id}/Copy`, {}, approver);
    expect((await approve(id, editor)).status).toBe(409);
    for (const token of [editor, approver]) expect((await approve(copy.body.id, token)).status).toBe(409);
    expect((await approve(id, approver)).status).toBe(200);
  });

  it('a draft that was changed since it was read is not approved', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    const read = await send('GET', `/Broadcasts/${id}`);
    await edit(id, editor);
    const reply = await getPlatform().call('POST', 'crm', `/api/v1/Broadcasts/${id}/Approve`, {
      ...{ tenant: 'demo', token: approver, body: {} },
      headers: { 'If-Match': read.headers.get('etag') ?? '' },
    });
    expect(reply.status).toBe(412);
    expect((await get(id)).approvedBy).toBe(null);
  });

  it('who holds a secret of a client does not approve what the client wrote', async () => {
    const permissions = ['crm.communication.write', 'crm.communication.read'] as const;
    const createAdministrator = (subject: string) =>
      getPlatform().tokenFor({
        ...{ tenant: 'demo', subject },
        permissions: [...permissions, 'crm.communication.approve', 'identity.clients.write'],
      });
    const [registrar, colleague] = await Promise.all(
      ['the-registrar', 'the-colleague'].map(createAdministrator),
    );
    const identity = async (path: string, token: string | undefined, body: object | URLSearchParams) => {
      const reply = await getPlatform().call('POST', 'identity', path, { tenant: 'demo', token, body });
      expect(reply.status, reply.text).toBeLessThan(300);
      return reply.body;
    };
    const clients = '/api/v1/TenantClients';
    const { client_id, client_secret } = await identity(clients, registrar, {
      ...{ name: 'Newsletter robot', scopes: permissions },
    });
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const robot = (await identity('/connect/token', undefined, form)).access_token;
    const draft = await send(
      'POST',
      '/Broadcasts',
      { name: 'By a robot', subject: 'News', mjml, listIds: [await createList([])] },
      robot,
    );
    expect(draft.status, draft.text).toBe(201);
    const { id } = draft.body;
    const own = await approve(id, registrar ?? '');
    expect([own.status, own.body.error.message]).toEqual([409, expect.stringContaining('You wrote')]);
    expect((await approve(id, colleague ?? '')).status).toBe(200);
    // A second secret makes another person one who can act as the client.
    await identity(`${clients}/${client_id}/Secrets`, colleague, {});
    expect((await approve(id, colleague ?? '')).status).toBe(409);
    expect((await approve(id, approver)).status).toBe(200);
  });

  it('a series is started by a person who wrote none of its mails, and stays as it was started', async () => {
    const { id } = await done('POST', '/MailSeries', { name: 'Approved series' });
    const step = { name: 'Welcome', subject: 'Welcome', mjml };
    await done('POST', `/MailSeries/${id}/Steps`, step);
    const refused = await send('POST', `/MailSeries/${id}/Start`);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('by a person who did not write'),
    ]);
    const starter = await getPlatform().tokenFor({
      ...{ tenant: 'demo', subject: 'the-starter' },
      permissions: ['crm.communication.send', 'crm.communication.write', 'crm.communication.read'],
    });
    expect((await send('POST', `/MailSeries/${id}/Start`, undefined, starter)).body.status).toBe('active');
    expect((await send('POST', `/MailSeries/${id}/Steps`, step, starter)).status).toBe(409);
    await done('POST', `/MailSeries/${id}/End`);
  });
});

it('approving takes a permission of its own', async () => {
  const id = await createDraft({ listIds: [await createList([])] });
  expect((await send('POST', `/Broadcasts/${id}/Approve`, {})).status).toBe(403);
});
