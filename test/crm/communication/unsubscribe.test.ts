// Whoever unsubscribes from broadcasts, and chooses what to receive (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import { type Body, useBroadcasts } from './broadcasts/broadcast-calls.ts';

const { done, createPerson, createList, createGroup, broadcast, get, why, receivers, linksOf, getServer } =
  useBroadcasts();

describe('whoever unsubscribes', () => {
  const post = (url: string, body?: URLSearchParams) => fetch(url, { method: 'POST', ...(body && { body }) });

  it('by one click leaves the lists, by a GET does not, and the next mail says why there is none', async () => {
    const [stays, leaves] = [await createPerson(), await createPerson()];
    const list = await createList([stays, leaves]);
    await broadcast({ listIds: [list] });
    const { unsubscribe } = linksOf(leaves.email);
    const page = await fetch(unsubscribe);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Unsubscribe?')]);
    // Mail programs send this body; some send none.
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await post(unsubscribe, body)).status).toBe(200);
    const again = await post(unsubscribe);
    expect(await again.text()).toContain('You are unsubscribed');
    getServer().mails.length = 0;
    const next = await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([stays.email]);
    expect(await why(next, leaves.id)).toMatchObject({
      ...{ status: 'skipped', reason: 'left-list', since: expect.any(String) },
    });
    const { data } = await done('GET', `/MailingLists/${list}/Members`);
    expect(data.find(({ personId }: Body) => personId === leaves.id).leftDate).toEqual(expect.any(String));
    expect((await done('POST', `/MailingLists/${list}/Members`, { personIds: [leaves.id] })).left).toEqual([
      leaves.id,
    ]);
  });

  it('still gets what comes by another list, and nothing by any after opting out', async () => {
    const person = await createPerson();
    const [one, two] = [await createList([person]), await createList([person])];
    await broadcast({ listIds: [one] });
    const links = linksOf(person.email);
    await post(links.unsubscribe);
    getServer().mails.length = 0;
    await broadcast({ listIds: [one, two] });
    expect(receivers()).toEqual([person.email]);
    await post(links.preferences, new URLSearchParams({ nothing: 'on', frequency: 'all' }));
    getServer().mails.length = 0;
    const last = await broadcast({ listIds: [one, two] });
    expect(receivers()).toEqual([]);
    expect(await why(last, person.id)).toMatchObject({ reason: 'opted-out' });
  });

  it('stays so when staff give the person another address, or make another record of the address', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    await broadcast({ listIds: [list] });
    await post(linksOf(person.email).unsubscribe);
    await done('PATCH', `/people/${person.id}`, { email: 'other@broadcast.example', emails: null });
    const double = await createPerson({ email: person.email });
    await done('POST', `/MailingLists/${list}/Members`, { personIds: [double.id] });
    getServer().mails.length = 0;
    const id = await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([]);
    expect((await get(id)).figures.reasons).toEqual({ 'left-list': 2 });
  });

  it('chooses lists, topics and how often on a page, and joins a public list there', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const open = await createList([], { isPublic: true, description: 'For whoever wants it' });
    const topic = (await done('POST', '/MailTopics', { name: 'Roads and bridges' })).id;
    await broadcast({ listIds: [list] });
    const { preferences } = linksOf(person.email);
    const page = await (await fetch(preferences)).text();
    expect(page).toContain(`name="list-${list}" value="on" checked`);
    expect(page).toContain(`name="list-${open}" value="on">`);
    expect(page).toContain('For whoever wants it');
    const form = new URLSearchParams({ [`list-${list}`]: 'on', [`list-${open}`]: 'on', frequency: 'weekly' });
    const saved = await (await post(preferences, form)).text();
    expect(saved).toContain(`name="list-${open}" value="on" checked`);
    expect(saved).toContain(`name="topic-${topic}" value="on">`);
    getServer().mails.length = 0;
    const byTopic = await broadcast({ listIds: [open], topicId: topic });
    expect(await why(byTopic, person.id)).toMatchObject({ reason: 'topic' });
    await broadcast({ listIds: [open] });
    expect(receivers()).toEqual([person.email]);
    const second = await broadcast({ listIds: [list] });
    expect(await why(second, person.id)).toMatchObject({ reason: 'frequency', since: expect.any(String) });
  });

  it('leaves no list by not joining it, nor one that its filter decides, and has all lists back after nothing at all', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const open = await createList([], { isPublic: true });
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Later'] }] };
    const filtered = await createList([], { isPublic: true, filterBody });
    await broadcast({ listIds: [list] });
    const { preferences } = linksOf(person.email);
    const save = async (form: Record<string, string>): Promise<string> =>
      (await post(preferences, new URLSearchParams(form))).text();
    const on = (...ids: string[]) => Object.fromEntries(ids.map((id) => [`list-${id}`, 'on']));
    expect(await (await fetch(preferences)).text()).toContain(`name="list-${filtered}" value="on" checked`);
    await save({ ...on(list, filtered), frequency: 'all', nothing: 'on' });
    const saved = await save({ ...on(list, filtered), frequency: 'all' });
    for (const id of [list, filtered]) expect(saved).toContain(`name="list-${id}" value="on" checked`);
    expect((await done('GET', `/people/${person.id}/MailPreferences`)).left).toEqual([]);
    await done('POST', `/MailingLists/${open}/Members`, { personIds: [person.id] });
    const again = await broadcast({ listIds: [open] });
    expect(await why(again, person.id)).toMatchObject({ status: 'sent' });
    await save({ ...on(list), frequency: 'all' });
    const left = (await done('GET', `/people/${person.id}/MailPreferences`)).left;
    expect(left.map(({ listId }: Body) => listId).sort()).toEqual([open, filtered].sort());
  });

  it('counts as unsubscribed when the page is saved without any of its lists', async () => {
    const person = await createPerson();
    const [one, two] = [await createList([person]), await createList([person])];
    const id = await broadcast({ listIds: [one] });
    const { preferences } = linksOf(person.email);
    const save = (form: Record<string, string>) =>
      post(preferences, new URLSearchParams({ frequency: 'all', ...form }));
    await save({ [`list-${one}`]: 'on' });
    expect((await get(id)).figures).toMatchObject({ unsubscribed: 0 });
    await save({});
    await save({});
    expect((await get(id)).figures).toMatchObject({ unsubscribed: 1 });
    expect(await why(id, person.id)).toMatchObject({ unsubscribedDate: expect.any(String) });
    getServer().mails.length = 0;
    await broadcast({ listIds: [one, two] });
    expect(receivers()).toEqual([]);
  });

  it('gets nothing more when a person who was chosen by a group clears all lists, as by the link', async () => {
    const person = await createPerson();
    await createList([person]);
    const groupIds = [await createGroup([person.id])];
    const id = await broadcast({ groupIds });
    await post(linksOf(person.email).preferences, new URLSearchParams({ frequency: 'all' }));
    expect((await get(id)).figures).toMatchObject({ unsubscribed: 1 });
    expect(await why(await broadcast({ groupIds }), person.id)).toMatchObject({ reason: 'opted-out' });
  });

  it('is shown with what holds for the address, when the person is another one by now, and why', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    await broadcast({ listIds: [list] });
    await post(linksOf(person.email).unsubscribe);
    await done('POST', '/Suppressions', { email: person.email, note: 'Asked by telephone' });
    const { id } = await done('POST', '/people', { lastName: 'Newcomer', email: person.email });
    const shown = await done('GET', `/people/${id}/MailPreferences`);
    expect(shown).toMatchObject({
      left: [],
      ofAddress: {
        suppressed: { reason: 'staff', detail: 'Asked by telephone' },
        left: [{ listId: list, decision: { by: 'one-click' } }],
      },
    });
    const nobody = await done('POST', '/people', { lastName: 'Unreachable' });
    expect((await done('GET', `/people/${nobody.id}/MailPreferences`)).ofAddress).toBe(null);
  });

  it('has a link that nobody else can make', async () => {
    const person = await createPerson();
    await broadcast({ listIds: [await createList([person])] });
    const { unsubscribe, preferences } = linksOf(person.email);
    for (const wrong of [
      unsubscribe.slice(0, -2) + (unsubscribe.endsWith('AA') ? 'BB' : 'AA'),
      preferences.replace('MailPreferences', 'Unsubscribe'),
      unsubscribe.replace('/demo/', '/harbor/'),
    ])
      expect(await (await post(wrong)).text()).toContain('This link does not work');
  });
});
