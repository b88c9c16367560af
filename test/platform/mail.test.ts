// The outbox sends mail: tried at once, retried with growing delays, marked dead after the last attempt, never lost
// (design: data).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as sweep } from '../../functions/platform/sweep-mail/handler.ts';
import { type MailCatcher, startMailCatcher } from '../../infra/local/mail/mail-catcher.ts';
import { listMails } from '../../infra/local/mail/mail-store.ts';
import { startTriggers, type Triggers } from '../../infra/local/triggers/triggers.ts';
import { commit, update } from '../../shared/data/changes.ts';
import { computeDelay } from '../../shared/jobs/attempts.ts';
import { deliverMail } from '../../shared/mail/deliver.ts';
import { packParts } from '../../shared/mail/mail-parts.ts';
import { dueMails, mailAttempts, mailById, type OutboxItem, putMail } from '../../shared/mail/outbox.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let triggers: Triggers;
let catcher: MailCatcher;
let folder: string;

beforeAll(async () => {
  platform = await startPlatform({ hasStream: true });
  folder = await mkdtemp(join(tmpdir(), 'rostrum-mail-'));
  catcher = await startMailCatcher({ folder: join(folder, 'mail') });
  triggers = await startTriggers({
    streamArn: platform.streamArn,
    ownStreamArns: platform.ownStreamArns,
    checkpoint: join(folder, 'streams'),
  });
});

afterAll(async () => {
  await triggers?.stop();
  await catcher?.stop();
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  process.env.SMTP_URL = catcher.url;
});

const mail = { to: 'nora@example.org', subject: 'Déjà vu', text: 'One line.\n' };

