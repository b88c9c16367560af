// How long a merge can be undone, and what it stores for that (docs/interface/crm.md#merging-people).
import { beforeAll, describe, expect, it } from 'vitest';
import { openTenantStore, type TenantStore } from '../../data/store.ts';
import { parseTenantCode } from '../../data/tenant/tenant-code.ts';
import { organizationMerges, peopleMerges } from './merge-kind.ts';
import {
  beginMerge,
  endUndo,
  getUndoEnd,
  isSettled,
  listMergedInto,
  type MergeItem,
  mergesInto,
  openMergesDue,
  pickMerge,
  putMerge,
  survivorById,
} from './merge-record.ts';

let tenant: TenantStore;
beforeAll(() => {
  process.env.TABLE_NAME = 'the-table';
  tenant = openTenantStore(parseTenantCode('alder') ?? expect.fail('alder is a tenant code'));
});

const startedAt = '2027-03-01T12:00:00.001Z';
const begun = {
  id: 'removed',
  into: 'remaining',
  mark: 'm',
  mergedDate: startedAt,
  startedAt,
  mergedBy: 'ada',
};
const merge: MergeItem = {
  ...begun,
  ...{ type: 'person-merge', status: 'done', version: 3, moved: {}, notMoved: [], notUndone: [] },
};

const begunAs = (status: MergeItem['status']) => ({
  ...begun,
  status,
  moved: {},
  notMoved: [],
  notUndone: [],
});

describe('a merge', () => {
  it('can be undone for 30 days', () => {
    expect(getUndoEnd(merge).toISOString()).toBe('2027-03-31T12:00:00.001Z');
  });

  it.each([
    [undefined, 60_000],
    [peopleMerges, 60_000],
    [organizationMerges, 960_000],
  ])(
    'is settled when nobody can still write by what was read before (%#): after %i ms',
    (kind, milliseconds) => {
      const at = (more: number) => new Date(Date.parse(startedAt) + milliseconds + more);
      expect(isSettled(merge, at(0), kind)).toBe(false);
      expect(isSettled(merge, at(1), kind)).toBe(true);
    },
  );

  it('is stored without what says where it is', () => {
    expect(pickMerge({ ...merge, pk: 'a', sk: 'b', gsi1pk: 'c' } as MergeItem)).toStrictEqual(merge);
  });

  it('begins with what an undo restores, for a day longer than it can be', () => {
    const records = { removed: { id: 'removed' }, before: { a: 1 }, after: { a: 2 } };
    const [first, second, third, ...others] = beginMerge(
      tenant,
      peopleMerges,
      undefined,
      begun,
      records as never,
    );
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      onConflict: 'retry',
      action: {
        Put: {
          Item: {
            ...{ ...begun, type: 'person-merge', status: 'running', version: 1 },
            ...{ moved: {}, notMoved: [], notUndone: [] },
            ...{ pk: 'T#alder#PERSON#removed', sk: 'MERGE', gsi1sk: `${startedAt}#removed` },
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    });
    const ttl = Math.ceil(Date.parse(startedAt) / 1000) + 31 * 86_400;
    expect(second?.action).toMatchObject({
      Put: {
        Item: { ...records, type: 'merged-records', ttl, pk: 'T#alder#PERSON#removed', sk: 'MERGED-RECORDS' },
      },
    });
    expect(third?.action).toMatchObject({
      Put: {
        Item: {
          type: 'person-merge-into',
          from: 'removed',
          pk: 'T#alder#PERSON#remaining',
          sk: 'MERGE-OF#removed',
        },
      },
    });
  });

  it('is written at the version that was read, and listed while it is open', () => {
    const closed = putMerge(tenant, organizationMerges, merge, begunAs('done'), false);
    expect(closed.action).toMatchObject({
      Put: {
        Item: { type: 'organization-merge', version: 4, pk: 'T#alder#ORG#removed' },
        ConditionExpression: '#version = :expectedVersion',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':expectedVersion': 3 },
      },
    });
    expect(JSON.stringify(closed.action)).not.toContain('gsi1');
    const open = putMerge(tenant, organizationMerges, merge, begunAs('undoing'), true);
    expect(open.action).toMatchObject({ Put: { Item: { gsi1pk: 'T#alder#ORG-MERGES' } } });
    expect(openMergesDue(organizationMerges)).toEqual({ listing: 'ORG-MERGES', moment: 'ISO 8601' });
  });

  it('that is undone needs nothing of it any more', () => {
    expect(endUndo(tenant, peopleMerges, merge).map(({ action }) => action)).toMatchObject([
      { Delete: { Key: { pk: 'T#alder#PERSON#removed', sk: 'MERGED-RECORDS' } } },
      { Delete: { Key: { pk: 'T#alder#PERSON#removed', sk: 'MERGED-RECORDS#before' } } },
      { Delete: { Key: { pk: 'T#alder#PERSON#removed', sk: 'MERGED-RECORDS#after' } } },
      { Delete: { Key: { pk: 'T#alder#PERSON#remaining', sk: 'MERGE-OF#removed' } } },
    ]);
  });
});

