// Topics of the change feed and the push channel: a reader gets the topics it names, as far as it may read them, also
// when it catches up (docs/events.md#topics).
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import type { StreamRecord } from '../../shared/change-feed/change-event.ts';
import { appendChanges } from '../../shared/change-feed/feed.ts';
import { composedTypes, recordTypes } from '../../shared/change-feed/record-types.ts';
import { topicNames } from '../../shared/change-feed/topics.ts';
import { observeRequests } from '../../shared/data/client.ts';
import { scanTenant, writeEverywhere } from '../crm/erasure/person-everywhere.ts';
import { closeAll, fixture, isReady, lastCursor, usePush } from './push-fixture.ts';
import { connectSubscriber, expectRefused, type ReceivedMessage, type Subscriber } from './subscriber.ts';

usePush();

const staff = [
  'crm.changes.read',
  'crm.people.read',
  'crm.committees.read',
  'crm.organizations.read',
] as const satisfies readonly Permission[];

const tokenWith = (permissions: readonly Permission[], tenant = 'demo') =>
  fixture.platform.tokenFor({ tenant, permissions, subject: randomUUID() });

let sequence = Date.now();

/** A stream record as DynamoDB sends it, now. */
function buildRecord(
  item: Readonly<Record<string, unknown>>,
  before?: Readonly<Record<string, unknown>>,
): StreamRecord {
  sequence += 1;
  const image = marshall({ version: 1, schemaVersion: 1, ...item }) as never;
  return {
    eventName: before ? 'MODIFY' : 'INSERT',
    dynamodb: {
      Keys: { pk: { S: `T#demo#X#${item.id}` } },
      NewImage: image,
      OldImage: before && (marshall({ version: 1, schemaVersion: 1, ...before }) as never),
      ApproximateCreationDateTime: Date.now() / 1000,
      SequenceNumber: String(sequence),
    },
  };
}

/** Appends records a minute ago, so that the feed shows them, and returns the cursor before them. */
async function append(...records: readonly StreamRecord[]): Promise<string> {
  const minuteAgo = new Date(Date.now() - 60_000);
  const [anchor] = await appendChanges([buildRecord({ type: 'region', id: randomUUID() })], minuteAgo);
  await appendChanges(records, new Date(minuteAgo.getTime() + 1));
  return anchor?.id ?? expect.fail('Nothing was appended');
}

