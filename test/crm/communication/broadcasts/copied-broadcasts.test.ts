// A broadcast is copied into a draft (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import { mjml, useBroadcasts } from './broadcast-calls.ts';

const {
  send,
  done,
  createPerson,
  createList,
  createGroup,
  broadcast,
  createDraft,
  get,
  receivers,
  getServer,
} = useBroadcasts();

describe('the copy of a broadcast', () => {
  it('is a draft with its texts, its audience and its settings, that is sent on its own', async () => {
    const person = await createPerson();
    const settings = {
      ...{ listIds: [await createList([person])], groupIds: [await createGroup([person.id])] },
      ...{ text: 'Hello {{ person.firstName }}', replyTo: 'office@broadcast.example', perHour: 500 },
      ...{ oncePerAddress: false, tracksOpens: true, tracksClicks: true },
      filterBody: { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Copied'] }] },
    };
    const original = await broadcast(settings);
    const copy = await done('POST', `/Broadcasts/${original}/Copy`, {});
    const { id, name, ...before } = await get(original);
    expect(copy.id).not.toBe(id);
    expect(copy).toMatchObject({
      ...{ name: `${name} (copy)`, status: 'draft', sendAt: null, sentBy: null, ...settings },
      ...{ subject: before.subject, mjml: before.mjml, htmlBytes: before.htmlBytes },
      figures: { recipients: 0, sent: 0 },
    });
    expect((await get(copy.id)).status).toBe('draft');
    getServer().mails.length = 0;
    await done('POST', `/Broadcasts/${copy.id}/Send`, {});
    expect(receivers()).toEqual([]);
    const named = await done('POST', `/Broadcasts/${original}/Copy`, { name: 'Again' });
    expect(named.name).toBe('Again');
  });

  it('of a mail of a series goes to the list of the series, and is refused without one', async () => {
    const listId = await createList([]);
    const copyStep = async (fields: object) => {
      const { id } = await done('POST', '/MailSeries', { name: 'To be copied', ...fields });
      const step = { name: 'Welcome', subject: 'Welcome', mjml, delayDays: 0 };
      const series = await done('POST', `/MailSeries/${id}/Steps`, step);
      return send('POST', `/Broadcasts/${series.steps[0].id}/Copy`, {});
    };
    const copy = await copyStep({ listId });
    expect([copy.status, copy.body.listIds, copy.body.status]).toEqual([201, [listId], 'draft']);
    const refused = await copyStep({});
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('without a list'),
    ]);
  });

  it('is refused with a list that is inactive by now', async () => {
    const listId = await createList([]);
    const original = await createDraft({ listIds: [listId] });
    const { name } = await done('GET', `/MailingLists/${listId}`);
    await done('PUT', `/MailingLists/${listId}`, { name, isActive: false });
    const refused = await send('POST', `/Broadcasts/${original}/Copy`, {});
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('is inactive');
  });
});
