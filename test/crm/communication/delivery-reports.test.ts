// What the mail system reports of broadcasts: deliveries, bounces and complaints (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import { useBroadcasts } from './broadcasts/broadcast-calls.ts';
import { reportBroadcastMail, sweepAfter } from './broadcasts/broadcasts-over-smtp.ts';

const { send, done, createPerson, createList, broadcast, get, why, receivers, linksOf, getServer } =
  useBroadcasts();

describe('what the mail system reports', () => {
  it('each mail tells by its tags whose it is', async () => {
    const person = await createPerson();
    const id = await broadcast({ listIds: [await createList([person])] });
    expect(linksOf(person.email).headers).toContainEqual(
      expect.objectContaining({
        ...{ key: 'x-ses-message-tags', value: `tenant=demo, broadcast=${id}, person=${person.id}` },
      }),
    );
  });

  it('is counted once, however often it comes: a delivery, and then a hard bounce that ends all mail to the address', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const id = await broadcast({ listIds: [list] });
    for (const kind of ['delivery', 'delivery', 'bounce', 'bounce'] as const)
      await reportBroadcastMail(kind, id, person);
    expect((await get(id)).figures).toMatchObject({ sent: 1, delivered: 1, bounced: 1 });
    expect(await why(id, person.id)).toMatchObject({
      ...{ status: 'bounced', reason: 'hard-bounce', detail: 'smtp; 550 5.1.1 user unknown' },
    });
    getServer().mails.length = 0;
    const next = await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([]);
    expect(await why(next, person.id)).toMatchObject({ status: 'skipped', reason: 'hard-bounce' });
    const { data } = await done('GET', '/Suppressions?pageSize=1');
    expect(data).toMatchObject([{ email: person.email, reason: 'hard-bounce', broadcastId: id }]);
    expect((await send('POST', '/Suppressions/Release', { email: person.email, note: 'Works' })).status).toBe(
      204,
    );
    await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([person.email]);
  });

  it('a soft bounce holds after five in a row, which a delivery ends', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const bounceOnce = async (): Promise<string> => {
      const id = await broadcast({ listIds: [list] });
      await reportBroadcastMail('soft-bounce', id, person);
      await reportBroadcastMail('soft-bounce', id, person);
      return id;
    };
    for (let time = 0; time < 4; time += 1) await bounceOnce();
    await reportBroadcastMail('delivery', await broadcast({ listIds: [list] }), person);
    for (let time = 0; time < 5; time += 1)
      expect(await why(await bounceOnce(), person.id)).toMatchObject({ reason: 'soft-bounce' });
    const held = await broadcast({ listIds: [list] });
    expect(await why(held, person.id)).toMatchObject({ status: 'skipped', reason: 'soft-bounces' });
  });

  it('a complaint ends all mail to the address for good', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const id = await broadcast({ listIds: [list] });
    await reportBroadcastMail('complaint', id, person);
    expect((await get(id)).figures).toMatchObject({ sent: 1, complained: 1 });
    const release = await send('POST', '/Suppressions/Release', { email: person.email, note: 'Please' });
    expect([release.status, release.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await why(await broadcast({ listIds: [list] }), person.id)).toMatchObject({ reason: 'complaint' });
  });

  it('settles a mail whose sender was cut off, so that it is not sent again', async () => {
    const person = await createPerson();
    // The server takes the mail, and the connection ends before it can say so.
    getServer().decide = () => 'cut';
    const id = await broadcast({ listIds: [await createList([person])] });
    expect(receivers()).toEqual([person.email]);
    expect(await why(id, person.id)).toMatchObject({ status: 'waiting' });
    await reportBroadcastMail('delivery', id, person);
    getServer().decide = () => undefined;
    await sweepAfter(30 * 60_000);
    expect(receivers()).toEqual([person.email]);
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { sent: 1, delivered: 1 } });
  });

  it('pauses a broadcast of which too much comes back, until it is resumed in spite of that', async () => {
    const people = await Promise.all(Array.from({ length: 13 }, () => createPerson()));
    const id = await broadcast({ listIds: [await createList(people)], perHour: 660 });
    const sent = people.filter(({ email }) => receivers().includes(email));
    expect(sent).toHaveLength(11);
    for (const person of sent.slice(0, 10)) await reportBroadcastMail('bounce', id, person);
    await sweepAfter(120_000);
    expect(receivers()).toHaveLength(11);
    expect(await get(id)).toMatchObject({
      ...{ status: 'paused', pausedReason: expect.stringContaining('Of 11 mails 10 came back') },
    });
    await done('POST', `/Broadcasts/${id}/Resume`);
    expect((await get(id)).pausedReason).toBeNull();
    await sweepAfter(240_000);
    expect(receivers()).toHaveLength(13);
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { sent: 13, bounced: 10 } });
  });
});
