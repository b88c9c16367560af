// Scoped access to the one table: a store builds keys of its own scope only, so no other tenant's data is accessible.

import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { Failure } from '../errors/failure.ts';
import { boundKeyText } from '../values/key-text.ts';
import { documentClient } from './client.ts';
import { chooseDuePartition, type DueEntry, dueShards, formatDuePartition } from './due-partition.ts';
import type { OpenMerge } from './open-merge.ts';
import { findTable, groupByTable, listOwnTables, tableName } from './tables.ts';
import type { TenantCode } from './tenant/tenant-code.ts';

/** Brands keys, which only a store creates, with the type of their item. Never set at run time. */
declare const brand: unique symbol;

/** The address of one item of type T. Only a store creates keys, and only of its own scope. */
export interface Key<T> {
  readonly pk: string;
  readonly sk: string;
  readonly [brand]: { readonly item?: T };
}

/** Items of type T that are stored together in order: a partition of the table, or of the index. */
export interface Partition<T> {
  readonly name: string;
  readonly index: 'table' | 'gsi1' | 'gsi2';
  /** The table, where the name does not say it. */
  readonly table?: string;
  /** The kind of work, where what is listed is also in the index of what is due. */
  readonly due?: string;
  readonly [brand]: { readonly item?: T };
}

/** The range of a query. Bounds are plain texts of the sort key. */
export interface Range {
  /** Sort keys that begin with this. */
  readonly beginsWith?: string;
  /** Sort keys from this one on, inclusive. */
  readonly from?: string;
  /** Sort keys up to this one, inclusive. */
  readonly to?: string;
  /** Continue after this position (from an earlier page). */
  readonly after?: Position;
  readonly backward?: boolean;
  readonly limit?: number;
  /** Return these attributes only. Saves transfer but no read units, which are charged for whole items. */
  readonly only?: readonly string[];
  /** Strongly consistent read (twice the read units; not on the index). */
  readonly consistent?: boolean;
}

/** Where a page ends: the key of its last item. */
export type Position = Readonly<Record<string, string>>;

/** One page of a query. `next` is set when more may follow. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: Position;
}

/**
 * Access to one scope of the table: one tenant's data, or the platform's. Names that are too long for a key of DynamoDB
 * are replaced by their beginning and a hash.
 */
export interface Store {
  /** Begins every key of the scope: `T#<tenant code>#` or `P#`. */
  readonly prefix: string;
  /** Names the address of an item. `partition` is without the scope's prefix. */
  key<T>(partition: string, sort: string): Key<T>;
  /** Names a partition of the table. */
  partition<T>(name: string): Partition<T>;
  /** Names a partition of the index gsi1. */
  listing<T>(name: string): Partition<T>;
  /**
   * Names a partition of the index gsi1 whose items are also in the index of what is due over all tenants. The platform's own
   * work is in one listing anyway.
   */
  dueListing<T>(name: string): Partition<T>;
  get<T>(key: Key<T>, options?: { readonly consistent?: boolean }): Promise<T | undefined>;
  /** Several items in one round trip per hundred, in the order of the keys; undefined where there is none. */
  getMany<T>(
    keys: readonly Key<T>[],
    options?: { readonly consistent?: boolean },
  ): Promise<(T | undefined)[]>;
  /** One page: as many items as DynamoDB reads at once (1 MB), at most `limit`. */
  query<T>(partition: Partition<T>, range?: Range): Promise<Page<T>>;
  /** The pages of a range, one round trip each; always at least one, which may be empty. */
  queryPages<T>(partition: Partition<T>, range?: Range): AsyncGenerator<Page<T>>;
  /** Every item of a range, over as many round trips as that takes; with `limit`, the first so many. */
  queryAll<T>(partition: Partition<T>, range?: Range): Promise<T[]>;
}

