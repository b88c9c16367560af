// What pages, lookups, searches and registrations cost the database for several sizes of a tenant.
import { createClass } from '../../../functions/training/classes/contract.ts';
import { permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { fillPlaceholders } from '../../openapi/examples.ts';
import { startMeasuredPlatform } from '../bench/measured/measured-platform.ts';
import { type BroadcastMeasurement, measureBroadcast } from './broadcast-memory.ts';
import { type ExportMeasurement, measureExports } from './export-memory.ts';
import { type Caller, type CallResult, createCaller } from './growth-calls.ts';
import { type GrownKind, type GrowthTarget, grow } from './growth-data.ts';
import { buildName, getOrganizationId, getPersonId } from './growth-people.ts';

/** The cost of a request at each size, in the order of the sizes. */
export interface GrowthResult {
  readonly question: string;
  readonly costs: readonly Omit<CallResult, 'body'>[];
}

interface GrowthRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly area: Area;
  readonly path: string;
  readonly body?: unknown;
}

/** The requests at a size; among them the last page, which is the most expensive in many systems. */
function buildRequests(size: number, { tenant, values, classId }: GrowthTarget): readonly GrowthRequest[] {
  const lastPage = Math.ceil(size / 50);
  const bills = (body: object): Omit<GrowthRequest, 'name'> => ({
    method: 'POST',
    area: 'billtracking',
    path: '/api/1.0/legislative/public-bills/list',
    body: { pageSize: 50, ...body },
  });
  const get = (area: Area, path: string): Omit<GrowthRequest, 'name'> => ({ method: 'GET', area, path });
  const filtered = (...filterRules: readonly object[]): Omit<GrowthRequest, 'name'> => ({
    method: 'POST',
    area: 'crm',
    path: '/api/v1/People/NewPeoplePagingList',
    body: { itemCount: 20, pageNumber: 1, filterBody: { filterRules } },
  });
  const rule = (fieldId: string, ...selectedValues: string[]) => ({ fieldId, filterType: 1, selectedValues });
  const search = (text: string): Omit<GrowthRequest, 'name'> => ({
    method: 'POST',
    area: 'crm',
    path: `/api/v1/people/SearchPeopleList/${encodeURIComponent(text)}?pageSize=20`,
  });
  const roster = '/api/v1/registration/ClassRegistration';
  return [
    { name: 'awards, first page by name', ...get('training', '/api/v1/Awards/List?pageSize=50') },
    {
      name: 'awards, last page by name',
      ...get('training', `/api/v1/Awards/List?pageSize=50&page=${lastPage}`),
    },
    { name: 'one award', ...get('training', `/api/v1/Awards/${values.awardId}`) },
    { name: 'people, first page', ...get('crm', '/api/v1/people?pageSize=50') },
    { name: 'people, last page', ...get('crm', `/api/v1/people?pageSize=50&pageIndex=${lastPage - 1}`) },
    { name: 'one person', ...get('crm', `/api/v1/people/${getPersonId(tenant, 1)}`) },
    { name: 'people, search by two words', ...search(`growth ${buildName(1)}`) },
    { name: 'people, search by two words that all have', ...search('growth town') },
    {
      name: 'people, filter by organization',
      ...filtered(rule('currentOrganization', getOrganizationId(tenant, 1))),
    },
    {
      name: 'people, filter by organization and tag',
      ...filtered(rule('currentOrganization', getOrganizationId(tenant, 1)), rule('tags', 'group 1')),
    },
    {
      name: 'people, page of a filter by tag (not indexed)',
      method: 'POST',
      area: 'crm',
      path: '/api/v1/people/PeoplePagingList',
      body: { pageSize: 20, filter: { filterRules: [rule('tags', 'group 1')] } },
    },
    { name: 'bills, first page', ...bills({}) },
    { name: 'bills, last page', ...bills({ pageNumber: lastPage }) },
    { name: 'bills, search by number', ...bills({ billNumber: '100001' }) },
    { name: 'bills, search by words', ...bills({ searchText: 'matter 000001' }) },
    { name: 'bills, search by a word that a hundredth has', ...bills({ searchText: 'chapter77' }) },
    { name: 'bills, search by a word that all have', ...bills({ searchText: 'matter' }) },
    {
      name: 'registrations, first page of a class',
      ...get('training', `${roster}?classId=${classId}&pageSize=50`),
    },
    {
      name: 'registrations, last page of a class',
      ...get('training', `${roster}?classId=${classId}&pageSize=50&page=${lastPage}`),
    },
    {
      name: 'registrations of a person',
      ...get('training', `/api/v1/People/${getPersonId(tenant, 1)}/Registrations`),
    },
    {
      name: 'registering a member',
      method: 'POST',
      area: 'training',
      path: roster,
      body: { classId, memberId: getPersonId(tenant, size), registrationType: 'Admin', overrideRules: true },
    },
    {
      name: 'creating an award',
      method: 'POST',
      area: 'training',
      path: '/api/v1/Awards',
      body: { name: `made at ${size}`, tags: ['growth'] },
    },
  ];
}

