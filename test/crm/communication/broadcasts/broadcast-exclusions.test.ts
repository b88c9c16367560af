// Who gets no mail although they are in the audience, and mails to those who did or did not use an earlier one
// (docs/interface/communication.md#exclusions-and-follow-ups).
import { describe, expect, it } from 'vitest';
import { demoId } from '../../../../infra/local/demo/steps/references.ts';
import { type Body, useBroadcasts } from './broadcast-calls.ts';
import { countAudience, reportBroadcastMail, runBroadcast } from './broadcasts-over-smtp.ts';

const broadcasts = useBroadcasts({ permissions: ['crm.committees.read'] });
const { send, done, createPerson, createList, createGroup, changeGroup, createDraft } = broadcasts;
const { broadcast, get, why, receivers, getServer } = broadcasts;

const nothing = { listIds: [], groupIds: [], broadcastIds: [] };

/** What the count says before a draft is sent, and the figures after it. */
async function countAndSend(fields: object) {
  const id = await createDraft(fields);
  await done('POST', `/Broadcasts/${id}/AudienceCount`);
  await countAudience(id);
  const counted = await done('GET', `/Broadcasts/${id}/AudienceCount`);
  getServer().mails.length = 0;
  await done('POST', `/Broadcasts/${id}/Send`, {});
  await runBroadcast(id);
  const { figures } = await get(id);
  expect([figures.recipients, figures.sent, figures.skipped]).toEqual([
    counted.people,
    counted.receive,
    counted.missed,
  ]);
  expect(figures.reasons).toEqual(counted.reasons);
  return { id, figures };
}

