// Functions run side by side on the local platform, as on AWS: an import of one tenant and a receiver that hangs hold up no
// other tenant (docs/local-platform.md#functions-side-by-side).
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../billtracking/subscriptions/webhook-receiver.ts';
import { createImports, type Imports } from '../crm/imports/import-over-http.ts';
import { closeAll, connectReady, fixture, usePush } from './push-fixture.ts';

usePush();

let hanging: WebhookReceiver;
let sound: WebhookReceiver;
let imports: Imports;
beforeAll(async () => {
  [hanging, sound] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  hanging.answer = () => undefined;
  imports = await createImports(fixture.platform);
});
afterAll(() => Promise.all([hanging?.stop(), sound?.stop()]));

/** Calls area B as a tenant's office. */
async function callOffice(tenant: string, path: string, body: object) {
  const permissions = [
    'crm.webhooks.read',
    'crm.webhooks.write',
    'crm.people.read',
    'crm.people.write',
  ] as const;
  const token = await fixture.platform.tokenFor({ tenant, permissions });
  const reply = await fixture.platform.call('POST', 'crm', path, { tenant, token, body });
  expect(reply.status, reply.text).toBeLessThan(300);
}

const peopleCount = 5_000;
const file = [
  'First Name,Last Name,Email',
  ...Array.from({ length: peopleCount }, (_, row) => `P${row},Sidebyside,${row}@side.example`),
].join('\n');

it('during an import and a receiver that hangs, other tenants get their webhooks, and connections are ready', async () => {
  const hook = { name: 'People', topics: ['people'] };
  await callOffice('demo', '/api/v1/Webhooks', { ...hook, url: hanging.url });
  await callOffice('harbor', '/api/v1/Webhooks', { ...hook, url: sound.url });
  const { id } = await imports.create(file);
  expect((await imports.send('POST', `/${id}/Start`, {})).status).toBe(202);
  await expect.poll(async () => (await imports.get(id)).progress?.rows ?? 0).toBeGreaterThan(0);
  await expect.poll(() => hanging.received.length).toBeGreaterThan(0);

  await callOffice('harbor', '/api/v1/people', { firstName: 'Ida', lastName: 'Harborside' });
  const other = await connectReady('harbor');
  await expect.poll(() => sound.received.length).toBe(1);
  expect(await imports.get(id)).toMatchObject({ status: 'running' });
  expect((await imports.get(id)).progress.rows).toBeLessThan(peopleCount);

  await closeAll(other);
  expect((await imports.send('DELETE', `/${id}`)).status).toBeLessThan(300);
});

it('connections that come at once are all ready', async () => {
  const all = await Promise.all(Array.from({ length: 200 }, () => connectReady('harbor')));
  expect(all).toHaveLength(200);
  await closeAll(...all);
});
