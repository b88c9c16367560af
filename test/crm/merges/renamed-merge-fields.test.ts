// A custom field that gets another name, or goes, after messages were written with it
// (docs/interface/communication.md#custom-fields-in-texts).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  runBroadcast,
  startTestMailServer,
  type TestMailServer,
} from '../communication/broadcasts/broadcasts-over-smtp.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let server: TestMailServer;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['crm.people.read', 'crm.people.write', 'crm.settings.write', 'crm.communication.read'] as const),
      ...(['crm.communication.write', 'crm.communication.send'] as const),
    ],
  });
});
beforeEach(async () => {
  server = await startTestMailServer();
});
afterEach(() => server.stop());
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body });
async function done(method: string, path: string, body?: unknown): Promise<Body> {
  const reply = await send(method, path, body);
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}

let count = 0;
const nextName = (): string => {
  count += 1;
  return `Size ${count}`;
};
const fieldsPath = '/Settings/CustomFields/people';
const createField = async (name: string): Promise<string> =>
  (await done('POST', fieldsPath, { name, controlTypeId: 0 })).id;
const rename = (id: string, name: string) => done('PUT', `${fieldsPath}/${id}`, { name, controlTypeId: 0 });
const createPerson = async (fieldId: string, value: string): Promise<string> => {
  count += 1;
  const body = {
    lastName: 'Renamed',
    email: `r${count}@renamed.example`,
    customFields: [{ fieldId, value }],
  };
  return (await done('POST', '/people', body)).id;
};
const mjml = (text: string): string =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`;
const writeTexts = (name: string) => ({
  subject: `Yours: {{ person.custom["${name}"] | default: "none" }}`,
  mjml: mjml(`{% if person.custom['${name}'] == "L" %}Large{% endif %}, said as person.custom["${name}"]`),
  text: `Size {{ person["custom"]["${name}"] }}`,
});
async function createDraft(texts: object, personId: string): Promise<string> {
  const list = await done('POST', '/MailingLists', { name: nextName() });
  await done('POST', `/MailingLists/${list.id}/Members`, { personIds: [personId] });
  return (await done('POST', '/Broadcasts', { name: nextName(), listIds: [list.id], ...texts })).id;
}

describe('a custom field renamed after a template was stored', () => {
  it('is filled in, is shown under its new name, and is not mixed up with a new field of the old name', async () => {
    const [former, current] = [nextName(), nextName()];
    const field = await createField(former);
    const person = await createPerson(field, 'L');
    const template = await done('POST', '/MessageTemplates', { name: nextName(), ...writeTexts(former) });
    expect(template).toMatchObject(writeTexts(former));
    await rename(field, current);
    await createField(former);
    const path = `/MessageTemplates/${template.id}`;
    const message = await done('POST', `${path}/Preview`, { personId: person });
    expect([message.subject, message.text.split('\n')[0]]).toEqual(['Yours: L', 'Size L']);
    expect(message.html).toContain(`Large, said as person.custom["${former}"]`);
    const read = await done('GET', path);
    expect(read.subject).toBe(`Yours: {{ person.custom["${current}"] | default: "none" }}`);
    expect(read).toMatchObject({ mjml: expect.stringContaining(`person.custom['${current}']`) });
    expect(read.text).toBe(`Size {{ person["custom"]["${current}"] }}`);
    const entries = (await done('GET', '/MessageTemplates?pageSize=200')).data;
    expect(entries.find(({ id }: Body) => id === template.id).subject).toBe(read.subject);
    const { name, subject, mjml: body, text } = read;
    const written = await done('PUT', path, { name, subject, mjml: body, text });
    expect(written).toMatchObject({ subject, mjml: body, text });
    expect((await done('POST', `${path}/Preview`, { personId: person })).subject).toBe('Yours: L');
  });

  it('is filled in where a broadcast was made of the template before', async () => {
    const [former, current] = [nextName(), nextName()];
    const field = await createField(former);
    const person = await createPerson(field, 'L');
    const template = await done('POST', '/MessageTemplates', { name: nextName(), ...writeTexts(former) });
    const id = await createDraft({ templateId: template.id }, person);
    await rename(field, current);
    expect(await done('GET', `/Broadcasts/${id}`)).toMatchObject({
      subject: `Yours: {{ person.custom["${current}"] | default: "none" }}`,
    });
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    expect(server.mails.map(({ mail }) => mail.subject)).toEqual(['Yours: L']);
  });
});

describe('a custom field deactivated after a message was written', () => {
  it('prevents previews and sending, which name it', async () => {
    const name = nextName();
    const field = await createField(name);
    const person = await createPerson(field, 'L');
    const id = await createDraft(writeTexts(name), person);
    await done('POST', `${fieldsPath}/${field}/Deactivate`);
    for (const [action, status] of [
      ['Send', 409],
      ['Preview', 400],
      ['Test', 400],
    ] as const) {
      const reply = await send('POST', `/Broadcasts/${id}/${action}`, {});
      expect([reply.status, reply.body.error?.message], action).toEqual([
        status,
        expect.stringContaining(`"${name}"`),
      ]);
    }
    await done('POST', `${fieldsPath}/${field}/Reactivate`);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    expect(server.mails.map(({ mail }) => mail.subject)).toEqual(['Yours: L']);
  });

  it('pauses a broadcast that is on its way, which goes on once it is resumed', async () => {
    const name = nextName();
    const field = await createField(name);
    const id = await createDraft(writeTexts(name), await createPerson(field, 'L'));
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await done('POST', `${fieldsPath}/${field}/Deactivate`);
    await runBroadcast(id);
    expect(await done('GET', `/Broadcasts/${id}`)).toMatchObject({
      ...{ status: 'paused', pausedReason: expect.stringContaining(`"${name}"`) },
    });
    expect(server.mails).toEqual([]);
    await done('POST', `${fieldsPath}/${field}/Reactivate`);
    await done('POST', `/Broadcasts/${id}/Resume`);
    await runBroadcast(id);
    expect(server.mails.map(({ mail }) => mail.subject)).toEqual(['Yours: L']);
    expect((await done('GET', `/Broadcasts/${id}`)).status).toBe('sent');
  });
});
