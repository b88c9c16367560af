// Campaigns: a template with a running campaign cannot be removed (goal 3, "refused with the reason"); the transaction
// checks it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, put } from '../../../shared/data/changes.ts';
import { writeBatches } from '../../../shared/data/write-batches.ts';
import { addMembers } from '../../../shared/directory/lists/mailing-list-members.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createAdvocacyCaller, dayFromNow, moveClock, unknownId } from './advocacy-residents.ts';

let platform: TestPlatform;
let call: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Reply>;

async function createTemplate(more: object = {}): Promise<string> {
  const body = { name: 'Roads', subject: 'Roads', body: 'Roads', status: 'ACTIVE', ...more };
  const reply = await call('POST', 'saveChampaignTemplate', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.id;
}
const startCampaign = (templateId: string, more: object = {}) =>
  call('POST', 'Champaign', { templateId, ...more });
const removeTemplate = (id: string, options?: CallOptions) =>
  call('DELETE', `ChampaignTemplate/${id}`, undefined, options);

beforeAll(async () => {
  platform = await startPlatform();
  call = createAdvocacyCaller(platform);
});
afterAll(() => platform.stop());

describe('a campaign', () => {
  it('prevents the removal of its template until it is ended', async () => {
    const id = await createTemplate();
    const campaign = (await startCampaign(id, { endDate: dayFromNow(10) })).body.data;
    expect(campaign).toMatchObject({ templateId: id, templateName: 'Roads', status: 'RUNNING' });
    const refused = await removeTemplate(id);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('Roads cannot be deleted: 1 campaign uses it');
    expect(refused.body.message).toContain(campaign.id);
    const completed = await call('POST', 'saveChampaignTemplate', { id, status: 'COMPLETED' });
    expect(completed.status).toBe(409);
    const { body } = await call('GET', `getChampaignTemplate/${id}`);
    expect(body.data.runningCampaigns).toEqual([
      { id: campaign.id, startDate: campaign.startDate, endDate: campaign.endDate },
    ]);
    const ended = await call('POST', `Champaign/${campaign.id}/end`);
    expect(ended.body.data).toMatchObject({ status: 'ENDED', endedAt: expect.any(String) });
    expect((await call('POST', `Champaign/${campaign.id}/end`)).status).toBe(409);
    expect((await removeTemplate(id)).body.data).toEqual({ id });
    expect((await call('GET', `getChampaignTemplate/${id}`)).status).toBe(404);
    // The campaign still has the template's name, although the template no longer exists.
    expect((await call('GET', `Champaign/${campaign.id}`)).body.data.templateName).toBe('Roads');
  });

  it('prevents the removal from its creation to the end of its last day, by the date of the tenant', async () => {
    const id = await createTemplate();
    const dates = { startDate: dayFromNow(5), endDate: dayFromNow(9) };
    const campaign = (await startCampaign(id, dates)).body.data;
    expect(campaign.status).toBe('SCHEDULED');
    expect((await removeTemplate(id)).status).toBe(409);
    await moveClock(platform, 7);
    expect((await call('GET', `Champaign/${campaign.id}`)).body.data.status).toBe('RUNNING');
    expect((await removeTemplate(id)).status).toBe(409);
    await moveClock(platform, 11);
    expect((await call('GET', `Champaign/${campaign.id}`)).body.data.status).toBe('ENDED');
    expect((await call('POST', `Champaign/${campaign.id}/end`)).body.message).toContain(campaign.endDate);
    expect((await removeTemplate(id)).status).toBe(200);
    await moveClock(platform, 0);
  });

  it('ends on the last day of its template by default, and has no last day when null is sent', async () => {
    const id = await createTemplate({ endDate: dayFromNow(20) });
    expect((await startCampaign(id)).body.data.endDate).toBe(dayFromNow(20));
    expect((await startCampaign(id, { endDate: null })).body.data).not.toHaveProperty('endDate');
    const early = await startCampaign(id, { startDate: dayFromNow(21) });
    expect(early.body.details.errors).toMatchObject([{ code: 'OUT_OF_RANGE', target: 'endDate' }]);
  });

  it.each(['DRAFT', 'PAUSED', 'COMPLETED'])('does not start with a template that is %s', async (status) => {
    const refused = await startCampaign(await createTemplate({ status }));
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain(status);
  });

  it('is previewed with the first 1,000 people of its audience', async () => {
    const templateId = await createTemplate({ letter: { subject: 'Roads', body: 'Roads' } });
    const token = await platform.tokenFor({
      tenant: 'demo',
      permissions: [
        ...(['crm.communication.write', 'crm.communication.read', 'crm.people.read'] as const),
        ...(['billtracking.advocacy.read', 'billtracking.advocacy.write'] as const),
      ],
    });
    const created = { tenant: 'demo', token, body: { name: 'A thousand' } };
    const listId = (await platform.call('POST', 'crm', '/api/v1/MailingLists', created)).body.id;
    const store = platform.store('demo');
    const now = new Date();
    const dates = { createdDate: now.toISOString(), modifiedDate: now.toISOString() };
    const add = async (from: number, count: number) => {
      const ids = Array.from(
        { length: count },
        (_, index) => unknownId.slice(0, -5) + (from + index + 10_000),
      );
      await writeBatches(
        ids.map((id) =>
          put(personKey(store, id), {
            ...{ type: 'person', id, lastName: 'Crowd', version: 1, schemaVersion: 1, ...dates },
          }),
        ),
        4,
      );
      for (let at = 0; at < count; at += 90)
        await commit(addMembers(store, listId, ids.slice(at, at + 90), now));
    };
    const preview = async () => {
      const body = { templateId, audience: { listIds: [listId] } };
      const reply = await call('POST', 'Champaign/preview', body, { token });
      expect(reply.status, reply.text).toBe(200);
      const { people, isComplete } = reply.body.data.figures;
      return [people, isComplete];
    };
    await add(0, 999);
    expect(await preview()).toEqual([999, true]);
    await add(999, 1);
    expect(await preview()).toEqual([1000, true]);
    await add(1000, 1);
    expect(await preview()).toEqual([1000, false]);
  });

  it('does not start with a template that does not exist', async () => {
    const { status, body } = await startCampaign(unknownId);
    expect([status, body.details.errors[0].target]).toEqual([400, 'templateId']);
    expect((await call('GET', `Champaign/${unknownId}`)).status).toBe(404);
  });

  it('reports all that is wrong at once: the template, the last day, the audience and the officials', async () => {
    const more = {
      endDate: dayFromNow(-1),
      audience: { personIds: [unknownId] },
      officials: { kind: 'named', personIds: [unknownId] },
    };
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.advocacy.write'] });
    const sent = { templateId: unknownId, ...more };
    const { status, body } = await call('POST', 'Champaign', sent, { token });
    const targets = body.details.errors.map(({ target }: { target: string }) => target);
    expect([status, targets]).toEqual([
      400,
      ['templateId', 'endDate', 'audience.personIds[0]', 'officials.personIds[0]'],
    ]);
  });
});

describe('concurrent requests', () => {
  it('either remove a template or start its campaign, never both', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await createTemplate({ name: `Race ${turn}` });
      const [started, removed] = await Promise.all([startCampaign(id), removeTemplate(id)]);
      const isThere = (await call('GET', `getChampaignTemplate/${id}`)).status === 200;
      expect([started.status, removed.status, isThere]).toSatisfy(
        ([first, second, isPresent]: [number, number, boolean]) =>
          (first === 200 && second === 409 && isPresent) || (first === 400 && second === 200 && !isPresent),
      );
    }
  });

  it('start and end many campaigns of a template, and the template lists those that still run', async () => {
    const id = await createTemplate({ name: 'Many' });
    const started = await Promise.all(Array.from({ length: 8 }, () => startCampaign(id)));
    expect(started.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const ids: string[] = started.map(({ body }) => body.data.id);
    await Promise.all(ids.slice(0, 5).map((id) => call('POST', `Champaign/${id}/end`)));
    const { body } = await call('GET', `getChampaignTemplate/${id}`);
    expect(body.data.runningCampaigns.map((campaign: { id: string }) => campaign.id).sort()).toEqual(
      ids.slice(5).sort(),
    );
    // A change of the template does not end them.
    await call('POST', 'saveChampaignTemplate', { id, subject: 'New' });
    expect((await removeTemplate(id)).status).toBe(409);
  });
});

describe('the list of campaigns', () => {
  it('has the campaign with the latest start first, and is filtered by template, status and text', async () => {
    const id = await createTemplate({ name: 'Listed ones' });
    const running = (await startCampaign(id)).body.data.id;
    const scheduled = (await startCampaign(id, { startDate: dayFromNow(3) })).body.data.id;
    const ids = ({ body }: Reply) => body.collection.map((campaign: { id: string }) => campaign.id);
    const list = (filter: object) => call('POST', 'Champaign/list', filter);
    expect(ids(await list({ templateId: id }))).toEqual([scheduled, running]);
    expect(ids(await list({ templateId: id, status: ['running'] }))).toEqual([running]);
    for (const path of ['Champaign/list', 'list'])
      expect(
        (await call('POST', path, { status: ['RUNING'] })).status,
        'no list by a misspelled status',
      ).toBe(400);
    expect(ids(await list({ text: 'listed', isAscending: true }))).toEqual([running, scheduled]);
    const first = await list({ pageSize: 1 });
    expect(ids(first)).toEqual([scheduled]);
    expect(first.body.pagingModel.totalPages).toBe(first.body.pagingModel.totalRecords);
  });
});