const readId = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';

/** Creates a class with a seat for everyone. */
async function openClass(call: Caller, values: Readonly<Record<string, string>>): Promise<string> {
  const example = fillPlaceholders(createClass.example.body, values);
  const registration = { capacity: 100_000, standard: { memberFee: 0 }, nonMembersAllowed: true };
  const body = { ...(typeof example === 'object' && example), registration };
  return readId((await call('POST', 'training', '/api/v1/Classes', body)).body);
}

/** Broadcasts are measured up to so many people; each further thousand takes half a minute. */
const MOST_RECIPIENTS = 20_000;

/**
 * Grows a tenant through the sizes and sends the same requests at each.
 * @param kind people or bills alone, or records of every kind
 * @param onSize gets the results so far after each size, as the largest takes ten times as long as all before
 */
export async function measureGrowth(
  sizes: readonly number[],
  say: (what: string) => void,
  onSize: (
    sizes: readonly number[],
    results: readonly GrowthResult[],
    exports: readonly ExportMeasurement[],
    broadcasts: readonly BroadcastMeasurement[],
  ) => Promise<void>,
  kind: GrownKind = 'all',
): Promise<void> {
  const platform = await startMeasuredPlatform(say, { hasCorrectUnits: true });
  try {
    const { serving, tenant } = platform;
    const call = createCaller(serving.urls, tenant.code, await platform.tokenFor(permissionNames));
    const { values } = serving.demo;
    const growing: GrowthTarget = { tenant, call, values, classId: await openClass(call, values) };
    const costsByQuestion = new Map<string, Omit<CallResult, 'body'>[]>();
    const exports: ExportMeasurement[] = [];
    const broadcasts: BroadcastMeasurement[] = [];
    let grown = 0;
    for (const size of sizes) {
      await grow(growing, grown, size, kind, say);
      grown = size;
      say(`measuring at ${size}`);
      const questions = buildRequests(size, growing).filter(
        ({ area }) => kind === 'all' || area === (kind === 'people' ? 'crm' : 'billtracking'),
      );
      for (const { name, method, area, path, body } of questions) {
        const { roundTrips, readUnits, writeUnits } = await call(method, area, path, body);
        costsByQuestion.set(name, [
          ...(costsByQuestion.get(name) ?? []),
          { roundTrips, readUnits, writeUnits },
        ]);
      }
      if (kind === 'people') exports.push(...(await measureExports(tenant, call, say)));
      if (kind === 'people' && size <= MOST_RECIPIENTS)
        broadcasts.push(await measureBroadcast(tenant, call, say));
      await onSize(
        sizes.filter((smaller) => smaller <= size),
        [...costsByQuestion].map(([question, costs]) => ({ question, costs })),
        exports,
        broadcasts,
      );
    }
  } finally {
    await platform.stop();
  }
}