/** A tenant's scope. */
export interface TenantStore extends Store {
  readonly scope: 'tenant';
  readonly code: TenantCode;
  /** The merges whose references are on their way, where a request's admission has found some. */
  readonly openMerges?: readonly OpenMerge[];
  /** Whether what it reads is already without their effect (shared/merges/follow-merges.ts). */
  readonly followsMerges?: true;
}

/** The platform's scope, from which any tenant's store can be opened. */
export interface PlatformStore extends Store {
  readonly scope: 'platform';
  tenant(code: TenantCode): TenantStore;
}

const platformPrefix = 'P#';

/** The ways of reading that follow from two of them. */
export function deriveStore(
  reads: Pick<Store, 'getMany' | 'query'>,
): Pick<Store, 'get' | 'getMany' | 'query' | 'queryPages' | 'queryAll'> {
  return {
    ...reads,
    async get(key, options) {
      const [item] = await reads.getMany([key], options);
      return item;
    },
    async *queryPages<T>(partition: Partition<T>, range: Range = {}) {
      let after = range.after;
      do {
        const page: Page<T> = await reads.query(partition, { ...range, ...(after && { after }) });
        yield page;
        after = page.next;
      } while (after);
    },
    async queryAll<T>(partition: Partition<T>, { limit, ...range }: Range = {}) {
      const items: T[] = [];
      let after = range.after;
      do {
        const left = limit === undefined ? {} : { limit: limit - items.length };
        const page: Page<T> = await reads.query(partition, { ...range, ...left, ...(after && { after }) });
        items.push(...page.items);
        after = page.next;
      } while (after && (limit === undefined || items.length < limit));
      return items;
    },
  };
}

function createStore(prefix: string): Store {
  const requireOwn = (pk: string): string => {
    if (!pk.startsWith(prefix)) throw new Error(`A key outside of the scope ${prefix} was used in its store`);
    return pk;
  };
  const keyNames = (index: Partition<unknown>['index']) =>
    index === 'table' ? { pk: 'pk', sk: 'sk' } : { pk: index === 'gsi1' ? 'gsi1pk' : 'gsi2pk', sk: 'gsi1sk' };
  const reads: Pick<Store, 'getMany' | 'query'> = {
    async getMany<T>(keys: readonly Key<T>[], options = {}) {
      for (const key of keys) requireOwn(key.pk);
      return readMany(keys, options);
    },
    async query<T>(partition: Partition<T>, range: Range = {}) {
      requireOwn(partition.name);
      const names = keyNames(partition.index);
      const values: Record<string, string> = { ':pk': partition.name };
      let condition = '#pk = :pk';
      if (range.beginsWith !== undefined) {
        condition += ' AND begins_with(#sk, :sk)';
        values[':sk'] = range.beginsWith;
      } else if (range.from !== undefined && range.to !== undefined) {
        condition += ' AND #sk BETWEEN :from AND :to';
        values[':from'] = range.from;
        values[':to'] = range.to;
      } else if (range.from !== undefined || range.to !== undefined) {
        condition += range.from === undefined ? ' AND #sk <= :sk' : ' AND #sk >= :sk';
        values[':sk'] = range.from ?? range.to ?? '';
      }
      const { Items, LastEvaluatedKey } = await documentClient().send(
        new QueryCommand({
          TableName: partition.table ?? findTable(partition.name),
          ...(partition.index === 'table'
            ? { ConsistentRead: range.consistent ?? false }
            : { IndexName: partition.index }),
          KeyConditionExpression: condition,
          ExpressionAttributeNames: {
            '#pk': names.pk,
            ...(condition.includes('#sk') && { '#sk': names.sk }),
            ...Object.fromEntries((range.only ?? []).map((attribute, index) => [`#only${index}`, attribute])),
          },
          ProjectionExpression: range.only?.map((_, index) => `#only${index}`).join(', '),
          ExpressionAttributeValues: values,
          ScanIndexForward: !range.backward,
          Limit: range.limit,
          ExclusiveStartKey: range.after,
        }),
      );
      const items = (Items ?? []) as T[];
      return LastEvaluatedKey ? { items, next: LastEvaluatedKey as Position } : { items };
    },
  };
  const self: Store = {
    ...deriveStore(reads),
    prefix,
    key: <T>(partition: string, sort: string) =>
      ({ pk: prefix + boundKeyText(partition, 'partition'), sk: boundKeyText(sort, 'sort') }) as Key<T>,
    partition: <T>(name: string) =>
      ({ name: prefix + boundKeyText(name, 'partition'), index: 'table' }) as Partition<T>,
    listing: <T>(name: string) =>
      ({ name: prefix + boundKeyText(name, 'partition'), index: 'gsi1' }) as Partition<T>,
    dueListing: <T>(name: string) => ({
      ...self.listing<T>(name),
      ...(prefix !== platformPrefix && { due: name }),
    }),
    async get<T>(key: Key<T>, { consistent = false } = {}) {
      const { Item } = await documentClient().send(
        new GetCommand({
          TableName: findTable(key.pk),
          Key: { pk: requireOwn(key.pk), sk: key.sk },
          ConsistentRead: consistent,
        }),
      );
      return Item as T | undefined;
    },
  };
  return self;
}

