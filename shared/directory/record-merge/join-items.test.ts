// What becomes of two items that would have the same place after a merge (docs/interface/crm.md#merging-people).
import { beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '../../data/changes.ts';
import { openTenantStore, type TenantStore } from '../../data/store.ts';
import { parseTenantCode } from '../../data/tenant/tenant-code.ts';
import type { StoredItem } from '../../merges/stored-item.ts';
import { joinItems } from './join-items.ts';

let tenant: TenantStore;
beforeAll(() => {
  process.env.TABLE_NAME = 'the-table';
  tenant = openTenantStore(parseTenantCode('alder') ?? expect.fail('alder is a tenant code'));
});

const [from, to] = [
  { pk: 'T#alder#GROUP#1', sk: 'MEMBER#removed' },
  { pk: 'T#alder#GROUP#1', sk: 'MEMBER#remaining' },
];

const join = (type: string | undefined, item: object, existing: object = {}) =>
  joinItems(
    tenant,
    { type, ...item, ...from } as unknown as StoredItem,
    { type, ...existing, ...to } as unknown as StoredItem,
  );

/** What an update sets, by the names of the attributes. */
function readSet(change: Change | undefined): Readonly<Record<string, unknown>> {
  const { UpdateExpression = '', ExpressionAttributeValues = {} } =
    change && 'Update' in change.action ? (change.action.Update ?? {}) : {};
  return Object.fromEntries(
    [...UpdateExpression.matchAll(/#(\w+) = (:\w+)/g)].map(([, name = '', value = '']) => [
      name,
      ExpressionAttributeValues[value],
    ]),
  );
}

it('an item without a rule stays at its own place', () => {
  expect(join('note', {})).toBeUndefined();
  expect(join(undefined, {})).toBeUndefined();
});

it.each(['group-request', 'broadcast-invitee', 'official-contact-person', 'campaign-letter'])(
  'a %s of both is that of the remaining one, and the other one is kept for an undo',
  (type) => {
    const joined = join(type, { name: 'x' }, { name: 'y' });
    expect(joined?.changes.map(({ action }) => action)).toMatchObject([{ Delete: { Key: from } }]);
    expect(joined?.moved).toEqual({
      ...{ itemType: type, from, to },
      ...{ before: { type, name: 'x' }, after: {}, added: {} },
    });
  },
);

describe('a recipient of a broadcast that both were to get', () => {
  const recipient = { broadcastId: 'b', personId: '0a', version: 3, tries: 0, addressHash: 'h' };
  const waiting = { ...recipient, status: 'waiting' };
  const sent = { ...recipient, status: 'sent', sentDate: '2027-01-01T00:00:00.000Z' };
  const addressed = { ...recipient, personId: 'remaining' };

  it('of whom one waits is counted as merged, and an undo restores one who no longer waits', () => {
    const joined = join('broadcast-recipient', waiting, { ...addressed, status: 'sent' });
    expect(joined?.changes).toHaveLength(2);
    expect(JSON.stringify(joined?.changes[1])).toContain('because_merged');
    expect(joined?.moved.before).toMatchObject({ status: 'skipped', reason: 'merged' });
  });

  it('has the mail when the removed one has it, and does not get it again', () => {
    const joined = join('broadcast-recipient', sent, { ...addressed, status: 'waiting' });
    expect(readSet(joined?.changes[1])).toMatchObject({
      status: 'sent',
      sentDate: sent.sentDate,
      version: 4,
    });
    expect(JSON.stringify(joined?.changes[2])).toContain('because_merged');
    expect(joined?.moved.before).toMatchObject({ status: 'sent' });
  });

  it('goes on with the tries of the removed one, who has the address', () => {
    const tried = { ...waiting, tries: 2, dueAt: 5, gsi1sk: '5#0a' };
    const joined = join('broadcast-recipient', tried, { ...addressed, status: 'waiting' });
    expect(readSet(joined?.changes[1])).toMatchObject({ tries: 2, dueAt: 5, gsi1sk: '5#remaining' });
    const elsewhere = { ...addressed, status: 'waiting', addressHash: 'other' };
    expect(join('broadcast-recipient', tried, elsewhere)?.changes).toHaveLength(2);
  });

  it('who both are done stay counted as they are', () => {
    expect(join('broadcast-recipient', sent, { ...addressed, status: 'skipped' })?.changes).toHaveLength(1);
  });
});

describe('counts of both are added', () => {
  it('as far as the removed one has them', () => {
    const joined = join('instructor', { classes: 3, bookings: 'x', other: 4 }, { classes: 1, bookings: 2 });
    expect(joined?.moved.added).toEqual({ classes: 3 });
    expect(joined?.changes[1]?.action).toMatchObject({
      Update: {
        Key: to,
        ExpressionAttributeNames: { '#classes': 'classes' },
        ExpressionAttributeValues: { ':classes': 3 },
      },
    });
  });

  it('of both kinds of an instructor', () => {
    expect(join('instructor', { classes: 3, bookings: 0 })?.moved.added).toEqual({ classes: 3, bookings: 0 });
  });
});

describe('a member of a group that both are in', () => {
  const byHand = { byHand: true };
  const byFilter = { byFilter: true };

  it.each<[string, object, object, object]>([
    ['stays an owner', { isOwner: true }, {}, { isOwner: true }],
    ['is an owner already', { isOwner: true }, { isOwner: true }, {}],
    ['is none where neither is', {}, {}, {}],
    ['keeps its own ownership', {}, { isOwner: true }, {}],
    ['was added by hand, by the removed one', byHand, byFilter, { byHand: true }],
    ['was added by hand before there were filters', {}, byFilter, { byHand: true }],
    ['was added by hand as well as by the filter', { ...byHand, ...byFilter }, byFilter, { byHand: true }],
    ['stays one by the filter', byFilter, byFilter, {}],
    ['was added by hand already', byHand, { ...byFilter, ...byHand }, {}],
    ['was added by hand alone', byHand, {}, {}],
  ])('%s', (_, item, existing, set) => {
    const joined = join('group-member', item, existing);
    expect(joined?.moved.after).toEqual(set);
    expect(joined?.changes).toHaveLength(Object.keys(set).length === 0 ? 1 : 2);
    expect(readSet(joined?.changes[1])).toEqual(set);
  });

  it('stays out of the group where the remaining one was taken out, unless it would lose an owner', () => {
    const out = { type: 'group-exclusion' };
    expect(join('group-member', {}, out)?.changes).toHaveLength(1);
    expect(join('group-member', { isOwner: true }, out)).toBeUndefined();
    expect(join('group-exclusion', {}, { type: 'group-member' })?.moved.after).toEqual({});
  });
});

describe('a claim on a class', () => {
  it('without a live registration gives way to one that has one', () => {
    const joined = join('class-claim', { registrationId: 'r', other: 1 });
    expect(joined?.moved.after).toEqual({ registrationId: 'r' });
    expect(joined?.changes[1]).toMatchObject({
      onConflict: 'retry',
      action: {
        Update: {
          ConditionExpression: 'attribute_not_exists(#live)',
          ExpressionAttributeNames: { '#live': 'registrationId' },
        },
      },
    });
    expect(readSet(joined?.changes[1])).toEqual({ registrationId: 'r' });
  });

  it('stays where the remaining one has a live registration', () => {
    expect(join('class-claim', { registrationId: 'r' }, { registrationId: 's' })).toBeUndefined();
  });
});

it('what either refused stays refused, and an undo takes back what the remaining one had not decided', () => {
  const optedOut = { date: '2027-01-01T00:00:00.000Z', by: 'page' };
  const joined = join('mail-consent', { optedOut, topicsOff: ['a'] }, { topicsOff: ['b'], version: 4 });
  const set = readSet(joined?.changes[1]);
  expect(set).toMatchObject({ optedOut, version: 5 });
  expect(set.topicsOff).toEqual(expect.arrayContaining(['a', 'b']));
  expect(joined?.moved.after).toEqual({ optedOut });
  expect(joined?.changes[1]).toMatchObject({
    onConflict: 'retry',
    action: { Update: { ExpressionAttributeValues: { ':expectedVersion': 4 } } },
  });
});

it('a mailing list that both are on has a member less', () => {
  const joined = join('mailing-list-member', { listId: 'list-1' });
  expect(joined?.moved.listId).toBe('list-1');
  expect(joined?.changes).toHaveLength(2);
  expect(JSON.stringify(joined?.changes[1])).toMatch(/list-1.*:-1/);
});

it('a campaign that both took part in has a participant less, in all and on the day', () => {
  const joined = join('campaign-participation', {
    campaignId: 'c',
    personId: 'p',
    districts: [],
    day: '2027-03-01',
  });
  const counted = joined?.changes.slice(1).map((change) => JSON.stringify(change)) ?? [];
  expect(counted.filter((change) => /TOTAL|DAY#2027-03-01/.test(change))).toHaveLength(2);
  for (const change of counted) expect(change).toContain('":participants":-1');
});

it('the figures of campaigns are added', () => {
  const figures = { invited: 1, participants: 2, sent: 3, undeliverable: 4, recorded: 5 };
  expect(join('campaign-figures', { ...figures, other: 6 })?.moved.added).toEqual(figures);
});
