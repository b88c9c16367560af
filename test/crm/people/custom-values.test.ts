// Values of custom fields in people and organizations (docs/interface/crm.md#custom-fields).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'harbor', token, body });

const create = async (path: string, sent: object): Promise<string> => {
  const { status, body, text } = await send('POST', path, sent);
  expect(status, text).toBe(201);
  return body.id;
};
const define = (name: string, more: object = {}, owner = 'people') =>
  create(`/Settings/CustomFields/${owner}`, { name, controlTypeId: 3, tab: 'Tests', ...more });
const change = (id: string, name: string, more: object) =>
  send('PUT', `/Settings/CustomFields/people/${id}`, { name, controlTypeId: 3, tab: 'Tests', ...more });
const valuesOf = ({ customFields }: { customFields: { fieldName: string; value: string }[] }) =>
  Object.fromEntries(customFields.map(({ fieldName, value }) => [fieldName, value]));

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'harbor',
    permissions: [
      ...(['crm.people.read', 'crm.people.write', 'crm.settings.write'] as const),
      ...(['crm.organizations.read', 'crm.organizations.write'] as const),
    ],
  });
});
afterAll(() => platform.stop());

it('values of every kind are stored in one form and presented in the order of the fields', async () => {
  const text = await define('Hobby', { sequence: 1 });
  const date = await define('Joined', { controlTypeId: 1, sequence: 2 });
  const address = await define('Summer house', { controlTypeId: 9, sequence: 3 });
  const phone = await define('Fax line', { controlTypeId: 11, sequence: 4 });
  const employer = await define('Place of work', { controlTypeId: 12, sequence: 5 });
  const size = await define('Shirt', { allowedValues: ['Small', 'Large'], sequence: 6 });
  const organizationId = await create('/organization', { name: 'Employer Ltd.' });
  const id = await create('/people', {
    lastName: 'Everykind',
    customFields: [
      { fieldId: size, value: 'LARGE' },
      { fieldId: employer, value: organizationId.toUpperCase() },
      { fieldId: phone, value: '410 555 01 02' },
      { fieldId: address, value: { address: '1 Beach Road', city: 'Rivertown', zipCode: '' } },
      { fieldId: date.toUpperCase(), value: '2024-02-29' },
      { fieldId: text, value: ' Chess ' },
    ],
  });
  const { body } = await send('GET', `/people/${id}`);
  expect(
    body.customFields.map(({ fieldId, value }: { fieldId: string; value: string }) => [fieldId, value]),
  ).toEqual([
    [text, 'Chess'],
    [date, '2024-02-29'],
    [address, '{"address":"1 Beach Road","city":"Rivertown"}'],
    [phone, '410 555 01 02'],
    [employer, organizationId],
    [size, 'Large'],
  ]);
  expect(body.customFields[1]).toMatchObject({ fieldName: 'Joined', controlTypeId: 1, groupName: 'Details' });
  expect((await send('PUT', `/people/${id}`, body)).body.customFields).toEqual(body.customFields);
  const listed = await send('POST', '/People/NewPeoplePagingList', {
    filterBody: { searchText: 'everykind' },
  });
  expect(listed.body.result[0].people.customFields).toEqual(body.customFields);
  const page = await send('POST', '/people/PeoplePagingList', { filter: { searchText: 'everykind' } });
  expect(page.body.data[0].customFields).toEqual(body.customFields);
});

it('everything that is wrong with values is said at once, with the other faults of the request', async () => {
  const date = await define('Due', { controlTypeId: 1 });
  const phone = await define('Pager', { controlTypeId: 11 });
  const address = await define('Second home', { controlTypeId: 9 });
  const employer = await define('Former employer', { controlTypeId: 12 });
  const size = await define('Hat', { allowedValues: ['Small', 'Large'] });
  const unknown = '0f0e0d0c-0b0a-4908-8706-050403020100';
  const { status, text, body } = await send('POST', '/people', {
    lastName: 'Faulty',
    organizationId: unknown,
    customFields: [
      { fieldId: date, value: '2024-02-30' },
      { fieldId: phone, value: 'none' },
      { fieldId: address, value: '{"town":"Rivertown"}' },
      { fieldId: employer, value: unknown },
      { fieldId: size, value: 'Medium' },
      { fieldId: unknown, value: 'x' },
      { fieldId: size, value: 'Small' },
    ],
  });
  expect(status).toBe(400);
  expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
    'organizationId',
    ...[0, 1, 2, 3, 4].map((index) => `customFields[${index}].value`),
    'customFields[5].fieldId',
    'customFields[6].fieldId',
  ]);
  expect(text).toContain('must be one of: Small, Large');
});