/** A tenant's store. Handlers get theirs from the request's context; only the platform's own code calls this. */
export const openTenantStore = (code: TenantCode): TenantStore => ({
  ...createStore(`T#${code}#`),
  scope: 'tenant',
  code,
});

/** Entries of work that is due, by when it is. */
const dueEntries = (name: string, table: string) => ({ name, index: 'gsi2', table }) as Partition<DueEntry>;

/**
 * Where a kind of work is that is due, by when it is: a part of all tenants each; and of each tenant with a table of its own
 * the part that it is in.
 */
export const listDueEntries = (kind: string): readonly Partition<DueEntry>[] => [
  ...Array.from({ length: dueShards }, (_, shard) =>
    dueEntries(formatDuePartition(kind, shard), tableName()),
  ),
  ...listOwnTables().map(({ code, table }) => dueEntries(chooseDuePartition(kind, `T#${code}#`), table)),
];

/** The platform's store: tenants, users, clients, keys. Only area C and commands use it. */
export const openPlatformStore = (): PlatformStore => ({
  ...createStore(platformPrefix),
  scope: 'platform',
  tenant: openTenantStore,
});

/** A key as DynamoDB takes it. */
type StoredKey = Record<'pk' | 'sk', string>;

/**
 * Reads any number of items by key, a hundred per round trip, and requests again what DynamoDB left unprocessed.
 * @throws Failure SERVICE_BUSY when DynamoDB keeps leaving keys unprocessed
 */
export async function readMany<T>(
  keys: readonly Key<T>[],
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<(T | undefined)[]> {
  const found = new Map<string, T>();
  const toName = (pk: string, sk: string) => JSON.stringify([pk, sk]);
  const distinct = [
    ...new Map(keys.map((key) => [toName(key.pk, key.sk), { pk: key.pk, sk: key.sk }])).values(),
  ];
  for (let start = 0; start < distinct.length; start += 100) {
    let unread: StoredKey[] = distinct.slice(start, start + 100);
    for (let attempt = 0; unread.length > 0; attempt += 1) {
      if (attempt > 6) throw new Failure('SERVICE_BUSY');
      if (attempt > 0) await sleep(2 ** attempt * 10 * Math.random());
      const tables = Object.entries(groupByTable(unread, ({ pk }) => pk));
      const RequestItems = Object.fromEntries(
        tables.map(([table, Keys]) => [table, { Keys, ConsistentRead: consistent }]),
      );
      const { Responses = {}, UnprocessedKeys = {} } = await documentClient().send(
        new BatchGetCommand({ RequestItems }),
      );
      for (const item of Object.values(Responses).flat()) found.set(toName(item.pk, item.sk), item as T);
      unread = Object.values(UnprocessedKeys).flatMap(({ Keys = [] }) => Keys as StoredKey[]);
    }
  }
  return keys.map((key) => found.get(toName(key.pk, key.sk)));
}