/** The tenant's store with these items, by their keys. */
const createStore = (items: Readonly<Record<string, object>>): TenantStore => {
  const read = (key: { readonly pk: string; readonly sk: string }) => items[`${key.pk} ${key.sk}`] as never;
  return {
    ...tenant,
    get: async (key) => read(key),
    getMany: async (keys) => keys.map(read),
    queryAll: async () => [{ from: 'a' }, { from: 'gone' }] as never,
  };
};
const mergedInto = (id: string, into: string, status: MergeItem['status']) =>
  [`T#alder#PERSON#${id} MERGE`, { ...merge, id, into, status }] as const;

describe('the record for which a removed id stands', () => {
  const person = (id: string) => {
    const { pk, sk } = peopleMerges.key(tenant, id);
    return [`${pk} ${sk}`, { id }] as const;
  };
  const find = (...items: readonly (readonly [string, object])[]) =>
    survivorById(createStore(Object.fromEntries(items)), peopleMerges, 'a');

  it.each(['running', 'done', 'undoing'] as const)(
    'is the one that it was merged into (%s)',
    async (status) => {
      expect(await find(mergedInto('a', 'b', status), person('b'))).toEqual({ id: 'b' });
    },
  );

  it('is none where the merge was undone, or there was none', async () => {
    expect(await find(mergedInto('a', 'b', 'undone'), person('b'))).toBeUndefined();
    expect(await find(person('b'))).toBeUndefined();
  });

  it('is found through 20 merges that follow one another', async () => {
    const chain = (length: number) => {
      const ids = ['a', ...Array.from({ length }, (_, index) => `p${index}`)];
      return [
        ...ids.slice(1).map((into, index) => mergedInto(ids[index] ?? '', into, 'done')),
        person(ids.at(-1) ?? ''),
      ];
    };
    expect(await find(...chain(20))).toEqual({ id: 'p19' });
    expect(await find(...chain(21))).toBeUndefined();
  });
});

it('the merges into a record are those that are stored', async () => {
  const store = createStore(Object.fromEntries([mergedInto('a', 'b', 'done')]));
  expect(await mergesInto(store, peopleMerges, 'b')).toEqual([{ ...merge, id: 'a', into: 'b' }]);
});

it('an id stands for another one while it is merged, and while it is being merged', async () => {
  const statuses = ['running', 'done', 'undoing', 'undone'] as const;
  const store = createStore(Object.fromEntries(statuses.map((status) => mergedInto(status, 'b', status))));
  expect([...(await listMergedInto(store, peopleMerges, [...statuses, 'other']))]).toEqual([
    ['running', 'b'],
    ['done', 'b'],
  ]);
});
