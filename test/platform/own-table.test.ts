// A tenant with a table of its own lives as any other, and nothing of it is in the platform's table but its record
// (docs/data.md#own-tables).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restoreTenant } from '../../functions/identity/tenant-data/restore-tenant.ts';
import { handler as sweepMail } from '../../functions/platform/sweep-mail/handler.ts';
import { type MailCatcher, startMailCatcher } from '../../infra/local/mail/mail-catcher.ts';
import { listMails } from '../../infra/local/mail/mail-store.ts';
import { startTriggers, type Triggers } from '../../infra/local/triggers/triggers.ts';
import { changesAfter } from '../../shared/change-feed/feed.ts';
import { commit, remove } from '../../shared/data/changes.ts';
import { copyItems } from '../../shared/data/copy-items.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { findTable } from '../../shared/data/tables.ts';
import { personKey } from '../../shared/directory/people/person-store.ts';
import { putMail } from '../../shared/mail/outbox.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { createTestTable, dropTable } from '../harness/table.ts';
import { demoUser, requestWorkspaceToken, signInAdministrator } from '../identity/tenants/demo.ts';
import {
  callJob,
  copyDemoTenant,
  filterScope,
  type Item,
  scanTable,
  toTexts,
} from '../identity/tenants/tenant-data.ts';

