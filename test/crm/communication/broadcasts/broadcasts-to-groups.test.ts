// Broadcasts to the members of groups (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import { type Body, mjml, useBroadcasts } from './broadcast-calls.ts';
import { runBroadcast } from './broadcasts-over-smtp.ts';

const {
  send,
  done,
  createPerson,
  createList,
  createGroup,
  changeGroup,
  createMany,
  createDraft,
  broadcast,
  get,
  why,
  receivers,
  linksOf,
  getPlatform,
  getServer,
} = useBroadcasts();

describe('a broadcast to groups', () => {
  it('goes to the members of its groups when it is sent, each once, in pages', async () => {
    const [stays, goes, joins, twin] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson({ email: 'shared-group@broadcast.example' }),
    ];
    const other = await createPerson({ email: 'shared-group@broadcast.example', tags: ['Grouped'] });
    const many = await createMany(105);
    const club = await createGroup([stays.id, goes.id, ...many.map(({ id }) => id)]);
    const ended = await createGroup([(await createPerson()).id]);
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Grouped'] }] };
    const list = await createList([], { groupIds: [club, ended], filterBody });
    const id = await createDraft({ listIds: [list], groupIds: [club, await createGroup([twin.id])] });
    expect((await get(id)).groupIds).toHaveLength(2);
    await changeGroup(`${club}/Members/Remove`, { personIds: [goes.id] });
    await changeGroup(`${club}/Members`, { personIds: [joins.id] });
    await changeGroup(`${ended}/Deactivate`);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    // A page of the audience at a time: each call goes on where the last one was cut off.
    for (let call = 0; call < 12; call += 1) await runBroadcast(id, 1);
    await runBroadcast(id);
    expect(receivers()).toEqual(
      [stays.email, joins.email, 'shared-group@broadcast.example', ...many.map(({ email }) => email)].sort(),
    );
    expect(await why(id, joins.id)).toMatchObject({ status: 'sent', listIds: [list] });
    expect(await why(id, goes.id)).toMatchObject({ reason: 'not-in-audience' });
    const twins = [await why(id, twin.id), await why(id, other.id)];
    expect(twins.map(({ reason }) => reason).sort()).toEqual([null, 'shared-address'].sort());
  });

  it('keeps to what members of a group have chosen', async () => {
    const [stays, leaves] = [await createPerson(), await createPerson()];
    const club = await createGroup([stays.id, leaves.id]);
    const list = await createList([], { groupIds: [club] });
    await broadcast({ listIds: [list] });
    await fetch(linksOf(leaves.email).unsubscribe, { method: 'POST' });
    const again = await broadcast({ listIds: [list] });
    expect(await why(again, leaves.id)).toMatchObject({ status: 'skipped', reason: 'left-list' });
    // By a group alone no list is left, so it is all broadcasts.
    getServer().mails.length = 0;
    await broadcast({ groupIds: [club] });
    await fetch(linksOf(stays.email).unsubscribe, { method: 'POST' });
    const last = await broadcast({ groupIds: [club] });
    expect(await why(last, stays.id)).toMatchObject({ status: 'skipped', reason: 'opted-out' });
  });

  it('names no group that its author does not see, and none that has ended', async () => {
    const hidden = await createGroup([], { visibility: 'members' });
    const ended = await createGroup([]);
    await changeGroup(`${ended}/Deactivate`);
    const fields = { subject: 'Hello', mjml, groupIds: [hidden, ended] };
    const refused = async (path: string, body: object, as?: string) => {
      const reply = await send('POST', path, { name: 'Groups', ...body }, as);
      return [reply.status, reply.body.error.details.map(({ code, field }: Body) => [code, field])];
    };
    const unseen = [
      400,
      [
        ['UNKNOWN_VALUE', 'groupIds[0]'],
        ['UNKNOWN_VALUE', 'groupIds[1]'],
      ],
    ];
    expect(await refused('/Broadcasts', fields)).toEqual(unseen);
    expect(await refused('/MailingLists', fields)).toEqual(unseen);
    const all = await getPlatform().tokenFor({
      tenant: 'demo',
      permissions: ['crm.groups.write', 'crm.communication.write'],
    });
    expect(await refused('/Broadcasts', fields, all)).toEqual([400, [['NOT_ALLOWED', 'groupIds[1]']]]);
  });
});
