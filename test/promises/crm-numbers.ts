// People, groups, lists, views and advocacy.

import { createOfficialContact } from '../../functions/crm/advocacy/contacts/contract.ts';
import { savePeopleRelationships } from '../../functions/crm/advocacy/relationships/contract.ts';
import { MAX_SAVED } from '../../functions/crm/advocacy/relationships/schemas.ts';
import { assertNotTooMany } from '../../functions/crm/advocacy/relationships/write-relationships.ts';
import { writeOrganizationsInBatch, writePeopleInBatch } from '../../functions/crm/batches/contract.ts';
import { MAX_ROWS } from '../../functions/crm/batches/schemas.ts';
import {
  addMailingListMembers,
  MAX_ADDED,
} from '../../functions/crm/communication/mailing-lists/members/contract.ts';
import { setGroupOwners } from '../../functions/crm/groups/contract.ts';
import { hasRoom, MAX_FILTERS } from '../../functions/crm/groups/filter/resolve-group-filter.ts';
import {
  addGroupMembers,
  MAX_CHANGED,
  removeGroupMembers,
} from '../../functions/crm/groups/members/contract.ts';
import {
  MAX_FOUND,
  MAX_PAGE_SIZE,
  presentCursorPage,
  searchSorts,
} from '../../functions/crm/lists/search.ts';
import { KEPT_DAYS, toTtl } from '../../functions/crm/people/approval/store.ts';
import { ENTRIES_PER_PAGE, listDuplicates } from '../../functions/crm/people/duplicates/find-duplicates.ts';
import { COMPARED_DIGITS, matchPeople } from '../../functions/crm/people/duplicates/rules.ts';
import { ENTRIES_PER_QUERY, readFilteredPage } from '../../functions/crm/people/filtered-page.ts';
import {
  loadIndexedCandidates,
  MAX_OF_ORGANIZATIONS,
  MAX_ORGANIZATIONS,
  MAX_READ_ALONE,
} from '../../functions/crm/people/load-candidates.ts';
import { presentChangeRetention } from '../../functions/crm/settings/change-retention/change-retention.ts';
import { updateChangeRetention } from '../../functions/crm/settings/change-retention/contract.ts';
import { assertHasRoom, MAX_VIEWS } from '../../functions/crm/views/view.ts';
import { appendPositioned } from '../../shared/change-feed/feed.ts';
import { changeRetentionDays, defaultChangeRetentionDays } from '../../shared/change-feed/retention.ts';
import type { Range } from '../../shared/data/store.ts';
import { MAX_OWNERS } from '../../shared/directory/groups/group.ts';
import { REFUSED_DAYS, refuseGroupRequest } from '../../shared/directory/groups/group-requests.ts';
import { listConstituencies, MAX_DIVISIONS } from '../../shared/directory/officials/constituent-entries.ts';
import { MAX_PARTICIPANTS } from '../../shared/directory/officials/official-contact.ts';
import { MAX_RELATIONSHIPS, STRENGTHS } from '../../shared/directory/officials/political-relationship.ts';
import { DIVISION_SCHEME } from '../../shared/directory/people/divisions.ts';
import { buildPersonRows, LONGEST_ID } from '../../shared/directory/writing/search-rows.ts';
import { accepts, buildId, fits } from './fits.ts';
import {
  atLeast,
  atMost,
  computes,
  many,
  type PromisedNumber,
  start,
  text,
  triedBy,
} from './promised-number.ts';
import { listSent } from './sent-requests.ts';
import { secondsToLive, tenant, tenantListing } from './stores-without-database.ts';

const crm = 'docs/interface/crm.md';
const groups = 'docs/interface/groups.md';
const communication = 'docs/interface/communication.md';
const events = 'docs/events.md';

const ids = (count: number): string[] => many(count, buildId);

/** Whether a filter of people is answered by an index, where each organization has so many people. */
async function isIndexed(
  fieldId: 'peopleids' | 'currentOrganization',
  count: number,
  {
    people = 0,
    sortBy = 'name',
  }: { readonly people?: number; readonly sortBy?: 'name' | 'organization' } = {},
): Promise<boolean> {
  const rules = [[{ fieldId, filterType: 4, selectedValues: ids(count) }]] as const;
  const store = tenantListing(many(people, (index) => ({ id: buildId(index), sk: String(index) })));
  return (await loadIndexedCandidates(store, { rules, today: '2026-03-02' }, sortBy)) !== undefined;
}

/** How many entries a page reads that finds only people who do not pass its filter, and always further ones. */
async function countEntriesOfPage(): Promise<number> {
  let count = 0;
  const query = async ({ name }: { readonly name: string }, { limit = 0 }: Range = {}) => {
    count += limit;
    return { items: [], next: { pk: name, sk: String(count) } };
  };
  await readFilteredPage({ ...tenant, query }, { rules: [], today: '2026-03-02' }, { pageSize: 50 });
  return count;
}

const havePhonesInCommon = (a: string, b: string): boolean =>
  [
    ...matchPeople(
      [
        { id: 'a', phone: a },
        { id: 'b', phone: b },
      ],
      [{ sameNameAnd: ['phone'] }],
    ),
  ].length > 0;