describe('the outbox', () => {
  test('a mail written in a transaction is sent soon after, once', async () => {
    const store = platform.store('demo');
    await commit([putMail(store, 'm-1', mail, new Date())]);
    await triggers.caughtUp();
    await sweep();
    expect(await mailById(store, 'm-1')).toMatchObject({ state: 'sent', tries: 1 });
    const caught = (await listMails(join(folder, 'mail'))).filter(({ subject }) => subject === 'Déjà vu');
    expect(caught).toHaveLength(1);
    expect(caught[0]).toMatchObject({ to: ['nora@example.org'], text: 'One line.\n' });
  });

  test('a mail whose server is down waits for its next attempt, and the sweep sends it when it is due', async () => {
    const store = platform.store('demo');
    process.env.SMTP_URL = 'smtp://127.0.0.1:1';
    const now = new Date();
    await commit([putMail(store, 'm-2', { ...mail, subject: 'later' }, now)]);
    await triggers.caughtUp();
    const waiting = await mailById(store, 'm-2');
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1 });
    expect((waiting?.dueAt ?? 0) - now.getTime()).toBeGreaterThanOrEqual(45_000);
    expect(await dueMails(store, now)).toEqual([]);
    const due = await dueMails(store, new Date(now.getTime() + 2 * 60_000));
    expect(due.map(({ id }) => id)).toEqual(['m-2']);
    process.env.SMTP_URL = catcher.url;
    const { createMailSender } = await import('../../shared/mail/deliver.ts');
    const [first] = due;
    if (!first) throw new Error('no mail is due');
    expect(await deliverMail(store, first, await createMailSender())).toBe('sent');
    expect(await mailById(store, 'm-2')).toMatchObject({ state: 'sent', tries: 2 });
  });

  test('attachments are the same at every attempt, and are removed with the texts once the mail is sent', async () => {
    const store = platform.store('demo');
    process.env.SMTP_URL = 'smtp://127.0.0.1:1';
    const calendar = 'BEGIN:VCALENDAR\r\nORGANIZER:mailto:sender@rost\r\n rum.invalid\r\nEND:VCALENDAR\r\n';
    const contentType = 'text/calendar; charset=utf-8; method=REQUEST';
    const parts = await packParts([
      { contentType, content: calendar },
      { contentType: 'application/ics', content: calendar, name: 'invitation.ics' },
    ]);
    const now = new Date();
    await commit([putMail(store, 'm-parts', { ...mail, html: '<p>x', subject: 'with parts', parts }, now)]);
    await triggers.caughtUp();
    expect(await mailById(store, 'm-parts')).toMatchObject({ state: 'waiting', tries: 1, parts });
    process.env.SMTP_URL = catcher.url;
    const { createMailSender } = await import('../../shared/mail/deliver.ts');
    const waiting = await mailById(store, 'm-parts');
    if (!waiting) throw new Error('The mail is not in the outbox');
    expect(await deliverMail(store, waiting, await createMailSender())).toBe('sent');
    expect(await mailById(store, 'm-parts')).not.toHaveProperty('parts');
    const caught = (await listMails(join(folder, 'mail'))).find(({ subject }) => subject === 'with parts');
    expect(caught?.attachments.map(({ name, type }) => [name, type])).toEqual([
      ['unnamed', 'text/calendar; method=REQUEST'],
      ['invitation.ics', 'application/ics'],
    ]);
    const sent = caught?.attachments.map(({ content = '' }) => Buffer.from(content, 'base64').toString());
    expect(new Set(sent).size).toBe(1);
    // The parser gives text parts the line ends of this machine.
    expect(sent?.[0]).toContain('ORGANIZER:mailto:\n no-reply@rostrum.invalid\n');
  });

  test('a mail whose parts do not fit into an item is refused before it is stored', async () => {
    const content = Array.from({ length: 60_000 }, () => Math.random().toString(36)).join('');
    await expect(packParts([{ contentType: 'text/plain', content }])).rejects.toThrow(
      /may have at most 204800 bytes when packed/,
    );
  });

  test('a mail that two processes try at once is sent by only one of them', async () => {
    const store = platform.store('demo');
    const sentTo: string[] = [];
    const now = new Date();
    process.env.SMTP_URL = 'smtp://127.0.0.1:1';
    await commit([putMail(store, 'm-3', mail, now)]);
    await triggers.caughtUp();
    const waiting = await mailById(store, 'm-3');
    if (!waiting) throw new Error('the mail is gone');
    const send = async ({ id }: { id: string }) => void sentTo.push(id);
    const outcomes = await Promise.all([
      deliverMail(store, waiting, send),
      deliverMail(store, waiting, send),
    ]);
    expect(outcomes.toSorted()).toEqual(['sent', 'taken']);
    expect(sentTo).toEqual(['m-3']);
  });

  test('a mail is dead after the tenth failed attempt, and stays in the outbox', async () => {
    const store = platform.store('demo');
    process.env.SMTP_URL = 'smtp://127.0.0.1:1';
    await commit([putMail(store, 'm-4', mail, new Date())]);
    await triggers.caughtUp();
    const refuse = async () => {
      throw new Error('550 no such mailbox');
    };
    for (
      let current = await mailById(store, 'm-4');
      current?.state === 'waiting';
      current = await mailById(store, 'm-4')
    ) {
      expect(await deliverMail(store, current, refuse)).toBe('failed');
    }
    expect(await mailById(store, 'm-4')).toMatchObject({
      state: 'dead',
      tries: 15,
      lastError: 'Error: 550 no such mailbox',
    });
  });

  test('a mail is also dead when every attempt was interrupted before its outcome was stored', async () => {
    const store = platform.store('demo');
    process.env.SMTP_URL = 'smtp://127.0.0.1:1';
    await commit([putMail(store, 'm-5', mail, new Date())]);
    await triggers.caughtUp();
    const never = () => Promise.reject(new Error('cut off'));
    const waiting = await mailById(store, 'm-5');
    if (!waiting) throw new Error('the mail is gone');
    const worn = { ...waiting, tries: 15 };
    await commit([update(store.key<OutboxItem>('OUTBOX#m-5', 'MAIL'), { set: { tries: 15 } })]);
    expect(await deliverMail(store, worn, never)).toBe('dead');
    expect(await mailById(store, 'm-5')).toMatchObject({ state: 'dead', text: '' });
  });

  test('delays double from a minute to six hours, with a quarter of jitter either way', () => {
    expect([1, 2, 3, 4].map((tries) => computeDelay(mailAttempts, tries, 0.5))).toEqual([
      60_000, 120_000, 240_000, 480_000,
    ]);
    expect(computeDelay(mailAttempts, 20, 0.5)).toBe(6 * 3600_000);
    expect([computeDelay(mailAttempts, 1, 0), computeDelay(mailAttempts, 1, 1)]).toEqual([45_000, 75_000]);
  });
});