interface ShownChange {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads the feed after a cursor, page by page. */
async function readAfter(
  cursor: string,
  {
    topics,
    permissions,
    limit = 500,
  }: { topics?: string; permissions?: readonly Permission[]; limit?: number },
): Promise<{ readonly changes: ShownChange[]; readonly pages: number }> {
  const token = await tokenWith(permissions ?? staff);
  const changes: ShownChange[] = [];
  let after = cursor;
  for (let pages = 1; ; pages += 1) {
    const query = new URLSearchParams({ after, limit: String(limit), ...(topics && { topics }) });
    const reply = await fixture.platform.call('GET', 'crm', `/api/v1/Changes?${query}`, {
      tenant: 'demo',
      token,
    });
    expect(reply.status, reply.text).toBe(200);
    changes.push(...reply.body.data);
    after = reply.body.cursor;
    if (!reply.body.hasMore) return { changes, pages };
  }
}

const isChange = ({ specversion }: ReceivedMessage): boolean => specversion === '1.0';
const listSubjects = ({ all }: Subscriber) => all.filter(isChange).map(({ subject }) => subject);

async function follow(query: {
  topics?: string;
  since?: string;
  permissions?: readonly Permission[];
}): Promise<Subscriber> {
  const { permissions = staff, ...rest } = query;
  const subscriber = connectSubscriber(fixture.platform.address, {
    'tenant-code': 'demo',
    access_token: await tokenWith(permissions),
    ...rest,
  });
  await subscriber.first(isReady);
  return subscriber;
}

describe('GET /api/v1/Changes', () => {
  test('shows the changes of the topics that are asked for, and goes on behind those it does not show', async () => {
    const [committee, other] = [randomUUID(), randomUUID()];
    const membership = {
      type: 'membership',
      id: randomUUID(),
      committeeId: committee,
      personId: randomUUID(),
    };
    const people = Array.from({ length: 9 }, () => ({ type: 'person', id: randomUUID() }));
    const cursor = await append(
      ...people.map((person) => buildRecord(person)),
      buildRecord({ type: 'committee', id: committee }),
      buildRecord({ type: 'committee', id: other }),
      buildRecord(membership),
    );
    const shown = await readAfter(cursor, { topics: `committee/${committee}`, limit: 2 });
    expect(shown.changes.map(({ type, subject }) => [type, subject])).toEqual([
      ['committee.created', committee],
      ['membership.created', membership.id],
    ]);
    expect(shown.pages).toBeGreaterThan(4);
    expect(shown.changes[1]?.data.belongsTo).toEqual([
      { type: 'committee', id: committee },
      { type: 'person', id: membership.personId },
    ]);
    const all = await readAfter(cursor, { topics: ' people , committees ' });
    expect(all.changes.map(({ subject }) => subject)).toEqual([
      ...people.map(({ id }) => id),
      committee,
      other,
    ]);
  });

  test('shows only changes of records that the caller may read', async () => {
    const [person, bill, view] = [randomUUID(), randomUUID(), randomUUID()];
    const cursor = await append(
      buildRecord({ type: 'person', id: person }),
      buildRecord({ type: 'bill', id: bill }),
      buildRecord({ type: 'view', id: view }),
      buildRecord({ type: 'not-declared', id: randomUUID() }),
    );
    const read = async (permissions: readonly Permission[]) =>
      (await readAfter(cursor, { permissions })).changes.map(({ subject }) => subject);
    expect(await read(['crm.changes.read', 'crm.people.read'])).toEqual([person]);
    expect(await read(['crm.changes.read', 'crm.people.read', 'billtracking.bills.read'])).toEqual([
      person,
      bill,
    ]);
    expect(await read(['crm.changes.read'])).toEqual([]);
  });

  test('tells of a record that moves in the topics of both places', async () => {
    const [from, to] = [randomUUID(), randomUUID()];
    const person = { type: 'person', id: randomUUID(), organizationId: to };
    const cursor = await append(buildRecord(person, { ...person, organizationId: from }));
    for (const organization of [from, to]) {
      const { changes } = await readAfter(cursor, { topics: `organization/${organization}` });
      expect(changes.map(({ subject }) => subject)).toEqual([person.id]);
    }
  });

  test('finds a record by its id in capitals, and every bill of a long agenda', async () => {
    const committee = randomUUID();
    const event = {
      type: 'calendar-event',
      id: randomUUID(),
      billIds: Array.from({ length: 500 }, (_, index) => `${index + 1}`),
    };
    const cursor = await append(buildRecord({ type: 'committee', id: committee }), buildRecord(event));
    const ofCommittee = await readAfter(cursor, { topics: `committee/${committee.toUpperCase()}` });
    expect(ofCommittee.changes.map(({ subject }) => subject)).toEqual([committee]);
    const ofBill = await readAfter(cursor, {
      topics: 'bill/500',
      permissions: [...staff, 'billtracking.bills.read', 'billtracking.events.read'],
    });
    expect(ofBill.changes.map(({ subject }) => subject)).toEqual([event.id]);
  });

  test('is not held up by a record whose old and new values do not fit into one item', async () => {
    const event = { type: 'calendar-event', id: randomUUID(), title: 'a', description: 'x'.repeat(250_000) };
    const after = { ...event, description: 'y'.repeat(250_000) };
    const cursor = await append(buildRecord(after, event));
    const { changes } = await readAfter(cursor, {
      permissions: [...staff, 'billtracking.events.read'],
    });
    expect(changes.map(({ subject, data }) => [subject, data.fields])).toEqual([[event.id, ['description']]]);
  });

  test('tells of a burst of updates of a record once, with every field that changed', async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    const versions = Array.from({ length: 20 }, (_, index) => ({
      type: 'person',
      id,
      version: index + 1,
      [`field${index % 3}`]: index,
    }));
    const burst = versions.slice(1).map((version, index) => buildRecord(version, versions[index]));
    const records = [
      buildRecord({ type: 'person', id, version: 1 }),
      ...burst.slice(0, 10),
      buildRecord({ type: 'person', id: other }),
      ...burst.slice(10),
    ];
    const cursor = await append(...records);
    const expected = [
      ['person.created', id, 1, []],
      ['person.created', other, 1, []],
      ['person.updated', id, 20, ['field0', 'field1', 'field2']],
    ];
    const read = async () =>
      (await readAfter(cursor, { topics: 'people' })).changes.map(({ type, subject, data }) => [
        type,
        subject,
        data.version,
        data.fields,
      ]);
    expect(await read()).toEqual(expected);
    await appendChanges(records);
    expect(await read()).toEqual(expected);
  });

  test('refuses a topic that does not exist, and names those that do', async () => {
    const token = await tokenWith(staff);
    for (const topics of [
      'person',
      'people,nonsense',
      'nonsense/1',
      'constructor/1',
      'committee/',
      'view/1',
    ]) {
      const path = `/api/v1/Changes?topics=${encodeURIComponent(topics)}`;
      const { status, body } = await fixture.platform.call('GET', 'crm', path, { tenant: 'demo', token });
      expect([status, body.error.details[0].field], topics).toEqual([400, 'topics']);
      expect(body.error.details[0].message).toContain(topics.includes('/') ? 'committee' : 'committees');
    }
    const many = Array.from({ length: 101 }, (_, index) => `bill/${index}`).join();
    const { status } = await fixture.platform.call('GET', 'crm', `/api/v1/Changes?topics=${many}`, {
      tenant: 'demo',
      token,
    });
    expect(status).toBe(400);
  });

  test('refuses a topic whose records the caller may not read, and names the permission', async () => {
    const token = await tokenWith(staff);
    for (const topics of ['bills', 'people,bill/11']) {
      const path = `/api/v1/Changes?topics=${encodeURIComponent(topics)}`;
      const { status, body } = await fixture.platform.call('GET', 'crm', path, { tenant: 'demo', token });
      expect([status, body.error.code], topics).toEqual([403, 'PERMISSION_DENIED']);
      expect(body.error.message).toContain('billtracking.bills.read');
    }
  });
});

