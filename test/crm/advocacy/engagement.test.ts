// How engaged people are, by rules that the tenant sets (docs/interface/crm.md#engagement).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rankPeople } from '../../../functions/crm/advocacy/engagement/rank-people.ts';
import { engagementRuns, loadRun } from '../../../functions/crm/advocacy/engagement/record/store.ts';
import { handler as rankEngagement } from '../../../functions/crm/jobs/rank-engagement/handler.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

const DAY = 86_400_000;
let platform: TestPlatform;
let token: string;
/** The time of the job: each run is a day after the last one. */
let clock = Date.now();

const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body, headers });
const create = async (lastName: string): Promise<string> =>
  (await send('POST', 'people', { lastName })).body.id;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
async function createOfficial(lastName: string): Promise<string> {
  const id = randomUUID();
  const office = {
    id: randomUUID(),
    kind: 'legislature' as const,
    role: 'upper',
    state: 'NM',
    district: '4',
  };
  await upsert(platform.store('demo'), people, [{ id, content: { lastName, offices: [office] } }], {
    now: new Date(),
  });
  return id;
}
async function know(personId: string, officialId: string, strength: number): Promise<void> {
  const types = (await send('GET', 'advocacy/GetRelationshipTypes')).body;
  const typeId = types.find(({ name }: { name: string }) => name === 'Friend').id;
  const saved = await send('POST', 'advocacy/SavePeopleRelationship', {
    personId,
    officialId,
    typeId,
    strength,
  });
  expect(saved.status, saved.text).toBe(200);
}
const meet = async (officialId: string, date: string, ...personIds: string[]) => {
  const contact = { date, kind: 'meeting', subject: 'Water', personIds };
  const reply = await send('POST', `advocacy/officials/${officialId}/contacts`, contact);
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
};
const setRules = async (...rules: object[]) => {
  const reply = await send('PUT', 'Settings/EngagementRules', { rules });
  expect(reply.status, reply.text).toBe(200);
  return reply;
};
const scoreOf = async (personId: string) =>
  (await send('GET', `advocacy/people/${personId}/engagement`)).body;
const rank = async (): Promise<void> => {
  clock += DAY + 1000;
  await rankEngagement(undefined, undefined, () => new Date(clock));
};
interface Ranked {
  readonly personId: string;
  readonly points: number;
}
async function listRanked(): Promise<Ranked[]> {
  const found: Ranked[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await send('GET', `advocacy/engagement?pageSize=2${cursor && `&cursor=${cursor}`}`);
    found.push(...body.data);
    cursor = body.nextCursor;
  }
  return found;
}
const pointsIn = (ranked: readonly Ranked[], personId: string): number | undefined =>
  ranked.find((each) => each.personId === personId)?.points;

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['crm.people.read', 'crm.people.write', 'crm.people.erase', 'crm.settings.write'] as const),
      ...(['crm.advocacy.read', 'crm.advocacy.write', 'crm.groups.read', 'crm.groups.write'] as const),
    ],
  });
});
afterAll(() => platform.stop());