describe('people who are excluded', () => {
  it('by a list, a group or an earlier broadcast get no mail, and the count before sending agrees', async () => {
    const [stays, listed, dynamic, grouped, reached, both] = [
      await createPerson(),
      await createPerson(),
      await createPerson({ tags: ['Excluded'] }),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    const earlier = await broadcast({ listIds: [await createList([reached, both])] });
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Excluded'] }] };
    const excluded = {
      listIds: [await createList([listed, both]), await createList([], { filterBody })],
      groupIds: [await createGroup([grouped.id])],
      broadcastIds: [earlier],
    };
    await done('PUT', `/people/${listed.id}/MailPreferences`, { note: 'By telephone', optedOut: true });
    const listIds = [await createList([stays, listed, dynamic, grouped, reached, both])];
    const draft = await createDraft({ listIds, excluded });
    const causes = [
      [listed, 'excluded-list', excluded.listIds[0]],
      [dynamic, 'excluded-list', excluded.listIds[1]],
      [grouped, 'excluded-group', excluded.groupIds[0]],
      [reached, 'excluded-broadcast', earlier],
      [both, 'excluded-list', excluded.listIds[0]],
    ] as const;
    for (const [person, reason, excludedBy] of causes)
      expect(await why(draft, person.id)).toMatchObject({
        ...{ status: 'none', reason, excludedBy, explanation: expect.stringContaining('exclude') },
      });
    expect(await why(draft, stays.id)).toMatchObject({ reason: 'draft', excludedBy: null });
    const { id, figures } = await countAndSend({ listIds, excluded });
    expect(receivers()).toEqual([stays.email]);
    expect(figures.reasons).toEqual({ 'excluded-list': 3, 'excluded-group': 1, 'excluded-broadcast': 1 });
    for (const [person, reason, excludedBy] of causes)
      expect(await why(id, person.id)).toMatchObject({ status: 'skipped', reason, excludedBy });
    expect((await get(id)).excluded).toEqual(excluded);
    expect((await done('POST', `/Broadcasts/${id}/Copy`, {})).excluded).toEqual(excluded);
  });

  it('share an address with a person who got the earlier broadcast', async () => {
    const first = await createPerson();
    const second = await createPerson({ email: first.email });
    const listIds = [await createList([first, second])];
    const earlier = await broadcast({ listIds });
    const { figures } = await countAndSend({ listIds, excluded: { broadcastIds: [earlier] } });
    expect(figures).toMatchObject({ sent: 0, reasons: { 'excluded-broadcast': 2 } });
  });

  it('are named by lists, groups and sent broadcasts that the caller can name', async () => {
    const listIds = [await createList([])];
    const refused = await send('POST', '/Broadcasts', {
      ...{ name: 'x', subject: 'x', mjml: '<mjml><mj-body></mj-body></mjml>', listIds },
      excluded: {
        listIds: ['11111111-1111-4111-8111-111111111111'],
        groupIds: [(await changeGroup('', { name: 'Hidden exclusion', visibility: 'members' })).id],
        broadcastIds: [await createDraft({ listIds }), '22222222-2222-4222-8222-222222222222'],
      },
    });
    expect(refused.status).toBe(400);
    const targets = refused.body.error.details.map(({ field }: { readonly field: string }) => field);
    expect(targets).toEqual(
      expect.arrayContaining([
        ...['excluded.listIds[0]', 'excluded.groupIds[0]'],
        ...['excluded.broadcastIds[0]', 'excluded.broadcastIds[1]'],
      ]),
    );
  });
});

describe('a broadcast to recipients of an earlier one', () => {
  const follow = (to: string, kind: 'MailOpens' | 'MailLinks') => {
    const html = String(getServer().mails.find((each) => each.to === to)?.mail.html);
    const url = new RegExp(`"([^"]+/${kind}/[^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return fetch(url, {
      redirect: 'manual',
      headers: { 'User-Agent': 'Mozilla/5.0 (Windows) Thunderbird/128' },
    });
  };
  const mjml =
    '<mjml><mj-body><mj-section><mj-column><mj-text><a href="https://events.example/a">Go</a></mj-text></mj-column></mj-section></mj-body></mjml>';

  it('goes to those who opened it or clicked in it, or did not, as far as they got it', async () => {
    const [opens, clicks, ignores, out] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    await done('PUT', `/people/${out.id}/MailPreferences`, { note: 'By telephone', optedOut: true });
    const listIds = [await createList([opens, clicks, ignores, out])];
    const broadcastId = await broadcast({ listIds, mjml, tracksOpens: true, tracksClicks: true });
    await follow(opens.email, 'MailOpens');
    await follow(clicks.email, 'MailLinks');
    for (const [recipients, expected] of [
      ['not-opened', [ignores]],
      ['opened', [opens, clicks]],
      ['not-clicked', [opens, ignores]],
      ['clicked', [clicks]],
      ['all', [opens, clicks, ignores]],
    ] as const) {
      const followUp = { broadcastId, recipients };
      const { id } = await countAndSend({ followUp });
      expect(receivers(), recipients).toEqual(expected.map(({ email }) => email).sort());
      expect((await get(id)).followUp).toEqual(followUp);
      expect(await why(id, out.id)).toMatchObject({ status: 'none', reason: 'not-in-audience' });
    }
  });

  it('does not reach whose mail came back, and excludes none of them', async () => {
    const [gets, corrected] = [await createPerson(), await createPerson()];
    const listIds = [await createList([gets, corrected])];
    const broadcastId = await broadcast({ listIds });
    await reportBroadcastMail('bounce', broadcastId, corrected);
    const email = `right-${corrected.email}`;
    await done('PUT', `/people/${corrected.id}`, { firstName: 'Right', lastName: 'Cast', email });
    await countAndSend({ followUp: { broadcastId, recipients: 'all' } });
    expect(receivers()).toEqual([gets.email]);
    await countAndSend({ listIds, excluded: { ...nothing, broadcastIds: [broadcastId] } });
    expect(receivers()).toEqual([email]);
  });

  it('does not reach who left the lists by which the earlier one chose them', async () => {
    const [stays, leaves] = [await createPerson(), await createPerson()];
    const list = await createList([stays, leaves]);
    const broadcastId = await broadcast({ listIds: [list] });
    await done('PUT', `/people/${leaves.id}/MailPreferences`, { note: 'By telephone', left: [list] });
    const { id } = await countAndSend({ followUp: { broadcastId, recipients: 'all' } });
    expect(receivers()).toEqual([stays.email]);
    expect(await why(id, leaves.id)).toMatchObject({
      status: 'skipped',
      reason: 'left-list',
      listIds: [list],
    });
  });

  it('is refused where the earlier one did not count what is asked for, or was not sent', async () => {
    const listIds = [await createList([await createPerson()])];
    const [sent, draft] = [await broadcast({ listIds, tracksOpens: true }), await createDraft({ listIds })];
    for (const [broadcastId, recipients, field] of [
      [sent, 'not-clicked', 'followUp.recipients'],
      [draft, 'all', 'followUp.broadcastId'],
      ['11111111-1111-4111-8111-111111111111', 'all', 'followUp.broadcastId'],
    ]) {
      const refused = await send('POST', '/Broadcasts', {
        ...{ name: 'x', subject: 'x', mjml, followUp: { broadcastId, recipients } },
      });
      expect([refused.status, refused.body.error.details[0]?.field]).toEqual([400, field]);
    }
    const waiting = await createDraft({ listIds });
    const committeeId = demoId('demo', 'committee:transport');
    await done('PUT', `/Broadcasts/${waiting}/SendWhen`, { event: 'seat-vacant', committeeId });
    // A draft that waits has no recipients either, and cannot follow itself.
    const refused = await send('PUT', `/Broadcasts/${waiting}`, {
      ...{ name: 'x', subject: 'x', mjml, followUp: { broadcastId: waiting, recipients: 'all' } },
      excluded: { broadcastIds: [waiting] },
    });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.body.error.details.map(({ field }: Body) => field)).toEqual([
      ...['followUp.broadcastId', 'excluded.broadcastIds[0]'],
    ]);
    const kept = await get(await createDraft({ listIds }));
    expect([kept.followUp, kept.excluded]).toEqual([null, nothing]);
  });
});
