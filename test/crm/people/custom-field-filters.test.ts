// Filters, drop-down lists and profiles by custom fields (docs/interface/crm.md#custom-fields).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let size: string;
let colour: string;

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'harbor', token, body });
const create = async (path: string, sent: object): Promise<string> => {
  const { status, body, text } = await send('POST', path, sent);
  expect(status, text).toBe(201);
  return body.id;
};
const filter = (...rules: [fieldId: string, selectedValues: readonly string[] | string][]) =>
  send('POST', '/People/NewPeoplePagingList', {
    filterBody: {
      filterRules: rules.map(([fieldId, selectedValues]) => ({ fieldId, filterType: 301, selectedValues })),
    },
  });
const namesOf = ({ body }: { body: { result: { people: { lastName: string } }[] } }) =>
  body.result.map(({ people }) => people.lastName);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'harbor',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.settings.write'],
  });
  const more = { controlTypeId: 3, tab: 'Looks', tabGroup: 'Body' };
  size = await create('/Settings/CustomFields/people', { name: 'Size', allowedValues: ['S', 'L'], ...more });
  colour = await create('/Settings/CustomFields/people', { name: 'Colour', ...more, tabGroup: 'Hair' });
  for (const [lastName, ...values] of [
    ['Alpha', 'S', 'Grey'],
    ['Beta', 'L', 'grey'],
    ['Gamma', 'L', 'Black'],
  ])
    await create('/people', {
      lastName,
      title: 'Model',
      customFields: values.map((value, index) => ({ fieldId: index === 0 ? size : colour, value })),
    });
});
afterAll(() => platform.stop());

it('people are filtered by one of the values of a custom field, in any case, together with other rules', async () => {
  expect(namesOf(await filter([size, ['l']]))).toEqual(['Beta', 'Gamma']);
  expect(namesOf(await filter([size.toUpperCase(), ['S', 'L']], [colour, ['GREY']]))).toEqual([
    'Alpha',
    'Beta',
  ]);
  expect(namesOf(await filter([size, ['L']], ['positions', ['Model']], [colour, 'Black']))).toEqual([
    'Gamma',
  ]);
  expect(namesOf(await filter([colour, ['L']]))).toEqual([]);
});

it('a changed value is found, and the former one is not', async () => {
  const id = await create('/people', {
    lastName: 'Delta',
    customFields: [{ fieldId: colour, value: 'Red' }],
  });
  await send('PATCH', `/people/${id}`, { customFields: [{ fieldId: colour, value: 'Green' }] });
  expect(namesOf(await filter([colour, ['Red']]))).toEqual([]);
  expect(namesOf(await filter([colour, ['green']]))).toEqual(['Delta']);
});

it('a rule by a field that there is not, or that is inactive, is refused with its place', async () => {
  const idle = await create('/Settings/CustomFields/people', { name: 'Idle', controlTypeId: 3 });
  await send('POST', `/Settings/CustomFields/people/${idle}/Deactivate`);
  const { status, body } = await filter([size, ['L']], [idle, ['x']]);
  expect([status, body.error.details[0].field]).toEqual([400, 'filterBody.filterRules[1].fieldId']);
  const wrong = await filter(['shoes', ['x']]);
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('the id of a custom field');
});

it('callers learn by which fields people are filtered, and which values a field has', async () => {
  const { body } = await send('GET', '/Settings/FilterConfiguration/peoplelist/0?onlyFavorite=false');
  expect(body).toContainEqual(expect.objectContaining({ fieldId: 'positions', filterType: 1 }));
  const own = body.find(({ fieldId }: { fieldId: string }) => fieldId === size);
  expect(own).toMatchObject({ displayName: 'Size', filterType: 301 });
  expect((await send('GET', `/${own.serviceUrl}`)).body).toEqual([
    { id: 'S', name: 'S' },
    { id: 'L', name: 'L' },
  ]);
  expect((await send('GET', `/Settings/GetFieldPossibleValues/${colour}/1`)).body).toEqual([]);
});

it('a profile has its fields with the tabs and groups that show them', async () => {
  const id = await create('/people', {
    lastName: 'Profile',
    organizationName: 'Harbor Board',
    title: 'Pilot',
    customFields: [{ fieldId: size, value: 'S' }],
  });
  const { status, body } = await send('POST', '/People/GetLoggedInUserDetailWithFields', {
    id,
    fieldIds: [],
  });
  expect(status).toBe(200);
  expect(body.people).toMatchObject({ id, lastName: 'Profile', isActive: true });
  const field = body.peopleFields.find((each: { id: string }) => each.id === size);
  expect(field).toMatchObject({ controlTypeId: 3, selectedValue: 'S', organizationValue: null });
  const tab = body.tabs.find((each: { id: string }) => each.id === field.tabId);
  expect(tab).toMatchObject({
    name: 'Looks',
    groupFields: [{ id: field.tabGroupId, sequence: 1 }, { name: 'Hair' }],
  });
  expect(JSON.parse(body.peopleFields[0].organizationValue)).toEqual([
    {
      name: 'Harbor Board',
      isPrimary: true,
      positionHistory: [{ isCurrent: true, positionName: 'Pilot', departmentName: null }],
    },
  ]);
  const some = await send('POST', '/People/GetLoggedInUserDetailWithFields', { id, fieldIds: [size] });
  expect(some.body.peopleFields).toHaveLength(1);
  expect(
    (await send('POST', '/People/GetLoggedInUserDetailWithFields', { id: '', fieldIds: [] })).status,
  ).toBe(404);
});
