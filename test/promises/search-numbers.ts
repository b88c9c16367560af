// Searches, what is stored for them, and how long records of work are kept.

import type { ServerResponse } from 'node:http';
import { vi } from 'vitest';
import { isTooMany, MAX_FOUND } from '../../functions/billtracking/bills/documents/find-document-ids.ts';
import { LOG_DAYS, putRefusals } from '../../functions/billtracking/data-feeds/record/store.ts';
import { buildMatch, RETENTION_SECONDS } from '../../functions/billtracking/searches/match.ts';
import type { BillSearchItem } from '../../functions/billtracking/searches/search.ts';
import { extractWords, MAX_WORDS as MAX_SUMMARY_WORDS } from '../../functions/billtracking/word-search.ts';
import { MAX_CONTACTS } from '../../functions/crm/advocacy/engagement/contract.ts';
import { batchTtl, claimTtl, putBatch, putRow, putUndo } from '../../functions/crm/batches/store.ts';
import { assertNotTooMany } from '../../functions/identity/scim/groups/change-members.ts';
import { maxMembersChanged } from '../../functions/identity/scim/groups/contract.ts';
import { FIRST_ENTRIES, searchCourses } from '../../functions/training/courses/search-courses.ts';
import { loadCatalogueClasses, maxClasses } from '../../functions/training/feeds/load-classes.ts';
import { rateDecimals, updateTaxRates } from '../../functions/training/settings/tax-rates/contract.ts';
import { maxOwnTables, parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { backupDays, deadLetterDays, lockedDays } from '../../infra/aws/environment/retention-days.ts';
import { filteredReadLimit, loadAuditPage } from '../../shared/audit/audit-page.ts';
import { permissionNames } from '../../shared/auth/permissions/permissions.ts';
import type { ChangeEvent } from '../../shared/change-feed/change-event.ts';
import { changesAfter, changesFrom, getAppendTime, indexDelay } from '../../shared/change-feed/feed.ts';
import { put } from '../../shared/data/changes.ts';
import { resetDocumentClient, timeouts } from '../../shared/data/client.ts';
import type { Range } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { createSessionCache, maxSessions } from '../../shared/data/tenant/tenant-sessions.ts';
import { ITEMS_PER_BATCH, writeBatches } from '../../shared/data/write-batches.ts';
import { MAX_NAMES } from '../../shared/http/request/ignored-names.ts';
import { maxSendTime, startSendTime } from '../../shared/push/append-and-send.ts';
import { handOver, maxRememberedCounts } from '../../shared/push/backlog-store.ts';
import { buildFrames, maxBatchChanges } from '../../shared/push/frames.ts';
import { FEW_RECORDS, findByHints, MAX_HINTS } from '../../shared/search/find-by-hints.ts';
import { buildSearchEntries, MAX_WORDS } from '../../shared/search/search-index.ts';
import { fetchPublic, MAX_BYTES, TIMEOUT_MILLISECONDS } from '../../shared/webhooks/public-fetch.ts';
import { accepts } from './fits.ts';
import { findTimeout, isTaken, withEnvironment, withServer } from './outgoing-requests.ts';
import {
  atLeast,
  atMost,
  before,
  computes,
  later,
  many,
  oneMillisecond,
  type PromisedNumber,
  start,
  text,
  triedBy,
} from './promised-number.ts';
import { listSent } from './sent-requests.ts';
import { secondsToLive, tenant, tenantListing } from './stores-without-database.ts';

const data = 'docs/data.md';
const events = 'docs/events.md';
const aws = 'docs/aws.md';

/** The limits of the queries that a rule makes. */
async function findLimits(
  rule: (store: typeof tenant) => Promise<unknown>,
  found: readonly unknown[] = [],
): Promise<(number | undefined)[]> {
  const read: (number | undefined)[] = [];
  const query = async (_: unknown, { limit }: Range = {}) => {
    read.push(limit);
    return { items: [] };
  };
  const queryAll = async (_: unknown, { limit }: Range = {}) => {
    read.push(limit);
    return found;
  };
  const get = async () => undefined;
  const queryFound = async <T>(_: unknown, range: Range = {}) => (await queryAll(_, range)) as T[];
  await rule({ ...tenant, query, queryAll: queryFound, get });
  return read;
}

const words = (count: number): string[] => many(count, (index) => `word${index}`);
const toHint = (index: number) => ({ sk: `longest#${index}` });

/** Gets every change, in batches. */
const batchReader = {
  subscriber: { isBatched: true },
  permissions: new Set(permissionNames),
};
const buildEvent = (index: number): ChangeEvent => ({
  ...{ specversion: '1.0', id: String(index), source: '', type: 'person.created', subject: '', time: '' },
  ...{ datacontenttype: 'application/json', data: { fields: [] } },
});

const ownTables = (count: number): unknown =>
  parseEnvironment('dev', { dev: { ownTables: many(count, (index) => `tenant-${index}`) } });

/** How many seconds before a moment the changes end that a reader of the feed gets then. */
async function findDelay(read: (at: Date) => Promise<unknown>): Promise<number> {
  const sent = await listSent(() => read(start));
  const [end = ''] = sent.flatMap(({ input }) => input.ExpressionAttributeValues?.[':to'] ?? []);
  return (start.getTime() - getAppendTime(end).getTime()) / 1000;
}

/** Whether a batch is still sent so many milliseconds after it began. */
function isSending(milliseconds: number): boolean {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(milliseconds).mockReturnValueOnce(0);
  const hasTime = startSendTime()();
  clock.mockRestore();
  return hasTime;
}

/** How many of two deliveries a backlog remembers that have so many counts together. */
async function countDeliveries(count: number): Promise<number> {
  const deliver = (to: number) => ({
    changes: ['a'],
    counts: Object.fromEntries(many(to, (index) => [`c${index}`, 1])),
  });
  const Item = { type: 'push-backlog', position: '1', last: '2', delivered: [deliver(count - 1)] };
  const sent = await listSent(
    () => handOver(tenant, { first: '1', last: '2' }, deliver(1)),
    ({ operation }) => (operation === 'Get' ? { Item } : {}),
  );
  return sent.at(-1)?.input.ExpressionAttributeValues[':delivered'].length;
}

/** Whether a request that the database refuses so many milliseconds after it was sent is sent again. */
async function isTriedAgain(milliseconds: number): Promise<boolean> {
  let now = 0;
  let received = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const refuse = (response: ServerResponse) => {
    received += 1;
    now = milliseconds;
    response.writeHead(500).end();
  };
  await withServer(refuse, (address) =>
    withEnvironment(
      { AWS_ENDPOINT_URL_DYNAMODB: address, AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' },
      () => {
        resetDocumentClient();
        return accepts(() => tenant.get(tenant.key('A', 'A')));
      },
    ),
  );
  clock.mockRestore();
  resetDocumentClient();
  return received > 1;
}

const batch: Parameters<typeof putBatch>[1] = {
  ...{
    id: 'b',
    records: 'people',
    operation: 'create',
    key: 'email',
    rowCount: 1,
    createdDate: start.toISOString(),
  },
  createdBy: 'ada',
};

export const searchNumbers: readonly PromisedNumber[] = [
  {
    says: { [data]: 'a record has at most twenty words' },
    promised: 20,
    declared: MAX_WORDS,
    exercised: computes(
      () => buildSearchEntries(tenant, 'people', { id: 'a', sort: 'a', words: words(30) }).length,
    ),
  },
  {
    says: { [data]: 'up to 300 of its summary' },
    promised: 300,
    declared: MAX_SUMMARY_WORDS,
    exercised: computes(() => extractWords(words(400).join(' ')).length),
  },
  {
    says: { [data]: 'while there are more than 20 bills' },
    promised: 20,
    declared: FEW_RECORDS,
    // A second word is looked up only where the first one finds more.
    exercised: atMost(
      async (count) =>
        (await findLimits((store) => findByHints(store, 'bills', ['longest', 'word']), many(count, toHint)))
          .length === 1,
    ),
  },
  {
    says: { [data]: 'words that more than 2,000 bills have' },
    promised: 2000,
    declared: MAX_HINTS,
    exercised: atMost(
      async (count) =>
        (await findByHints(tenantListing(many(count, toHint)), 'bills', ['longest'])) !== undefined,
    ),
  },
  {
    says: { [data]: 'A search reads the first 250 entries' },
    promised: 250,
    declared: FIRST_ENTRIES,
    exercised: computes(
      async () =>
        (await findLimits((store) => searchCourses(store, 'nursing').listCreatedUpTo(undefined)))[0],
    ),
  },
  {
    says: { [data]: 'the transaction of the bill, 25 per round trip' },
    promised: 25,
    declared: ITEMS_PER_BATCH,
    exercised: computes(async () => {
      const changes = many(60, (index) => put(tenant.key<object>(`A#${index}`, 'A'), { type: 'a' }));
      const sent = await listSent(() => writeBatches(changes));
      const sizes = sent.map(({ input }) => Object.values(input.RequestItems).flat().length);
      return sizes.reduce((sum, size) => sum + size) === changes.length ? Math.max(...sizes) : sizes;
    }),
  },
  {
    says: {
      [data]: [
        'its results in order; expires after 8 days',
        'the content before the batch; expires after 8 days',
      ],
    },
    promised: 8,
    declared: (batchTtl(start) - start.getTime() / 1000) / 86_400,
    exercised: [
      computes(() => secondsToLive(putBatch(tenant, batch, start), start) / 86_400),
      computes(
        () =>
          secondsToLive(putRow(tenant, 'b', { row: 1, id: null, status: 'Created' }, start), start) / 86_400,
      ),
      computes(
        () => secondsToLive(putUndo(tenant, { id: 'b', row: 1 }, { after: '' }, start), start) / 86_400,
      ),
    ],
  },
  {
    says: { [data]: 'that create the same person meet here; expires after a day' },
    promised: 1,
    declared: (claimTtl(start) - start.getTime() / 1000) / 86_400,
    exercised: computes(() => (claimTtl(start) - start.getTime() / 1000) / 86_400),
  },
  {
    says: { [data]: 'its log and what it refused, for 180 days' },
    promised: 180,
    declared: LOG_DAYS,
    exercised: computes(
      () =>
        secondsToLive(putRefusals(tenant, { feedId: 'a', logId: 'b', page: 0 }, [], start), start) / 86_400,
    ),
  },
  {
    says: { [data]: 'what a search found, the latest first; TTL of three years' },
    promised: 3,
    declared: RETENTION_SECONDS / 86_400 / 366,
    exercised: computes(
      () =>
        (buildMatch({ id: 'a' } as BillSearchItem, { id: 'b' }, [], start).ttl - start.getTime() / 1000) /
        86_400 /
        366,
    ),
  },
  {
    says: { 'docs/interface/billtracking.md': 'A search of which more than 500 documents have all words' },
    promised: 500,
    declared: MAX_FOUND,
    exercised: atMost((count) => !isTooMany(count)),
  },
  {
    says: { 'docs/interface/crm.md': 'who took part in the last 50 contacts' },
    promised: 50,
    declared: MAX_CONTACTS,
    exercised: triedBy(
      'test/crm/advocacy/official-contacts.test.ts',
      'names as advocates those who took part in the last 50 contacts',
    ),
  },
  {
    says: { 'docs/interface/identity.md': 'One request changes the roles of at most 25 users' },
    promised: 25,
    declared: maxMembersChanged,
    exercised: atMost((count) => accepts(() => assertNotTooMany(count))),
  },
  {
    says: { 'docs/interface/identity.md': 'no redirect is followed; ten seconds and a megabyte at most' },
    promised: 10,
    declared: TIMEOUT_MILLISECONDS / 1000,
    exercised: computes(
      async () => (await findTimeout(() => accepts(() => fetchPublic('https://keys.example/')))) / 1000,
    ),
  },
  {
    says: { 'docs/interface/identity.md': 'ten seconds and a megabyte at most' },
    promised: 1,
    declared: MAX_BYTES / 2 ** 20,
    exercised: atMost(
      (megabytes) => isTaken(Math.round(megabytes * 2 ** 20), (address) => fetchPublic(address)),
      2 ** -20,
    ),
  },
  {
    says: { 'docs/identity.md': 'a page reads at most 500 records of each kind' },
    promised: 500,
    declared: filteredReadLimit,
    exercised: computes(async () => {
      const limits = await findLimits((store) => loadAuditPage(store, { actor: 'ada' }, { pageSize: 50 }));
      return limits[0] === limits[1] ? limits[0] : limits;
    }),
  },
  {
    says: { 'docs/interface/requests.md': 'at most twenty names are reported' },
    promised: 20,
    declared: MAX_NAMES,
    exercised: triedBy(
      'test/machinery/requests/ignored-names.test.ts',
      'is a valid header for every name, and of bounded length',
    ),
  },
  {
    says: { 'docs/interface/training.md': 'and the next 400, at most 500 classes' },
    promised: 500,
    declared: maxClasses,
    exercised: computes(async () => (await findLimits((store) => loadCatalogueClasses(store, start)))[0]),
  },
  {
    says: { 'docs/interface/training.md': 'a percentage with up to three decimals' },
    promised: 3,
    declared: rateDecimals,
    exercised: atMost((decimals) => {
      const rates = [{ name: 'Tax', rate: 1 + 10 ** -decimals }];
      return updateTaxRates.body.safeParse({ rates }).success;
    }),
  },
  {
    says: { 'docs/interface/access.md': 'A code is 2 to 32 letters' },
    promised: 2,
    declared: 2,
    exercised: atLeast((length) => parseTenantCode(text(length)) !== undefined),
  },
  {
    says: { 'docs/interface/access.md': 'A code is 2 to 32 letters' },
    promised: 32,
    declared: 32,
    exercised: atMost((length) => parseTenantCode(text(length)) !== undefined),
  },
  {
    says: { [events]: "reads the feed by cursor (an event's id), five seconds behind" },
    promised: 5,
    declared: indexDelay / 1000,
    exercised: [
      computes(() => findDelay((at) => changesAfter(tenant, undefined, 10, at))),
      computes(() => findDelay((at) => changesFrom(tenant, '0', 10, at))),
    ],
  },
  {
    says: { [events]: 'messages with changes are JSON arrays of up to 100' },
    promised: 100,
    declared: maxBatchChanges,
    exercised: atMost((count) => buildFrames(batchReader, many(count, buildEvent)).length === 1),
  },
  {
    says: { [events]: ['in order, for two seconds at most', 'share), for two seconds at most'] },
    promised: 2,
    declared: maxSendTime / 1000,
    exercised: before((seconds) => isSending(seconds * 1000), oneMillisecond.seconds),
  },
  {
    says: { [events]: 'the latest 5,000 connections that were served' },
    promised: 5000,
    declared: maxRememberedCounts,
    exercised: atMost(async (count) => (await countDeliveries(count)) === 2),
  },
  {
    says: { 'docs/faults.md': 'Retried for 4 s' },
    promised: 4,
    declared: timeouts.retry / 1000,
    exercised: atMost((seconds) => isTriedAgain(seconds * 1000), 0.001),
  },
  {
    says: { [aws]: '`ownTables` in cdk.json lists up to ten codes' },
    promised: 10,
    declared: maxOwnTables,
    exercised: atMost((count) => accepts(() => ownTables(count))),
  },
  {
    says: { [aws]: 'A process keeps up to 5,000 sessions' },
    promised: 5000,
    declared: maxSessions,
    exercised: atMost(async (count) => {
      let requests = 0;
      const expiration = later(365 * 86_400_000);
      const findSession = createSessionCache(
        async () => {
          requests += 1;
          return { accessKeyId: '', secretAccessKey: '', expiration };
        },
        { now: () => start.getTime() },
      );
      const codes = many(count, (index) => parseTenantCode(`tenant-${index}`)).filter(
        (code) => code !== undefined,
      );
      for (const code of [...codes, ...codes.slice(0, 1)]) await findSession(code);
      return requests === count;
    }),
  },
  {
    says: {
      [aws]: 'Backups and copies are kept for 35 days',
    },
    promised: 35,
    declared: backupDays,
    exercised: triedBy(
      'test/aws/backup.test.ts',
      'backs up the table every day and copies each backup to the other region',
    ),
  },
  {
    says: { [aws]: 'nobody deletes a backup within its first seven days' },
    promised: 7,
    declared: lockedDays,
    exercised: triedBy(
      'test/aws/backup.test.ts',
      'is retained, has a key of its own, and a lock that can be removed by a person with the permission',
    ),
  },
  {
    says: { 'docs/runbooks.md': 'it stays for 14 days in the queue' },
    promised: 14,
    declared: deadLetterDays,
    exercised: triedBy(
      'test/aws/retention.test.ts',
      'that is told of by position is read again from the stream, while it has it, by a function that calls of the queue retry',
    ),
  },
];