describe('the push channel', () => {
  /** Creates a region, whose change the stream brings. */
  async function createRegion(): Promise<string> {
    const token = await tokenWith(['crm.committees.write', 'crm.committees.read']);
    const reply = await fixture.platform.call('POST', 'crm', '/api/v1/TenantRegion', {
      tenant: 'demo',
      token,
      body: { name: `Region ${randomUUID()}` },
    });
    expect(reply.status, reply.text).toBe(201);
    return reply.body.id ?? reply.body.data.id;
  }

  test('sends each subscriber what it follows and may read, and names it in the first message', async () => {
    const [all, regions, people, blind] = await Promise.all([
      follow({}),
      follow({ topics: 'regions' }),
      follow({ topics: 'people' }),
      follow({ permissions: ['crm.changes.read', 'billtracking.bills.read'] }),
    ]);
    expect(regions.all[0]).toEqual({ type: 'ready', tenantCode: 'demo', topics: ['regions'] });
    expect(all.all[0]?.topics).toEqual(expect.arrayContaining(['people', 'committees', 'organizations']));
    expect(all.all[0]?.topics).not.toContain('bills');
    const id = await createRegion();
    const isNew = ({ subject }: ReceivedMessage) => subject === id;
    await Promise.all([all.first(isNew), regions.first(isNew)]);
    await fixture.triggers.caughtUp();
    expect(listSubjects(people)).toEqual([]);
    expect(listSubjects(blind)).toEqual([]);
    await closeAll(all, regions, people, blind);
  });

  test('replays the same choice, and says how far it read when it did not send the last change', async () => {
    const [person, bill] = [randomUUID(), randomUUID()];
    const since = await append(
      buildRecord({ type: 'bill', id: bill }),
      buildRecord({ type: 'person', id: person }),
      buildRecord({ type: 'bill', id: bill }),
    );
    const subscriber = await follow({ topics: 'people', since });
    const { cursor } = await subscriber.first(({ type }) => type === 'position');
    expect(listSubjects(subscriber)).toContain(person);
    expect(listSubjects(subscriber)).not.toContain(bill);
    const { changes } = await readAfter(String(cursor), { topics: 'people' });
    expect(changes.map(({ subject }) => subject)).not.toContain(person);
    await closeAll(subscriber);
  });

  test('reads no access and sends nothing for subscribers that follow nothing of what changed', async () => {
    const subscriber = await follow({ topics: 'people' });
    await expect
      .poll(async () => (await scanTenant()).find(({ type }) => type === 'listener')?.state)
      .toBe('live');
    await lastCursor('demo');
    const reads: string[] = [];
    const { handler: feed } = await import('../../functions/platform/change-feed/handler.ts');
    const stop = observeRequests(({ operation, input }) => {
      const text = JSON.stringify(input);
      if (/LISTENERS|SUBJECT#/.test(text)) reads.push(operation);
    });
    await feed({ Records: [buildRecord({ type: 'bill', id: randomUUID() })] } as never).finally(stop);
    expect(reads).toEqual(['Query']);
    await closeAll(subscriber);
  });

  test('refuses topics as GET /api/v1/Changes does, before it opens', async () => {
    const query = { 'tenant-code': 'demo', access_token: await tokenWith(staff) };
    const unknown = await expectRefused(fixture.platform.address, { ...query, topics: 'nonsense' });
    expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    const unreadable = await expectRefused(fixture.platform.address, { ...query, topics: 'bills' });
    expect(unreadable).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION_DENIED' } } });
  });
});

test('memberships of groups, mail preferences and participations are sent under the records that they connect', async () => {
  const [groupId, personId, campaignId] = [randomUUID(), randomUUID(), randomUUID()];
  const bare = (item: object, before?: object, after = true): StreamRecord => {
    const plain = buildRecord({ id: personId, ...item }, before && { id: personId, ...before });
    const strip = (image: unknown) => {
      if (!image) return undefined;
      const { id: _, schemaVersion: __, ...rest } = image as Record<string, unknown>;
      return rest as never;
    };
    const { NewImage, OldImage, ...dynamodb } = plain.dynamodb ?? {};
    const images = after
      ? { NewImage: strip(NewImage), OldImage: strip(OldImage) }
      : { OldImage: strip(NewImage) };
    return { eventName: after ? plain.eventName : 'REMOVE', dynamodb: { ...dynamodb, ...images } };
  };
  const member = { type: 'group-member', groupId, personId };
  const exclusion = { type: 'group-exclusion', groupId, personId };
  const consent = { type: 'mail-consent', personId };
  const participation = { type: 'campaign-participation', campaignId, personId };
  const cursor = await append(
    bare(member),
    // Who is taken out of a group with a filter leaves an exclusion in the place of the membership.
    bare(exclusion, member),
    bare(member, exclusion),
    bare(exclusion, { ...exclusion, createdDate: '2026-01-01' }),
    bare(consent),
    bare({ ...consent, frequency: 'weekly' }, consent),
    bare({ ...consent, lastBroadcast: '2026-01-01' }, consent),
    bare(participation),
    bare(participation, undefined, false),
  );
  const permissions = [
    ...staff,
    'crm.groups.write',
    'crm.communication.read',
    'billtracking.advocacy.read',
  ] as const;
  const { changes } = await readAfter(cursor, { topics: `person/${personId}`, permissions });
  const [inGroup, inCampaign] = [`${groupId}_${personId}`, `${campaignId}_${personId}`];
  expect(changes.map(({ type, subject }) => [type, subject])).toEqual([
    ['group-member.created', inGroup],
    ['group-member.removed', inGroup],
    ['group-member.created', inGroup],
    ['mail-consent.created', personId],
    ['mail-consent.updated', personId],
    ['campaign-participation.created', inCampaign],
    ['campaign-participation.removed', inCampaign],
  ]);
  expect(changes[4]?.data.fields).toEqual(['frequency']);
  const ofGroup = await readAfter(cursor, { topics: `group/${groupId}`, permissions });
  expect(ofGroup.changes).toHaveLength(3);
  const topics = 'group-members,mail-preferences,campaign-participations';
  expect((await readAfter(cursor, { topics, permissions })).changes).toHaveLength(7);
  expect((await readAfter(cursor, { topics: `person/${personId}` })).changes).toEqual([]);
});

test('every type of record is declared with its topic and the permission that reads it', async () => {
  await writeEverywhere(fixture.platform);
  const stored = (await scanTenant()).filter(
    ({ schemaVersion, type }) => schemaVersion !== undefined || composedTypes.includes(String(type)),
  );
  const declared = globSync('{functions,shared}/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/StoredRecord<'([\w-]+)'>/g)].map(([, type]) => type),
  );
  const types = new Set([...stored.map(({ type }) => String(type)), ...declared.map(String)]);
  const hint = 'Declare these types in shared/change-feed/record-types.ts.';
  expect(
    [...types].filter((type) => !Object.hasOwn(recordTypes, type)),
    hint,
  ).toEqual([]);
  expect(types.size).toBeGreaterThan(40);
  const attributes = Object.entries(recordTypes).flatMap(([type, followed]) =>
    (followed?.belongsTo ?? []).map(([parent, attribute]) => ({ type, parent, attribute })),
  );
  for (const { type, parent, attribute } of attributes) {
    expect(recordTypes[parent], `${type} belongs to ${parent}`).toBeDefined();
    const examples = stored.filter((item) => item.type === type);
    expect(examples.length === 0 || examples.some((item) => attribute in item), `${type}.${attribute}`).toBe(
      true,
    );
  }
  expect(new Set(topicNames).size).toBe(topicNames.length);
});
