// The export of everything about one person (docs/interface/crm.md#access-export).
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type EverywherePerson, writeEverywhere } from './person-everywhere.ts';

let platform: TestPlatform;
let person: EverywherePerson;
beforeAll(async () => {
  platform = await startPlatform();
  person = await writeEverywhere(platform);
});
afterAll(() => platform.stop());

const request = (id: string, token = person.adminToken) =>
  platform.call('POST', 'crm', `/api/v1/people/${id}/AccessExport`, { tenant: 'demo', token });

it('has what every area stores about the person, and neither secrets nor records of others', async () => {
  const reply = await request(person.id);
  expect(reply.status, reply.text).toBe(200);
  const text = await (await fetch(reply.body.file)).text();
  const { sections } = JSON.parse(text);
  const find = (type: string) => sections.find((section: { type: string }) => section.type === type)?.records;
  expect(find('person')).toMatchObject([{ id: person.id, lastName: 'Zuckmantel' }]);
  expect(find('merged-records')[0].removed).toMatchObject({ id: person.mergedId });
  expect(find('certification')).toMatchObject([{ certificateNumber: person.certificateNumber }]);
  expect(find('registration')[0]).toMatchObject({ notes: 'Zuckmantel eats no meat', status: 'Cancelled' });
  expect(find('bill')).toMatchObject([{ id: platform.demo.values.billId }]);
  expect(Object.keys(find('bill')[0])).not.toContain('summary');
  for (const type of [
    ...[
      'membership',
      'credit',
      'completion',
      'manager',
      'notification',
      'mail',
      'subject',
      'sign-in',
      'view',
    ],
    ...[
      'audit',
      'activity-line',
      'bill-note',
      'bill-analysis',
      'event-subscription',
      'batch-row',
      'distinct-people',
    ],
  ])
    expect(find(type)?.length, type).toBeGreaterThan(0);
  for (const { records } of sections)
    for (const record of records)
      expect(Object.keys(record)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(pk|sk|sealed|secrets)$/)]),
      );
  expect(text).not.toContain('passwordHash');
  expect(reply.body.contents.map(({ type }: { type: string }) => type)).toEqual(
    sections.map(({ type }: { type: string }) => type),
  );
});

it('is in the audit, and only for administrators', async () => {
  const staff = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
  expect((await request(person.id, staff)).status).toBe(403);
  const admin = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  expect((await request(person.id, admin)).status).toBe(200);
  const audit = await platform.call('GET', 'identity', `/api/v1/Audit?type=Person&record=${person.id}`, {
    tenant: 'demo',
    token: admin,
  });
  expect(audit.body.items[0]).toMatchObject({ operation: 'POST /api/v1/people/{id}/AccessExport' });
});

it('is stored for a day, and so long its link works', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 });
  try {
    const { file, expires } = (await request(person.id)).body;
    expect(Date.parse(expires) - Date.now()).toBe(86_400_000);
    vi.setSystemTime(Date.parse(expires) - 1);
    expect((await fetch(file)).status).toBe(200);
    vi.setSystemTime(Date.parse(expires));
    expect((await fetch(file)).status).toBe(404);
  } finally {
    vi.useRealTimers();
  }
});

it('is refused for nobody', async () => {
  const reply = await request('00000000-0000-4000-8000-000000000000');
  expect(reply.status).toBe(404);
});