it('PATCH changes the values that it names, PUT leaves no others', async () => {
  const one = await define('One');
  const two = await define('Two');
  const id = await create('/people', {
    lastName: 'Partly',
    customFields: [
      { fieldId: one, value: '1' },
      { fieldId: two, value: '2' },
    ],
  });
  const patch = (customFields: unknown) => send('PATCH', `/people/${id}`, { customFields });
  expect(valuesOf((await patch([{ fieldId: two, value: '22' }])).body)).toEqual({ One: '1', Two: '22' });
  expect(valuesOf((await send('PATCH', `/people/${id}`, { title: 'Clerk' })).body)).toEqual({
    One: '1',
    Two: '22',
  });
  expect(valuesOf((await patch([{ fieldId: one, value: null }])).body)).toEqual({ Two: '22' });
  const put = { lastName: 'Partly', customFields: [{ fieldId: one, value: '1' }] };
  expect(valuesOf((await send('PUT', `/people/${id}`, put)).body)).toEqual({ One: '1' });
  expect((await patch(null)).body.customFields).toEqual([]);
});

it('a deactivated field keeps its values, and shows and changes none until it is reactivated', async () => {
  const fieldId = await define('Dormant', { isRequired: true });
  const id = await create('/people', { lastName: 'Asleep', customFields: [{ fieldId, value: 'kept' }] });
  await send('POST', `/Settings/CustomFields/people/${fieldId}/Deactivate`);
  expect((await send('GET', `/people/${id}`)).body.customFields).toEqual([]);
  expect((await send('PUT', `/people/${id}`, { lastName: 'Asleep' })).status).toBe(200);
  expect((await send('PATCH', `/people/${id}`, { customFields: null })).status).toBe(200);
  const refused = await send('PATCH', `/people/${id}`, { customFields: [{ fieldId, value: 'new' }] });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('inactive');
  await send('POST', `/Settings/CustomFields/people/${fieldId}/Reactivate`);
  expect(valuesOf((await send('GET', `/people/${id}`)).body)).toEqual({ Dormant: 'kept' });
  await send('POST', `/Settings/CustomFields/people/${fieldId}/Deactivate`);
});

it('a newly required field leaves older records readable, and changeable in other fields', async () => {
  const organizationId = await create('/organization', { name: 'Old Guard' });
  const id = await create('/people', { lastName: 'Older' });
  const fieldId = await define('Needed', { isRequired: true });
  expect((await send('GET', `/people/${id}`)).status).toBe(200);
  expect((await send('PATCH', `/people/${id}`, { title: 'Mayor' })).status).toBe(200);
  expect((await send('POST', `/people/${id}/Deactivate`)).status).toBe(200);
  const put = await send('PUT', `/people/${id}`, { lastName: 'Older' });
  expect(put.status).toBe(400);
  expect(put.text).toContain(`The custom field \\"Needed\\" (${fieldId}) is required.`);
  expect((await send('POST', '/people', { lastName: 'Newer' })).status).toBe(400);
  expect(
    (await send('POST', `/people/CreatePersonInline/${organizationId}`, { lastName: 'Inline' })).status,
  ).toBe(201);
  const patch = (value: string | null) =>
    send('PATCH', `/people/${id}`, { customFields: [{ fieldId, value }] });
  expect((await patch('')).status).toBe(200);
  expect((await patch('yes')).status).toBe(200);
  expect((await patch(null)).text).toContain('"customFields[0].value"');
  await send('POST', `/Settings/CustomFields/people/${fieldId}/Deactivate`);
});

it('a value that is no longer allowed can be sent back, but not given again', async () => {
  const fieldId = await define('Colour', { allowedValues: ['Red', 'Blue'] });
  const sent = { lastName: 'Colourful', customFields: [{ fieldId, value: 'Red' }] };
  const id = await create('/people', sent);
  await change(fieldId, 'Colour', { allowedValues: ['Blue'] });
  expect((await send('PUT', `/people/${id}`, sent)).status).toBe(200);
  expect((await send('POST', '/people', sent)).status).toBe(400);
});

it('organizations have fields of their own, checked with their parent', async () => {
  const fieldId = await define('Budget', { allowedValues: ['Small', 'Large'] }, 'organizations');
  const id = await create('/organization', { name: 'Valued', customFields: [{ fieldId, value: 'small' }] });
  expect(valuesOf((await send('GET', `/organization/${id}`)).body)).toEqual({ Budget: 'Small' });
  const wrong = { parentId: fieldId, customFields: [{ fieldId, value: 'Medium' }] };
  const { status, body } = await send('PATCH', `/organization/${id}`, wrong);
  expect(status).toBe(400);
  expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
    'parentId',
    'customFields[0].value',
  ]);
  expect(valuesOf((await send('POST', `/organization/${id}/Deactivate`)).body)).toEqual({ Budget: 'Small' });
  const page = await send('POST', '/organization/OrganizationPagingList', {
    filter: { searchText: 'valued' },
  });
  expect(valuesOf(page.body.data[0])).toEqual({ Budget: 'Small' });
  expect((await send('PUT', `/organization/${id}`, { name: 'Valued' })).body.customFields).toEqual([]);
});