describe('the score of a person', () => {
  it('shows what each enabled rule contributes, and counts nothing else', async () => {
    const [official, person] = [await createOfficial('Mesa'), await create('Doer')];
    await know(person, official, 4);
    for (const days of [0, 100, 364, 365]) await meet(official, daysAgo(days), person);
    await setRules();
    expect(await scoreOf(person)).toMatchObject({ points: 0, contributions: [] });
    await setRules(
      { rule: 'contacts', points: 5 },
      { rule: 'relationships', points: 3 },
      { rule: 'groups', isEnabled: false },
    );
    const score = await scoreOf(person);
    expect(score).toMatchObject({ personId: person, personName: 'Doer', points: 27 });
    expect(score.contributions).toEqual([
      {
        ...{ rule: 'relationships', count: 1, points: 12 },
        explanation: '1 relationship with an official of strength 4 = 4 x 3 = 12',
      },
      {
        ...{ rule: 'contacts', count: 3, points: 15 },
        explanation: '3 contacts with officials in 365 days x 5 = 15',
      },
    ]);
  });

  it('counts memberships of groups, completed courses and opened mails of the person', async () => {
    const person = await create('Learner');
    const store = platform.store('demo');
    const group = (await send('POST', 'groups', { name: 'Engaged' })).body.id;
    expect((await send('POST', `groups/${group}/Members`, { personIds: [person] })).status).toBe(200);
    const completion = { type: 'completion', personId: person, courseId: 'c', courseName: 'Water law' };
    const write = (id: string, item: object) =>
      commit([
        put(store.key<object>(`TRAINING-RECORD#${person}`, `COMPLETION#${id}`), {
          ...completion,
          id,
          ...item,
        }),
      ]);
    await write('1', { completedDate: daysAgo(10) });
    await write('2', { completedDate: daysAgo(20), voidedDate: daysAgo(5) });
    const mail = (id: string, opened: object) =>
      commit([
        put(
          store.key<object>(`BROADCAST-RECIPIENTS#${id}`, `PERSON#${person}`),
          { type: 'broadcast-recipient', broadcastId: id, personId: person, status: 'sent', ...opened },
          { listed: { listing: store.listing(`BROADCASTS-TO#${person}`), sort: id } },
        ),
      ]);
    await mail('a', { openedDate: new Date(Date.now() - 3 * DAY).toISOString() });
    await mail('b', {});
    await setRules({ rule: 'groups' }, { rule: 'courses' }, { rule: 'openedMails' }, { rule: 'committees' });
    const { contributions, points } = await scoreOf(person);
    expect(contributions.map(({ explanation }: { explanation: string }) => explanation)).toEqual([
      '0 committee memberships x 5 = 0',
      '1 group membership x 2 = 2',
      '1 completed course in 365 days x 3 = 3',
      '1 opened mail in 365 days x 1 = 1',
    ]);
    expect(points).toBe(6);
  });

  it('follows a contact to another day, and finds the day where an earlier version did not note it', async () => {
    const [official, person] = [await createOfficial('Butte'), await create('Moved')];
    const contact = await meet(official, daysAgo(400), person);
    await setRules({ rule: 'contacts' });
    expect((await scoreOf(person)).points).toBe(0);
    const path = `advocacy/officials/${official}/contacts/${contact.id}`;
    const entry = { date: daysAgo(3), kind: 'call', subject: 'Water', personIds: [person] };
    expect((await send('PUT', path, entry)).status).toBe(200);
    expect((await scoreOf(person)).points).toBe(5);
    const store = platform.store('demo');
    const pointer = { type: 'official-contact-person', officialId: official, contactId: contact.id };
    await commit([
      put(store.key<object>(`PERSON#${person}`, `CONTACT-WITH-OFFICIAL#${contact.id}`), pointer),
    ]);
    expect((await scoreOf(person)).points).toBe(5);
  });

  it('is of somebody, and is read with crm.advocacy.read', async () => {
    expect((await send('GET', `advocacy/people/${randomUUID()}/engagement`)).status).toBe(404);
    const other = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const { status } = await platform.call('GET', 'crm', '/api/v1/advocacy/engagement', {
      ...{ tenant: 'demo', token: other },
    });
    expect(status).toBe(403);
  });
});

describe('the ranking', () => {
  it('has the highest score first, as of the day it was calculated', async () => {
    const official = await createOfficial('Ridge');
    const [low, high, none] = [await create('Low'), await create('High'), await create('Nothing')];
    await meet(official, daysAgo(1), low, high);
    await meet(official, daysAgo(2), high);
    await setRules({ rule: 'contacts', points: 7 });
    expect((await send('GET', 'advocacy/engagement')).body.isOutdated).toBe(true);
    await rank();
    const { body } = await send('GET', 'advocacy/engagement');
    expect(body.isOutdated).toBe(false);
    expect(Date.parse(body.calculatedDate)).toBeGreaterThanOrEqual(Date.now());
    const ranked = await listRanked();
    expect([pointsIn(ranked, high), pointsIn(ranked, low), pointsIn(ranked, none)]).toEqual([
      14,
      7,
      undefined,
    ]);
    expect(ranked.map(({ points }) => points)).toEqual(
      ranked.map(({ points }) => points).sort((a, b) => b - a),
    );
    expect(new Set(ranked.map(({ personId }) => personId)).size).toBe(ranked.length);

    // Nothing changes until it is due again, and then what has changed meanwhile.
    await meet(official, daysAgo(0), low);
    await rankEngagement(undefined, undefined, () => new Date(clock + 60_000));
    expect(pointsIn(await listRanked(), low)).toBe(7);
    await rank();
    expect(pointsIn(await listRanked(), low)).toBe(14);
  });

  it('is calculated by parts, as far as the time allows', async () => {
    await setRules({ rule: 'contacts', points: 9 });
    clock += DAY;
    const store = platform.store('demo');
    // More than a page.
    const many = Array.from({ length: 45 }, () => ({ id: randomUUID(), content: { lastName: 'Many' } }));
    await upsert(store, people, many, { now: new Date() });
    let calls = 0;
    for (; calls < 20; calls += 1) {
      if (!(await send('GET', 'advocacy/engagement')).body.isOutdated) break;
      let pages = 1;
      const isInTime = (): boolean => {
        pages -= 1;
        return pages >= 0;
      };
      const run = await loadRun(store, { consistent: true });
      if (run) await rankPeople(store, run, { now: () => new Date(clock), newId: randomUUID, isInTime });
    }
    expect(calls).toBeGreaterThan(1);
    expect(calls).toBeLessThan(20);
    const { data } = (await send('GET', 'advocacy/engagement')).body;
    expect(data.every(({ points }: Ranked) => points % 9 === 0 || points === 50)).toBe(true);
    expect(data.length).toBeGreaterThan(0);
  });

  it('loses who is deactivated, merged or erased, and everybody once no rule is enabled', async () => {
    const official = await createOfficial('Canyon');
    const [stays, leaves, twin, erased] = [
      await create('Stays'),
      await create('Leaves'),
      await create('Stayss'),
      await create('Erased'),
    ];
    await meet(official, daysAgo(1), stays, leaves, twin, erased);
    await setRules({ rule: 'contacts', points: 3 });
    await rank();
    const ids = async () => (await listRanked()).map(({ personId }) => personId);
    expect(await ids()).toEqual(expect.arrayContaining([stays, leaves, twin, erased]));
    expect((await send('POST', `people/${leaves}/Deactivate`)).status).toBeLessThan(300);
    expect((await send('POST', `people/${stays}/Merge`, { personId: twin })).status).toBe(200);
    expect((await send('POST', `people/${erased}/Erase`, { reason: 'Asked for it.' })).status).toBeLessThan(
      300,
    );
    for (const gone of [leaves, twin, erased]) expect(await ids()).not.toContain(gone);
    await rank();
    expect(await ids()).toContain(stays);
    await setRules();
    expect((await send('GET', 'advocacy/engagement')).body.isOutdated).toBe(true);
    await rank();
    expect((await send('GET', 'advocacy/engagement')).body).toMatchObject({
      ...{ data: [], calculatedDate: null, isOutdated: false },
    });
    // A tenant without rules costs nothing from then on.
    expect(await engagementRuns.listDue(platform.store('demo'), new Date('2999-01-01'))).toEqual([]);
  });
});