let platform: TestPlatform;
let triggers: Triggers;
let catcher: MailCatcher;
let folder: string;
let administer: Awaited<ReturnType<typeof signInAdministrator>>;
let token: string;
beforeAll(async () => {
  platform = await startPlatform({ hasStream: true, ownTables: ['demo', 'larch'] });
  folder = await mkdtemp(join(tmpdir(), 'rostrum-own-'));
  catcher = await startMailCatcher({ folder: join(folder, 'mail') });
  process.env.SMTP_URL = catcher.url;
  const { streamArn, ownStreamArns } = platform;
  triggers = await startTriggers({ streamArn, ownStreamArns, checkpoint: join(folder, 'streams') });
  administer = await signInAdministrator(platform);
  token = (await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ada'))).body.accessToken;
});
afterAll(async () => {
  await triggers?.stop();
  await catcher?.stop();
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

const inShared = () => scanTable([platform.tableName]);
const inOwn = (code: string) => scanTable([`${platform.tableName}.${code}`]);
const toKeys = (items: readonly Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`);
const call = (method: string, area: 'crm' | 'training' | 'billtracking', path: string, body?: unknown) =>
  platform.call(method, area, path, { tenant: 'demo', token, body });

/** Nothing of the tenant is in the platform's table but its record, and nothing of others is in its own. */
async function expectApart(code: string): Promise<void> {
  const [[record, ...more], own] = [filterScope(await inShared(), `T#${code}#`), await inOwn(code)];
  expect(more).toEqual([]);
  expect(record).toMatchObject({
    pk: `T#${code}#TENANT`,
    sk: 'TENANT',
    table: `${platform.tableName}.${code}`,
  });
  expect(toKeys(own).filter((key) => !key.startsWith(`T#${code}#`))).toEqual([]);
}

describe('a tenant with a table of its own', () => {
  it('has everything of the demo data there', async () => {
    await expectApart('demo');
    expect((await inOwn('demo')).length).toBeGreaterThan(500);
    expect(filterScope(await inShared(), 'T#harbor#').length).toBeGreaterThan(10);
  });

  it('is named in the platform’s table only by its entry, its accounts with their links and tokens, and the audit of both', async () => {
    const naming = (await inShared()).filter(
      (item) => item.pk.startsWith('P#') && /"demo"/.test(JSON.stringify(item)),
    );
    expect([...new Set(naming.map(({ type }) => type))].sort()).toEqual([
      'account-link',
      'administrators',
      'audit',
      'client',
      'issued-token',
      // Only a local platform has demo data.
      'seeded-demo',
      'tenant-entry',
      'user',
    ]);
  });

  it('is served in every area: lists, a page, a search, a write with its list and counts, a file', async () => {
    const before = await call('GET', 'crm', '/api/v1/people?pageSize=1');
    expect(before.status, before.text).toBe(200);
    const created = await call('POST', 'crm', '/api/v1/people', {
      firstName: 'Ottilie',
      lastName: 'Quensel',
      emailAddress: 'ottilie@example.org',
    });
    expect(created.status, created.text).toBe(201);
    const after = await call('GET', 'crm', '/api/v1/people?pageSize=1');
    expect(after.body.totalCount).toBe(before.body.totalCount + 1);
    const found = await call('GET', 'crm', `/api/v1/people/${created.body.id}`);
    expect(found.body).toMatchObject({ lastName: 'Quensel' });
    for (const [area, path] of [
      ['training', '/api/v1/Awards/List'],
      ['training', '/api/v1/Classes/List'],
      ['billtracking', '/api/1.0/session/duplicates'],
    ] as const) {
      const reply = await call('GET', area, path);
      expect(reply.status, reply.text).toBe(200);
    }
    await expectApart('demo');
  });

  it('has accounts that are written in one transaction over both tables', async () => {
    const user = {
      userName: 'own@example.org',
      email: 'own@example.org',
      password: 'a long walk by the river',
    };
    const reply = await administer('POST', '/api/v1/Users', {
      ...user,
      assignments: [{ tenantCode: 'demo', roles: ['member'] }],
    });
    expect(reply.status, reply.text).toBe(201);
    expect((await requestWorkspaceToken(platform, 'demo', user)).status).toBe(200);
    expect(toKeys(await inOwn('demo'))).toContain(`T#demo#SUBJECT#${reply.body.id} ACCESS`);
    await expectApart('demo');
  });

  it('has its changes read from its own stream: by the change feed and by the bus', async () => {
    const created = await call('POST', 'crm', '/api/v1/people', { firstName: 'Ida', lastName: 'Strom' });
    const mail = { to: 'nora@example.org', subject: 'By the own stream', text: 'One line.\n' };
    await commit([putMail(platform.store('demo'), 'own-1', mail, new Date())]);
    await triggers.caughtUp();
    const caught = (await listMails(join(folder, 'mail'))).filter(({ subject }) => subject === mail.subject);
    expect(caught).toHaveLength(1);
    const later = new Date(Date.now() + 60_000);
    const { items } = await changesAfter(platform.store('demo'), undefined, 500, later);
    expect(items.map(({ type, subject }) => `${type} ${subject}`)).toContain(
      `person.created ${created.body.id}`,
    );
    await expectApart('demo');
  });

  it('has its due work done by the sweeps', async () => {
    process.env.SMTP_URL = 'smtp://127.0.0.1:1';
    const mail = { to: 'nora@example.org', subject: 'By the sweep', text: 'One line.\n' };
    await commit([putMail(platform.store('demo'), 'own-2', mail, new Date())]);
    await triggers.caughtUp();
    process.env.SMTP_URL = catcher.url;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    await sweepMail().finally(() => vi.useRealTimers());
    const caught = (await listMails(join(folder, 'mail'))).filter(({ subject }) => subject === mail.subject);
    expect(caught).toHaveLength(1);
  });

  it('is refused where a process does not know its table, and nothing is written', async () => {
    const { OWN_TABLES } = process.env;
    const before = toTexts(await inShared());
    process.env.OWN_TABLES = '';
    const reply = await call('POST', 'crm', '/api/v1/people', { firstName: 'No', lastName: 'Where' });
    process.env.OWN_TABLES = OWN_TABLES;
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '60']);
    expect(toTexts(await inShared())).toEqual(before);
  });
});

describe('another tenant with a table of its own', () => {
  beforeAll(async () => {
    // What the streams call would change records while they are compared.
    await triggers.stop();
    await copyDemoTenant('larch');
  });

  it('is exported whole, with its record', async () => {
    const { body } = await administer('POST', '/api/v1/Tenants/larch/Exports');
    await callJob(new Date());
    const exported = (await administer('GET', `/api/v1/Tenants/larch/Exports/${body.id}`)).body;
    expect(exported.status).toBe('success');
    const types = exported.files.map(({ recordType }: { readonly recordType: string }) => recordType);
    expect(types).toEqual(expect.arrayContaining(['tenant', 'person', 'registration', 'bill']));
    await expectApart('larch');
  });

  it('is brought back from a restored table', async () => {
    const { TABLE_NAME } = process.env;
    const { tableName: backup } = await createTestTable();
    process.env.TABLE_NAME = TABLE_NAME;
    const store = platform.store('larch');
    const own = findTable(store.prefix);
    await copyItems(
      store,
      { from: own, to: backup },
      () => true,
      () => undefined,
    );
    const before = toTexts(await inOwn('larch'));
    const person = (await inOwn('larch')).find(({ type }) => type === 'person');
    await commit([remove(personKey(store, String(person?.id)))]);
    expect(toTexts(await inOwn('larch'))).not.toEqual(before);
    expect((await administer('POST', '/api/v1/Tenants/larch/Suspend')).status).toBe(200);
    await restoreTenant(openPlatformStore(), 'larch', backup, () => undefined);
    expect(toKeys(await inOwn('larch'))).toContain(`${person?.pk} ${person?.sk}`);
    await expectApart('larch');
    await dropTable(backup);
  });

  it('is erased whole: nothing is left in its table, nor of it in the platform’s', async () => {
    const reply = await administer('POST', '/api/v1/Tenants/larch/Erasure', {
      tenantCode: 'larch',
      graceDays: 1,
    });
    expect(reply.status, reply.text).toBe(202);
    await callJob(new Date(Date.now() + 2 * 24 * 3_600_000));
    expect((await administer('GET', '/api/v1/Tenants/larch/Erasure')).body.status).toBe('erased');
    expect(await inOwn('larch')).toEqual([]);
    expect(filterScope(await inShared(), 'T#larch#')).toEqual([]);
    await expectApart('demo');
  });
});
