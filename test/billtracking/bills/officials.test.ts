// Elected officials for existing callers (docs/interface/billtracking.md#officials), from the people and
// committees of the directory.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeContent } from '../../../shared/directory/people/office.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { committees, memberships, people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { numberCommittees } from '../../../shared/legislature/committee-numbers.ts';
import { type BillsPlatform, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
const testId = (key: string): string => recordId('demo', 'test', key);
const tabs = `${publicBills}/elected/officials-all-tabs-list`;
const buildOffice = (role: string, more: Partial<OfficeContent> = {}): OfficeContent => ({
  id: testId(`office ${role}`),
  kind: 'legislature',
  role,
  state: 'md',
  district: '12',
  startDate: '2023-01-11',
  ...more,
});

beforeAll(async () => {
  service = await startBillsPlatform();
  const { store, now } = service;
  const person = (key: string, lastName: string, offices: ReturnType<typeof buildOffice>[], more = {}) => ({
    id: testId(key),
    content: { firstName: 'Ann', lastName, party: 'Democratic', offices, ...more },
  });
  await upsert(
    store,
    people,
    [
      person('senator', 'Aster', [buildOffice('upper')], {
        addresses: [
          { id: testId('a1'), type: 'Primary', label: 'Capitol Office', city: 'Annapolis' },
          { id: testId('a2'), type: 'Other', label: 'District Office', city: 'Laurel' },
        ],
      }),
      person('delegate', 'Briar', [buildOffice('lower', { district: '9' })]),
      person(
        'congress',
        'Clover',
        [buildOffice('lower', { jurisdiction: 'ocd-jurisdiction/country:us/government', district: '3' })],
        { party: 'Democrat' },
      ),
      person('retired', 'Dahlia', [buildOffice('upper', { endDate: '2024-01-01' })]),
      person('mayor', 'Elder', [buildOffice('mayor', { kind: 'municipality' })]),
    ],
    { now },
  );
  const housing = { name: 'Senate Finance', kind: 'legislative', chamber: 'upper', state: 'MD' } as const;
  await upsert(store, committees, [{ id: testId('finance'), content: housing }], { now });
  await numberCommittees(store, [{ ...housing, id: testId('finance') }]);
  const membership = (key: string) => ({
    id: testId(`place ${key}`),
    content: { committeeId: testId('finance'), personId: testId(key), role: 'member' },
  });
  await upsert(store, memberships, [membership('senator'), membership('retired')], { now });
  const rules = {
    name: 'House Committee on Rules',
    kind: 'legislative',
    chamber: 'lower',
    state: 'US',
  } as const;
  await upsert(
    store,
    committees,
    [
      { id: testId('rules'), content: rules },
      { id: testId('process'), content: { ...rules, name: 'Process', parentId: testId('rules') } },
    ],
    { now },
  );
  const inCongress = (key: string) => ({
    id: testId(`place ${key}`),
    content: { committeeId: testId(key), personId: testId('congress'), role: 'member' },
  });
  await upsert(store, memberships, [inCongress('rules'), inCongress('process')], { now });
});
afterAll(() => service.platform.stop());

const names = (list: readonly { readonly lastName: string }[]): string[] =>
  list.map(({ lastName }) => lastName);

describe('the officials of a state', () => {
  it('are on the tabs of their chamber and committee while they are in office', async () => {
    const { body } = await service.post(tabs, { stateId: '24' });
    expect(names(body.stateSenateMemberList)).toEqual(['Aster']);
    expect(names(body.stateHouseMemberList)).toEqual(['Briar']);
    expect(names(body.congressionalDelegationMemberList)).toEqual(['Clover']);
    expect(body.stateSenateCommittees).toMatchObject([
      { name: 'Senate Finance', committeeOfficals: [{ lastName: 'Aster' }] },
    ]);
    expect(body.stateHouseCommittees).toEqual([]);
    expect(body.stateSenateMemberList[0]).toMatchObject({
      legalName: 'Ann Aster',
      districtCode: '12',
      residence: 'Laurel',
      legislativeRole: 'Senator',
      party: 'Democratic',
      chamberType: 'Senate',
      officialNameLabel: 'Senator Ann Aster (D-12)',
      committees: ['Senate Finance'],
    });
    expect(body.stateHouseMemberList[0].legislativeRole).toBe('Delegate');
    // The source spells the party "Democrat". The committees are those of the Congress, without subcommittees.
    expect(body.congressionalDelegationMemberList[0]).toMatchObject({
      legislativeRole: 'US Representative',
      party: 'Democratic',
      committees: ['House Committee on Rules'],
    });
  });

  it('are filtered by the values of the option lists', async () => {
    const listOptions = async (path: string): Promise<string[]> =>
      (await service.get(`${publicBills}/${path}?stateId=24`)).body.map(({ text }: { text: string }) => text);
    expect(await listOptions('districtname-list')).toEqual(['3', '9', '12']);
    expect(await listOptions('residence-list')).toEqual(['Laurel']);
    expect(await listOptions('political-party')).toEqual(['Democratic']);
    expect(await listOptions('legislative-role')).toEqual(['Delegate', 'Senator', 'US Representative']);
    expect(await listOptions('committee-list')).toEqual(['Senate Finance']);
    expect(await listOptions('county-list')).toEqual([]);
    const { body } = await service.post(tabs, { stateId: 24, districtName: ['9'], searchText: 'bri' });
    expect(names(body.stateHouseMemberList)).toEqual(['Briar']);
    expect(body.stateSenateMemberList).toEqual([]);
  });

  it('are by default those of the home state, or else of the state of most tracked bills', async () => {
    const { body: byDefault } = await service.post(tabs, {});
    // The demo tenant tracks bills of Washington.
    expect(names(byDefault.stateSenateMemberList)).toContain('Alvarado');
    const settings = { tenant: 'demo', body: { homeStateId: 24 } };
    await service.platform.call('PUT', 'billtracking', '/api/1.0/bill/settings', settings);
    const { body } = await service.post(tabs, {});
    expect(names(body.stateSenateMemberList)).toEqual(['Aster']);
  });

  it('follow a change of name, office and state', async () => {
    const { store, now } = service;
    const movedOffice = { ...buildOffice('lower', { state: 'VA', district: '1' }), id: testId('moved') };
    const content = { firstName: 'Ann', lastName: 'Zinnia', offices: [movedOffice] };
    await upsert(store, people, [{ id: testId('delegate'), content }], { now });
    const { body } = await service.post(tabs, { stateId: 24 });
    expect(names(body.stateHouseMemberList)).not.toContain('Briar');
    const { body: virginia } = await service.post(tabs, { stateId: 51 });
    expect(names(virginia.stateHouseMemberList)).toEqual(['Zinnia']);
  });
});
