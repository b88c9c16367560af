// Notification templates for staff: their own texts, validated, previewed, turned off, reset.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationKindNames } from '../../../functions/training/notifications/notification-kinds.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  createMessage,
  createPerson,
  mailsTo,
  triggerDelivery,
  writeMessage,
} from './notification-fixture.ts';

let platform: TestPlatform;
let store: TenantStore;
let token: string;
const path = '/api/v1/Settings/NotificationTemplates';

beforeAll(async () => {
  platform = await startPlatform();
  store = platform.store('demo');
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.settings.read', 'training.settings.write'],
  });
});
afterAll(() => platform.stop());

const call = (method: string, rest: string, options: CallOptions = {}) =>
  platform.call(method, 'training', `${path}${rest}`, { tenant: 'demo', token, ...options });

/** Notifies a new person about an award; returns their notifications in the app and their mails. */
async function notifyOfAward() {
  const personId = await createPerson(store, { firstName: 'Hiro', lastName: 'Tanaka' });
  const notification = createMessage({
    to: { kind: 'person', personId },
    kind: 'awardEarned',
    values: { awardName: 'Road Supervisor Certificate', memberName: 'Hiro Tanaka' },
  });
  await writeMessage(store, notification);
  await triggerDelivery(store, notification);
  const ownToken = await platform.tokenFor({ tenant: 'demo', personId });
  const { body } = await platform.call('GET', 'training', '/api/v1/Notifications', {
    tenant: 'demo',
    token: ownToken,
  });
  return {
    lines: body.map(({ message }: { message: string }) => message),
    mails: await mailsTo(store, `${personId}@example.org`),
  };
}

describe('notification templates', () => {
  it('exist for every kind of notification, with its fields', async () => {
    const { body, headers } = await call('GET', '?pageSize=200');
    expect(headers.get('x-total-count')).toBe(String(notificationKindNames.length));
    expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['registrationConfirmed', 'approvalAsked', 'certificationExpiring']),
    );
    for (const { fields, description } of body) {
      expect(description).toMatch(/\.$/);
      expect(fields.map(({ name }: { name: string }) => name)).toContain('recipientFirstName');
    }
    const changed = body.filter(({ isChanged }: { isChanged: boolean }) => isChanged);
    expect(changed.map(({ kind }: { kind: string }) => kind)).toEqual(['registrationConfirmed']);
  });

  it('can be replaced in whole or in part, and reset', async () => {
    const before = (await call('GET', '/awardEarned')).body;
    const text = 'Dear {{recipientName}},\nwell done: {{awardName}}.\nNumber: {{memberName}}';
    const changed = await call('PUT', '/awardEarned', { body: { text, line: '{{awardName}}: done!' } });
    expect(changed.body).toMatchObject({ text, isChanged: true, subject: before.subject });
    const { lines, mails } = await notifyOfAward();
    expect(lines).toEqual(['Road Supervisor Certificate: done!']);
    expect(mails[0]?.text).toBe(
      'Dear Hiro Tanaka,\nwell done: Road Supervisor Certificate.\nNumber: Hiro Tanaka\n',
    );
    expect((await call('PUT', '/awardEarned', { body: { text: null } })).body).toMatchObject({
      text: before.text,
      isChanged: true,
    });
    expect((await call('DELETE', '/awardEarned')).status).toBe(204);
    const after = (await call('GET', '/awardEarned')).body;
    expect(after).toEqual({ ...before, modifiedDate: after.modifiedDate });
  });

  it('can contain only the fields of their kind, which the error message lists', async () => {
    const body = { subject: 'For {{awardName}}: {{offerExpiresAt}}', line: '{{lunch}} {{awardName}}' };
    for (const [method, rest] of [
      ['PUT', '/awardEarned'],
      ['POST', '/awardEarned/Preview'],
    ] as const) {
      const { status, body: refusal } = await call(method, rest, { body });
      expect(status).toBe(400);
      expect(refusal.error.details).toMatchObject([
        {
          target: 'subject',
          code: 'UNKNOWN_VALUE',
          message: expect.stringContaining('{{offerExpiresAt}}, which is no field'),
        },
        {
          target: 'line',
          message: expect.stringMatching(/\{\{lunch\}\}.*The fields are: .*\{\{awardName\}\}\.$/),
        },
      ]);
    }
    expect((await call('PUT', '/lunch', { body: {} })).status).toBe(400);
    const open = await call('PUT', '/awardEarned', { body: { line: 'Done: {{awardName}' } });
    expect(open.body.error.details).toMatchObject([{ target: 'line', code: 'INVALID_FORMAT' }]);
  });

  it('can be previewed with example values, without storing anything', async () => {
    const body = { subject: 'Hurry: {{offerExpiresAt}}' };
    const { body: preview } = await call('POST', '/offerExpiring/Preview', { body });
    expect(preview.subject).toBe('Hurry: Saturday, February 20, 2027 at 12:00 PM PST');
    expect(preview.text).toContain('Cascadia Association of Counties');
    expect(preview.line).toContain('Budget Basics');
    expect((await call('GET', '/offerExpiring')).body.isChanged).toBe(false);
  });

  it('can be turned off and on again', async () => {
    await call('PUT', '/awardEarned', { body: { isOn: false } });
    expect(await notifyOfAward()).toEqual({ lines: [], mails: [] });
    await call('PUT', '/awardEarned', { body: { isOn: true } });
    expect((await notifyOfAward()).mails).toHaveLength(1);
  });

  it('are changed only if If-Match matches, and changes are audited', async () => {
    const { headers } = await call('GET', '/offerExpired');
    const tag = { 'If-Match': headers.get('etag') ?? '' };
    const subject = `The offer has ended ${randomUUID()}`;
    expect((await call('PUT', '/offerExpired', { body: { subject }, headers: tag })).status).toBe(200);
    expect((await call('PUT', '/offerExpired', { body: { subject: 'x' }, headers: tag })).status).toBe(412);
    expect((await call('DELETE', '/offerExpired', { headers: tag })).status).toBe(412);
    const audit = await platform.call('GET', 'training', '/api/v1/Settings/Audit', { tenant: 'demo', token });
    expect(audit.body).toContainEqual(
      expect.objectContaining({
        setting: 'NotificationTemplates',
        entry: 'offerExpired',
        action: 'changed',
        after: expect.objectContaining({ subject }),
      }),
    );
  });
});
