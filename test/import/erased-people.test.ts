// An import does not bring back a person who was erased (docs/interface/crm.md#erasure).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importText } from './import-into.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  const permissions = ['crm.people.read', 'crm.people.erase', 'crm.emails.read'] as const;
  token = await platform.tokenFor({ tenant: 'demo', permissions });
});
afterAll(() => platform.stop());

const send = (method: string, path: string) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token });

it.each([
  ['the id of the source', 'Id,First Name,Last Name\nroll/1,Ann,Rollo\n', 'Rollo'],
  ['name and address', 'First Name,Last Name,Email\nBea,Bobbin,bea@bobbin.example\n', 'Bobbin'],
])('refuses the row of an erased person, known by %s', async (_, file, lastName) => {
  await importText('people', file);
  const [{ id }] = (await send('POST', `/SearchPeopleList/${lastName}`)).body.data;
  const erased = await send('POST', `/${id}/Erase`);
  expect(erased.status, erased.text).toBe(200);

  const again = await importText('people', file);
  expect(again.counts.people).toMatchObject({ created: 0, refused: 1 });
  expect(again.lines.join('\n')).toContain('was erased');
  expect((await send('POST', `/SearchPeopleList/${lastName}`)).body.data).toEqual([]);
});