const request = {
  type: 'group-request',
  groupId: 'g',
  personId: 'p',
  status: 'pending',
  createdDate: '',
} as const;

/** For how long a change of a tenant without a retention of its own is stored. */
async function findChangeDays(): Promise<unknown> {
  const image = { type: { S: 'person' }, id: { S: buildId(1) }, schemaVersion: { N: '1' } };
  const dynamodb = {
    ...{ Keys: { pk: { S: `T#${tenant.code}#PERSON#1` }, sk: { S: 'PERSON' } }, NewImage: image },
    ...{ SequenceNumber: '1', ApproximateCreationDateTime: start.getTime() / 1000 },
  };
  const record = { eventID: 'a', eventName: 'INSERT' as const, dynamodb };
  const sent = await listSent(() => appendPositioned([record], start));
  const [ends] = JSON.stringify(sent).match(/(?<="type":"change".*"ttl":)\d+/) ?? [];
  return (Number(ends) - start.getTime() / 1000) / 86_400;
}

export const crmNumbers: readonly PromisedNumber[] = [
  {
    says: { [crm]: 'ids of more than 20 characters' },
    promised: 20,
    declared: LONGEST_ID,
    exercised: atMost((length) => {
      const externalIds = [{ scheme: 'members', identifier: text(length) }];
      return buildPersonRows(tenant, { id: 'a', externalIds }).length > 0;
    }),
  },
  {
    says: { 'README.md': 'Up to 500 rows, each with its own result', [crm]: 'writes up to 500 people' },
    promised: 500,
    declared: MAX_ROWS,
    exercised: [
      atMost((count) =>
        fits(
          writePeopleInBatch.body,
          'rows',
          many(count, () => ({ lastName: 'A' })),
        ),
      ),
      atMost((count) =>
        fits(
          writeOrganizationsInBatch.body,
          'rows',
          many(count, () => ({ name: 'A' })),
        ),
      ),
    ],
  },
  {
    says: { [crm]: 'At most 200 views of a caller' },
    promised: 200,
    declared: MAX_VIEWS,
    exercised: [
      atMost((count) => accepts(() => assertHasRoom(tenantListing(views(count - 1)), 'ada'))),
      atMost((count) => accepts(() => assertHasRoom(tenantListing(views(count - 1)), undefined))),
    ],
  },
  {
    says: { [crm]: 'a caller, and 200 of everybody' },
    promised: 200,
    declared: MAX_VIEWS,
    exercised: atMost((count) => accepts(() => assertHasRoom(tenantListing(views(count - 1)), undefined))),
  },
  {
    says: { [crm]: 'Its pages, of at most 100 people by name' },
    promised: 100,
    declared: MAX_PAGE_SIZE,
    exercised: atMost((pageSize) =>
      accepts(() => presentCursorPage({ pageSize }, async () => ({ data: [], next: undefined }))),
    ),
  },
  {
    says: { [crm]: 'a page looks at no more than 9,000 people' },
    promised: 9000,
    declared: ENTRIES_PER_QUERY.reduce<number>((sum, count) => sum + count, 0),
    exercised: computes(countEntriesOfPage),
  },
  {
    says: {
      [crm]: [
        'A search lists the first 500 that it finds',
        'a search, with any filters | the first 500 that',
      ],
    },
    promised: 500,
    declared: MAX_FOUND,
    exercised: computes(countFound),
  },
  {
    says: {
      [crm]: ['`peopleids`, up to 100', '`onlyFavorite`, up to 100', '`roles` that up to 100 people have'],
    },
    promised: 100,
    declared: MAX_READ_ALONE,
    exercised: atMost((count) => isIndexed('peopleids', count)),
  },
  {
    says: { [crm]: '`currentOrganization` by up to 10 ids' },
    promised: 10,
    declared: MAX_ORGANIZATIONS,
    exercised: atMost((count) => isIndexed('currentOrganization', count)),
  },
  {
    says: { [crm]: 'by `name`, up to 500 people' },
    promised: 500,
    declared: MAX_OF_ORGANIZATIONS,
    exercised: atMost((people) => isIndexed('currentOrganization', 1, { people })),
  },
  {
    says: { [crm]: '`currentOrganization` by ids with any other filter or order, up to 100 people' },
    promised: 100,
    declared: MAX_READ_ALONE,
    exercised: atMost((people) => isIndexed('currentOrganization', 1, { people, sortBy: 'organization' })),
  },
  {
    says: { [crm]: '`phone` (the last ten digits)' },
    promised: 10,
    declared: COMPARED_DIGITS,
    exercised: [
      computes(() => (havePhonesInCommon('1 410 555 0134', '9 410 555 0134') ? 10 : 11)),
      computes(() => (havePhonesInCommon('1410 555 0134', '2410 555 0134') ? 10 : 11)),
      computes(() => (havePhonesInCommon('410 555 0134', '510 555 0134') ? 9 : 10)),
    ],
  },
  {
    says: { [crm]: 'A page of the list reads at most 600 people' },
    promised: 600,
    declared: ENTRIES_PER_PAGE,
    exercised: computes(async () => {
      const read: unknown[] = [];
      const query = async (_: unknown, range: { readonly limit?: number } = {}) => {
        read.push(range.limit);
        return { items: [] };
      };
      await listDuplicates({ ...tenant, query }, [], { pageSize: 50, hasDecided: false });
      return read[0];
    }),
  },
  {
    says: { [crm]: 'Decided requests are kept for a year', 'docs/data.md': 'TTL a year after the decision' },
    promised: 1,
    declared: KEPT_DAYS / 365,
    exercised: computes(
      () => (Number(toTtl({ status: 'decided' }, start).ttl) - start.getTime() / 1000) / 86_400 / 365,
    ),
  },
  {
    says: { [crm]: 'saves up to 20 of any people' },
    promised: 20,
    declared: MAX_SAVED,
    exercised: atMost((count) =>
      fits(savePeopleRelationships.body, 'relationships', many(count, buildRelationship)),
    ),
  },
  {
    says: { [crm]: 'with the same official at the same time, and at most 200 altogether' },
    promised: 200,
    declared: MAX_RELATIONSHIPS,
    exercised: atMost((count) => accepts(() => assertNotTooMany(count))),
  },
  {
    says: { [crm]: 'from 1, distant, to 5, close (3 by default)' },
    promised: 3,
    declared: STRENGTHS.byDefault,
    exercised: triedBy(
      'test/crm/advocacy/political-relationships.test.ts',
      'are saved, changed, ended and deleted',
    ),
  },
  {
    says: { [crm]: '`followUpDate` and up to 20 `personIds`' },
    promised: 20,
    declared: MAX_PARTICIPANTS,
    exercised: atMost((count) => fits(createOfficialContact.body, 'personIds', ids(count))),
  },
  {
    says: { [crm]: 'at most eight. Both require' },
    promised: 8,
    declared: MAX_DIVISIONS,
    exercised: computes(() => {
      const externalIds = many(20, (index) => ({
        ...{ scheme: DIVISION_SCHEME, identifier: `ocd-division/country:us/state:md/sldl:${index}` },
      }));
      return listConstituencies({ externalIds }).length;
    }),
  },
  {
    says: { [crm]: 'A change is stored for 400 days', [events]: '400 days by default' },
    promised: 400,
    declared: defaultChangeRetentionDays,
    exercised: [computes(() => presentChangeRetention({}).retentionDays), computes(findChangeDays)],
  },
  {
    says: { [crm]: '`PUT /api/v1/Settings/Changes`: 7 to 3,650 days' },
    promised: 7,
    declared: changeRetentionDays.least,
    exercised: atLeast((days) => fits(updateChangeRetention.body, 'retentionDays', days)),
  },
  {
    says: { [crm]: '`PUT /api/v1/Settings/Changes`: 7 to 3,650 days' },
    promised: 3650,
    declared: changeRetentionDays.most,
    exercised: atMost((days) => fits(updateChangeRetention.body, 'retentionDays', days)),
  },
  {
    says: { [groups]: '`PUT groups/{groupId}/Owners`, up to 20' },
    promised: 20,
    declared: MAX_OWNERS,
    exercised: atMost((count) => fits(setGroupOwners.body, 'ownerIds', ids(count))),
  },
  {
    says: { [groups]: 'adds up to 30 people' },
    promised: 30,
    declared: MAX_CHANGED,
    exercised: [
      atMost((count) => fits(addGroupMembers.body, 'personIds', ids(count))),
      atMost((count) => fits(removeGroupMembers.body, 'personIds', ids(count))),
    ],
  },
  {
    says: { [groups]: 'the filters of all groups (at most 100 of a tenant)' },
    promised: 100,
    declared: MAX_FILTERS,
    exercised: atMost((count) => hasRoom(count - 1)),
  },
  {
    says: { [groups]: 'A search compares the first 500 people' },
    promised: 500,
    declared: MAX_FOUND,
    exercised: computes(countFound),
  },
  {
    says: { [groups]: 'for 90 days, was refused' },
    promised: 90,
    declared: REFUSED_DAYS,
    exercised: computes(() => secondsToLive(refuseGroupRequest(tenant, request, start), start) / 86_400),
  },
  {
    says: { [communication]: 'with up to 90 `personIds`' },
    promised: 90,
    declared: MAX_ADDED,
    exercised: atMost((count) => fits(addMailingListMembers.body, 'personIds', ids(count))),
  },
];

/** How many people a search lists where very many have its word. */
async function countFound(): Promise<number> {
  let read = 0;
  const query = async <T>(_: unknown, { limit = 0 }: Range = {}) => {
    read += limit;
    const items = many(
      limit,
      (index) => ({ sk: `ada#${read - index}`, id: buildId(index), words: 'ada' }) as T,
    );
    return { items, next: { pk: '', sk: '' } };
  };
  return (await searchSorts({ ...tenant, query }, 'people', ['ada'])).length;
}

function views(count: number): object[] {
  return many(count, (index) => ({ id: String(index) }));
}

function buildRelationship(index: number): object {
  return { personId: buildId(index), officialId: buildId(1), typeId: buildId(2) };
}
