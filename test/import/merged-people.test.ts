// An import does not bring back a person who was merged into another one (docs/interface/crm.md#merging-people).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importText } from './import-into.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  const permissions = ['crm.people.read', 'crm.people.write', 'crm.emails.read'] as const;
  token = await platform.tokenFor({ tenant: 'demo', permissions });
});
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token, body });

it('refuses the row of a merged person, and names the other one', async () => {
  const file = 'Id,First Name,Last Name\nroll/1,Ann,Rollo\nroll/2,Anna,Rollo\n';
  await importText('people', file);
  const { body: found } = await send('POST', '/SearchPeopleList/Rollo');
  const [kept, removed] = found.data.map(({ id }: { id: string }) => id);
  const merged = await send('POST', `/${kept}/Merge`, { personId: removed, fields: {} });
  expect(merged.status, merged.text).toBeLessThan(300);

  const again = await importText('people', file);
  expect(again.counts.people).toMatchObject({ created: 0, refused: 1 });
  expect(again.lines.join('\n')).toContain(`was merged into the person ${kept}`);
  expect((await send('POST', '/SearchPeopleList/Rollo')).body.data).toHaveLength(1);
});