describe('who is best to ask an official', () => {
  it('is who knows the official or has met, by the score and what is true of this official', async () => {
    const official = await createOfficial('Arroyo');
    const [close, met, distant] = [await create('Close'), await create('Met'), await create('Distant')];
    await know(close, official, 5);
    await know(distant, official, 1);
    await meet(official, daysAgo(2), met);
    await setRules(
      { rule: 'contacts', points: 5 },
      { rule: 'knowsOfficial', points: 10 },
      { rule: 'metOfficial', points: 8 },
    );
    await rank();
    const path = `advocacy/officials/${official}/advocates`;
    const { body } = await send('GET', path);
    expect(body.data.map(({ personId, points }: Ranked) => [personId, points])).toEqual([
      [close, 50],
      [met, 13],
      [distant, 10],
    ]);
    expect(body.data[1]).toMatchObject({ engagementPoints: 5, strength: null, lastContactDate: daysAgo(2) });
    expect(
      body.data[0].contributions.map(({ explanation }: { explanation: string }) => explanation),
    ).toContain('1 relationship with the official of strength 5 = 5 x 10 = 50');
    expect((await send('GET', `${path}?pageSize=1`)).body.data).toHaveLength(1);
  });
});

describe('the rules', () => {
  it('are audited, changed on the condition of If-Match, and checked as a whole', async () => {
    await setRules({ rule: 'groups', points: 4 });
    const { headers, body } = await send('GET', 'Settings/EngagementRules');
    const groups = body.rules.find(({ rule }: { rule: string }) => rule === 'groups');
    expect(groups).toEqual({
      rule: 'groups',
      isEnabled: true,
      points: 4,
      cap: 10,
      days: null,
      decay: 'none',
    });
    expect(body.rules.filter(({ isEnabled }: { isEnabled: boolean }) => isEnabled)).toHaveLength(1);
    const etag = headers.get('etag') ?? '';
    const next = { rules: [{ rule: 'courses' }] };
    expect((await send('PUT', 'Settings/EngagementRules', next, { 'if-match': etag })).status).toBe(200);
    expect((await send('PUT', 'Settings/EngagementRules', next, { 'if-match': etag })).status).toBe(412);
    const wrong = await send('PUT', 'Settings/EngagementRules', {
      rules: [
        { rule: 'groups', days: 30 },
        { rule: 'courses', days: null, decay: 'linear' },
        { rule: 'groups' },
      ],
    });
    const fields = wrong.body.error.details.map(({ field }: { field: string }) => field);
    expect([wrong.status, fields]).toEqual([400, ['rules[0].days', 'rules[1].decay', 'rules[2].rule']]);
    const audits = await platform.call('GET', 'training', '/api/v1/Settings/Audit?setting=EngagementRules', {
      tenant: 'demo',
      token: await platform.tokenFor({ tenant: 'demo', roles: ['admin'] }),
    });
    expect(audits.status, audits.text).toBe(200);
    expect(audits.body.length).toBeGreaterThan(1);
  });
});
