// What is written down of a step of a merge, so that an undo restores it.
import { beforeAll, describe, expect, it } from 'vitest';
import { openTenantStore, type TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';
import { organizationMerges, peopleMerges } from '../directory/record-merge/merge-kind.ts';
import { isRecord } from '../directory/record-merge/replace-record.ts';
import { describeItem, iterateSteps, putStep } from './merge-steps.ts';
import { nameRecord } from './rename-references.ts';
import type { StoredItem } from './stored-item.ts';

let tenant: TenantStore;
beforeAll(() => {
  process.env.TABLE_NAME = 'the-table';
  tenant = openTenantStore(parseTenantCode('alder') ?? expect.fail('alder is a tenant code'));
});

const now = new Date('2027-03-01T12:00:00.001Z');
const createItem = (attributes: object) => ({ pk: 'a', sk: 'b', ...attributes }) as unknown as StoredItem;

describe('a step', () => {
  const write = (kind: typeof peopleMerges | typeof organizationMerges, ...found: object[]) =>
    putStep(
      tenant,
      { kind, from: 'removed', into: 'remaining' },
      { sort: '01', found: found.map(createItem), items: [] },
      now,
    ).action;

  it('is stored under the removed record, for a day longer than a merge can be undone', () => {
    expect(write(peopleMerges, { type: 'person', id: 'p' })).toEqual({
      Put: {
        TableName: 'the-table',
        Item: {
          ...{ pk: 'T#alder#PERSON-MERGE#removed', sk: '01', type: 'merge-step', items: [] },
          ttl: Math.ceil(now.getTime() / 1000) + 31 * 86_400,
        },
      },
    });
  });

  it.each([
    ['the person', { type: 'person', id: 'p' }],
    ['whose it is', { type: 'x', id: 'other', personId: 'p' }],
    ['the member', { type: 'x', memberId: 'p' }],
  ])('of organizations that concerns a person is found by an erasure: %s', (_, found) => {
    expect(write(organizationMerges, { type: 'x', id: 'o' }, found)).toMatchObject({
      Put: { Item: { gsi1pk: 'T#alder#MERGE-STEPS-OF#p', gsi1sk: 'removed#01' } },
    });
  });

  it('of organizations that concerns no person is not listed', () => {
    expect(JSON.stringify(write(organizationMerges, { type: 'organization', id: 'o' }))).not.toContain(
      'gsi1',
    );
  });

  it('is undone before those that were done earlier', async () => {
    const store: TenantStore = {
      ...tenant,
      async *queryPages(partition, range) {
        expect([partition.name, range]).toEqual([
          'T#alder#PERSON-MERGE#removed',
          { backward: true, consistent: true, limit: 25 },
        ]);
        yield { items: [{ sk: '2' }] as never };
        yield { items: [{ sk: '1' }] as never };
      },
    };
    const steps = [];
    for await (const { sk } of iterateSteps(store, { kind: peopleMerges, from: 'removed' })) steps.push(sk);
    expect(steps).toEqual(['2', '1']);
  });
});

it.each([
  [{ type: 'group', id: 'i', name: 'n' }, 'group i'],
  [{ type: 'group', name: 'n' }, 'group n'],
  [{ type: 'group' }, 'group b'],
  [{ id: 'i' }, 'item i'],
])('%j is described as "%s" in a report', (attributes, text) => {
  expect(describeItem(createItem(attributes))).toBe(text);
});

it('people, organizations and committees are records that other items are written with', () => {
  const types = ['person', 'organization', 'committee', 'group', undefined];
  expect(types.map((type) => isRecord(createItem({ type })))).toEqual([true, true, true, false, false]);
});

describe('a person who belongs to an organization', () => {
  const named = { id: 'o', name: 'New', changes: [] };
  const [own, foreign] = [
    { organizationId: 'o', organizationName: 'Old' },
    { organizationId: 'p', organizationName: 'Old' },
  ];

  it('has its name, as have the positions there', () => {
    const person = createItem({ type: 'person', ...own, positions: [own, foreign, null, 'x', {}] });
    expect(nameRecord(person, named)).toEqual({
      ...{ ...person, organizationName: 'New' },
      positions: [{ ...own, organizationName: 'New' }, foreign, null, 'x', {}],
    });
  });

  it('of another one keeps its name', () => {
    const person = createItem({ type: 'person', ...foreign });
    expect(nameRecord(person, named)).toStrictEqual(person);
  });

  it('is the only kind of item that gets one', () => {
    const group = createItem({ type: 'group', ...own });
    expect(nameRecord(group, named)).toBe(group);
    const person = createItem({ type: 'person', ...own });
    expect(nameRecord(person, undefined)).toBe(person);
  });
});
