// Files that go with the mails of a broadcast (docs/interface/communication.md#attachments).
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler as sweepMail } from '../../../../functions/platform/sweep-mail/handler.ts';
import { demoId } from '../../../../infra/local/demo/steps/references.ts';
import { queryRecipients } from '../../../../shared/broadcasts/recipients.ts';
import { isFileStored, loadFile } from '../../../../shared/files/stored-file.ts';
import { type Body, mjml, useBroadcasts } from './broadcast-calls.ts';
import { runBroadcast } from './broadcasts-over-smtp.ts';

const { send, done, createPerson, createMany, createList, createDraft, get, getPlatform, getServer } =
  useBroadcasts();

const buildPdf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes)]);
const attach = (id: string, name: string, content: Buffer) =>
  send('POST', `/Broadcasts/${id}/Attachments`, { name, content: content.toString('base64') });
const listFiles = (to: string) =>
  getServer()
    .mails.find((each) => each.to === to)
    ?.mail.attachments.map(({ filename, mimeType, content }) => ({
      ...{ filename, mimeType },
      bytes: Buffer.from(content as ArrayBuffer),
    }));

describe('an attachment', () => {
  it('goes with every mail, also with a test', async () => {
    const people = [await createPerson(), await createPerson()];
    const id = await createDraft({ listIds: [await createList(people)] });
    const pdf = buildPdf(20_000);
    const reply = await attach(id, 'Program', pdf);
    expect(reply.status, reply.text).toBe(200);
    const [attachment] = reply.body.attachments;
    expect(attachment).toMatchObject({
      ...{ name: 'Program.pdf', contentType: 'application/pdf', size: pdf.length },
    });
    const expected = [{ filename: 'Program.pdf', mimeType: 'application/pdf', bytes: pdf }];
    // A change of the texts keeps it.
    await done('PUT', `/Broadcasts/${id}`, {
      ...{ name: 'With a program', subject: 'Program', mjml, listIds: (await get(id)).listIds },
    });
    const token = await getPlatform().tokenFor({
      ...{ tenant: 'demo', personId: demoId('demo', 'person:ben'), permissions: ['crm.communication.send'] },
    });
    const tested = await send('POST', `/Broadcasts/${id}/Test`, {}, token);
    expect(tested.status, tested.text).toBe(202);
    await sweepMail();
    expect(listFiles(tested.body.to)).toEqual(expected);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    for (const { email } of people) expect(listFiles(email)).toEqual(expected);
    expect((await attach(id, 'Late', pdf)).status).toBe(409);
    expect((await done('POST', `/Broadcasts/${id}/Copy`, {})).attachments).toEqual([]);
  });

  it('of 5,000,000 bytes is sent in two requests, goes with every mail as one file, and is removed as one', async () => {
    const people = [await createPerson()];
    const id = await createDraft({ listIds: [await createList(people)] });
    const pdf = buildPdf(5_000_000 - 9);
    const begun = await attach(id, 'Report', pdf.subarray(0, 2_800_000));
    expect(begun.status, begun.text).toBe(200);
    const [{ id: attachmentId }] = begun.body.attachments;
    const append = (continues: string, content: Buffer) =>
      send('POST', `/Broadcasts/${id}/Attachments`, { content: content.toString('base64'), continues });
    expect((await append(id, Buffer.from('x'))).status).toBe(404);
    expect((await append(attachmentId, randomBytes(2_200_001))).status).toBe(400);
    const whole = await append(attachmentId, pdf.subarray(2_800_000));
    expect(whole.status, whole.text).toBe(200);
    expect(whole.body.attachments).toEqual([
      { id: attachmentId, name: 'Report.pdf', contentType: 'application/pdf', size: 5_000_000 },
    ]);
    const nameless = await send('POST', `/Broadcasts/${id}/Attachments`, { content: 'JVBERi0xLjQKJSVFT0YK' });
    expect(nameless.status).toBe(400);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    const [file] = listFiles(people[0]?.email ?? '') ?? [];
    expect(file?.bytes.equals(pdf)).toBe(true);

    const other = await createDraft({ listIds: [await createList([])] });
    const { attachments }: Body = (await attach(other, 'one', buildPdf(10))).body;
    const part = { content: Buffer.alloc(20).toString('base64'), continues: attachments[0].id };
    // The same bytes twice are two parts.
    for (let times = 0; times < 2; times += 1) await done('POST', `/Broadcasts/${other}/Attachments`, part);
    expect((await get(other)).attachments[0].size).toBe(59);
    const store = getPlatform().store('demo');
    expect((await loadFile(store, attachments[0].id, new Date()))?.file.size).toBe(59);
    await done('DELETE', `/Broadcasts/${other}`);
    expect((await store.query(store.partition(`FILE#${attachments[0].id}`), { limit: 10 })).items).toEqual(
      [],
    );
  });

  it('is removed with its file, alone or with the draft', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    const store = getPlatform().store('demo');
    for (const name of ['one', 'two']) await attach(id, name, buildPdf(10));
    const [one, two] = (await get(id)).attachments;
    const after: Body = await done('DELETE', `/Broadcasts/${id}/Attachments/${one.id}`);
    expect(after.attachments).toEqual([two]);
    expect((await send('DELETE', `/Broadcasts/${id}/Attachments/${one.id}`)).status).toBe(404);
    const isStored = (file: Body) => isFileStored(store, file.id, new Date());
    expect([await isStored(one), await isStored(two)]).toEqual([false, true]);
    await done('DELETE', `/Broadcasts/${id}`);
    expect(await isStored(two)).toBe(false);
  });

  it('of another type, or with which all have more than 5,000,000 bytes, is refused', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    const wrong = await attach(id, 'program.pdf', Buffer.from('MZ a program'));
    expect([wrong.status, wrong.body.error.details[0]?.field]).toEqual([400, 'content']);
    expect((await attach(id, 'one', buildPdf(2_400_000 - 9))).status).toBe(200);
    expect((await attach(id, 'two', buildPdf(2_600_001 - 9))).status).toBe(400);
    expect((await attach(id, 'two', buildPdf(2_600_000 - 9))).status).toBe(200);
    expect((await get(id)).attachments).toHaveLength(2);
  });

  it('is one of 10 at most, which go with the draft when that is deleted', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    for (let number = 1; number <= 10; number += 1)
      expect((await attach(id, `file ${number}`, buildPdf(10))).status).toBe(200);
    expect((await attach(id, 'one more', buildPdf(10))).status).toBe(409);
    const files = (await get(id)).attachments;
    await done('DELETE', `/Broadcasts/${id}`);
    const store = getPlatform().store('demo');
    const stored = files.map((file: Body) => isFileStored(store, file.id, new Date()));
    expect(await Promise.all(stored)).toEqual(files.map(() => false));
  });

  it.each([
    [5, 'with files', true],
    [25, 'without files', false],
  ])('%i mails at once go out of a broadcast %s, which is stored for 400 days', async (most, _, hasFiles) => {
    const people = await createMany(most * 2 + 1, most * 100);
    const id = await createDraft({ listIds: [await createList(people)] });
    if (hasFiles) await attach(id, 'Program', buildPdf(10));
    const before = Math.floor(Date.now() / 1000);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    const store = getPlatform().store('demo');
    const steps: number[] = [];
    // Each call has time for two looks: the audience is collected with the first, and then one page is sent.
    while (getServer().mails.length < people.length) {
      const { length } = getServer().mails;
      await runBroadcast(id, 2);
      steps.push(getServer().mails.length - length);
    }
    expect(steps.filter((step) => step > 0)).toEqual([most, most, 1]);
    await runBroadcast(id);
    const { items } = await queryRecipients(store, id, 100);
    expect(items).toHaveLength(people.length);
    const after = Math.floor(Date.now() / 1000);
    for (const { ttl } of items) {
      expect(ttl).toBeGreaterThanOrEqual(before + 400 * 86_400);
      expect(ttl).toBeLessThanOrEqual(after + 400 * 86_400);
    }
  });

  it('takes an approval back', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    const approver = await getPlatform().tokenFor({
      ...{ tenant: 'demo', permissions: ['crm.communication.approve'] },
    });
    const approve = () => send('POST', `/Broadcasts/${id}/Approve`, {}, approver);
    expect((await approve()).body.approvedBy).toEqual(expect.any(String));
    const attached = await attach(id, 'one', buildPdf(10));
    expect(attached.body.approvedBy).toBe(null);
    await approve();
    const [{ id: fileId }] = attached.body.attachments;
    expect((await done('DELETE', `/Broadcasts/${id}/Attachments/${fileId}`)).approvedBy).toBe(null);
  });
});
