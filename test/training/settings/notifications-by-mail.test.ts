// From a registration to the mailbox and the app: the table's stream delivers the notification and the outbox sends the
// mail.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailCatcher, startMailCatcher } from '../../../infra/local/mail/mail-catcher.ts';
import { listMails } from '../../../infra/local/mail/mail-store.ts';
import { startTriggers, type Triggers } from '../../../infra/local/triggers/triggers.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createPerson } from './notification-fixture.ts';

let platform: TestPlatform;
let triggers: Triggers;
let catcher: MailCatcher;
let folder: string;

beforeAll(async () => {
  platform = await startPlatform({ hasStream: true });
  folder = await mkdtemp(join(tmpdir(), 'rostrum-notices-'));
  catcher = await startMailCatcher({ folder: join(folder, 'mail') });
  process.env.SMTP_URL = catcher.url;
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

it('a registration is confirmed once by mail and once in the app', async () => {
  const email = 'grace@rivertown.example';
  const personId = await createPerson(platform.store('demo'), { email });
  const token = await platform.tokenFor({ tenant: 'demo', personId });
  const path = '/api/v1/registration/ClassRegistration';
  const body = { classId: platform.demo.values.classId, memberId: personId };
  const { status, body: reply } = await platform.call('POST', 'training', path, {
    tenant: 'demo',
    token,
    body,
  });
  expect(status, JSON.stringify(reply)).toBe(201);
  // The first call delivers the notification, which writes a mail; the second call sends the mail.
  await triggers.caughtUp();
  await triggers.caughtUp();
  const mails = (await listMails(join(folder, 'mail'))).filter(({ to }) => to.includes(email));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(reply.confirmationNumber);
  expect(mails[0]?.text).toMatch(/^Hello Grace,\n/);
  expect(mails[0]?.text).not.toMatch(/[{}]|undefined|null/);
  const options = { tenant: 'demo', token };
  const { body: list } = await platform.call('GET', 'training', '/api/v1/Notifications', options);
  expect(list).toMatchObject([
    { kind: 'registrationConfirmed', link: { type: 'registration', id: reply.registrationId } },
  ]);
});
