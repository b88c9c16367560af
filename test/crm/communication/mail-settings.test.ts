// Postal address, footer, header and colour of a tenant in its broadcasts (docs/interface/communication.md#postal-address-and-look).
// In the United States a commercial mail must show the sender's postal address: CAN-SPAM, 15 U.S.C. 7704(a)(5)(A)(iii); what counts
// as one: 16 CFR 316.2(p).
import { afterEach, expect, it } from 'vitest';
import { mjml, useBroadcasts } from './broadcasts/broadcast-calls.ts';

const broadcasts = useBroadcasts();
const settingsPath = '/api/v1/Settings/Mail';

const callAs = async (tenant: 'demo' | 'harbor', method: string, path: string, body?: object) => {
  const platform = broadcasts.getPlatform();
  const token = await platform.tokenFor({ tenant, roles: ['admin'] });
  return platform.call(method, 'crm', path, { tenant, token, body });
};
const demoSettings = {
  country: 'US',
  postalAddress: '206 Tenth Avenue SE\nOlympia, WA 98501',
  footer: 'You get this mail as a member or a contact of the association.',
  color: '#1b4f9c',
};
afterEach(async () => {
  expect((await callAs('demo', 'PUT', settingsPath, demoSettings)).status).toBe(200);
});

it('every broadcast shows the postal address, the footer and the header of the tenant, in HTML and text', async () => {
  const look = { ...demoSettings, header: 'Counties & <partners>', footer: 'Since 1906.\nOn the sound.' };
  const stored = await callAs('demo', 'PUT', settingsPath, look);
  expect([stored.status, stored.body]).toEqual([200, { ...look, showsLogo: false, asksApproval: false }]);
  const person = await broadcasts.createPerson();
  const listIds = [await broadcasts.createList([person])];
  const id = await broadcasts.broadcast({ listIds });
  expect(await broadcasts.get(id)).toMatchObject({ status: 'sent' });
  const mail = broadcasts.getServer().mails.find(({ to }) => to === person.email)?.mail;
  const html = String(mail?.html);
  expect(html).toContain('206 Tenth Avenue SE<br>Olympia, WA 98501');
  expect(html).toContain('Counties &amp; &lt;partners&gt;');
  expect(html).toContain('border-top:4px solid #1b4f9c');
  expect(html).toContain('Since 1906.<br>On the sound.');
  expect(html.indexOf('Counties &amp;')).toBeGreaterThan(html.indexOf('<body'));
  expect(html.indexOf('206 Tenth')).toBeLessThan(html.lastIndexOf('</body'));
  expect(html.indexOf('206 Tenth')).toBeGreaterThan(html.indexOf('Dear M'));
  expect(mail?.text).toContain('206 Tenth Avenue SE\nOlympia, WA 98501');
  expect(mail?.text).toContain('Since 1906.\nOn the sound.');
  const preview = await broadcasts.done(
    'POST',
    `/Broadcasts/${await broadcasts.createDraft({ listIds })}/Preview`,
    {
      personId: person.id,
    },
  );
  expect(preview.html).toContain('206 Tenth Avenue SE<br>');
  expect(preview.text).toContain('206 Tenth Avenue SE\n');
});

it('a broadcast without a postal address is refused where the country of the tenant asks for one', async () => {
  expect((await callAs('harbor', 'GET', settingsPath)).body).toMatchObject({
    country: 'US',
    postalAddress: null,
  });
  const list = await callAs('harbor', 'POST', '/api/v1/MailingLists', { name: 'News of the harbor' });
  const draft = await callAs('harbor', 'POST', '/api/v1/Broadcasts', {
    ...{ name: 'News', subject: 'News', mjml, listIds: [list.body.id] },
  });
  expect(draft.status, draft.text).toBe(201);
  const send = () => callAs('harbor', 'POST', `/api/v1/Broadcasts/${draft.body.id}/Send`, {});
  const refused = await send();
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('postal address');
  expect((await callAs('harbor', 'GET', `/api/v1/Broadcasts/${draft.body.id}`)).body.status).toBe('draft');
  for (const country of ['US', 'CA', undefined]) {
    const removed = await callAs('harbor', 'PUT', settingsPath, { country, footer: 'Hello' });
    expect([removed.status, removed.body.error.details[0]?.field]).toEqual([400, 'postalAddress']);
  }
  expect((await callAs('harbor', 'PUT', settingsPath, { country: 'DE' })).status).toBe(200);
  expect((await send()).status).toBe(202);
});

it('only who may change settings changes them, with the version that they have read', async () => {
  const platform = broadcasts.getPlatform();
  const token = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.communication.send'] });
  const refused = await platform.call('PUT', 'crm', settingsPath, {
    tenant: 'demo',
    token,
    body: demoSettings,
  });
  expect(refused.status).toBe(403);
  for (const color of ['red', '#12345', 'url(x)'])
    expect((await callAs('demo', 'PUT', settingsPath, { ...demoSettings, color })).status).toBe(400);
});
