// People in the Training API.
// Rules: docs/interface/crm.md#members.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPersonManager } from '../../../functions/training/people/managers/manager.ts';
import type { CertificationItem } from '../../../functions/training/records/training-record/certification.ts';
import { certificationKey } from '../../../functions/training/records/training-record/certification.ts';
import {
  type CreditItem,
  creditKey,
} from '../../../functions/training/records/training-record/training-record.ts';
import { commit, put, update } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createPerson } from '../settings/notification-fixture.ts';

let platform: TestPlatform;
let store: TenantStore;
let token: string;
const demoId = (kind: string, key: string) => recordId('demo', `${kind}:demo`, key);
const unknownId = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  platform = await startPlatform();
  store = platform.store('demo');
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.people.read', 'training.people.write'],
  });
});
afterAll(() => platform.stop());

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', `/api/v1/People${path}`, { tenant: 'demo', token, ...options });
const names = (body: readonly { readonly name: string }[]) => body.map(({ name }) => name);

describe('GET /api/v1/People/List', () => {
  it('returns pages by name in both directions, with the exact total', async () => {
    const everybody = 12 + 15 + 3;
    const { body, headers } = await call('GET', '/List?pageSize=3');
    expect(names(body)).toEqual(['Emily Alvarado', 'Jessica Bateman', 'Liz Berry']);
    expect(headers.get('x-total-count')).toBe(String(everybody));
    expect(headers.get('link')).toContain('page=2&pageSize=3&sortDirection=asc>; rel="next"');
    expect(
      names((await call('GET', `/List?pageSize=3&sortDirection=desc&page=${everybody / 3}`)).body),
    ).toEqual(names(body).toReversed());
  });

  it('presents active people of active organizations as members', async () => {
    const kindOf = async () =>
      (await call('GET', '/List')).body.find(({ id }: { id: string }) => id === demoId('person', 'leo'))
        ?.kind;
    expect(await kindOf()).toBe('member');
    await commit([update(personKey(store, demoId('person', 'leo')), { set: { isActive: false } })]);
    expect(await kindOf()).toBe('nonMember');
    await commit([update(personKey(store, demoId('person', 'leo')), { set: { isActive: true } })]);
  });
});

describe('GET /api/v1/People/{personId}', () => {
  const credit = (personId: string, credits: number, more: Partial<CreditItem> = {}): CreditItem => ({
    type: 'credit',
    id: randomUUID(),
    personId,
    creditTypeId: demoId('creditType', 'general'),
    creditTypeName: 'General',
    credits,
    earnedDate: '2027-01-10',
    source: 'manual',
    grantedBy: 'test',
    version: 1,
    createdDate: new Date().toISOString(),
    modifiedDate: new Date().toISOString(),
    schemaVersion: 1,
    ...more,
  });

  it('summarizes the training record of the person', async () => {
    const personId = await createPerson(store, { organizationId: demoId('organization', 'alder-roads') });
    const credits = [
      credit(personId, 0.1),
      credit(personId, 0.2),
      credit(personId, 9, { voidedDate: '2027-02-01' }),
    ];
    await commit(credits.map((item) => put(creditKey(store, personId, item.id), item)));
    const classId = platform.demo.values.classId;
    const body = { classId, memberId: personId };
    const path = '/api/v1/registration/ClassRegistration';
    const registered = await platform.call('POST', 'training', path, { tenant: 'demo', body });
    expect(registered.status).toBe(201);
    const detail = (await call('GET', `/${personId}`)).body;
    expect(detail).toMatchObject({
      organizationName: 'Alder County Road Department',
      kind: 'member',
      credits: [{ creditTypeName: 'General', credits: 0.3 }],
      liveRegistrations: 1,
      certifications: [],
      manager: { id: demoId('person', 'farah'), of: 'organization', organizationName: 'Alder County' },
    });
    const own = await call('GET', `/${personId}/Registrations`);
    expect(own.body).toMatchObject([{ id: registered.body.registrationId, classId, status: 'Confirmed' }]);
    expect(own.headers.get('x-total-count')).toBe('1');
  });

  it('includes only certifications that are valid today or in their grace period', async () => {
    const personId = await createPerson(store);
    const today = new Date();
    const dayFrom = (days: number) =>
      new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const held = (awardName: string, more: Partial<CertificationItem>) => ({
      ...{ type: 'certification', id: randomUUID(), personId, awardId: randomUUID(), awardName },
      ...{ certificateNumber: '730-114-902', validFrom: '2020-01-01', ...more },
    });
    const items = [
      held('For ever', {}),
      held('In grace', { validThrough: dayFrom(-3), graceThrough: dayFrom(20) }),
      held('Over', { validThrough: dayFrom(-3) }),
      held('Revoked', { validThrough: dayFrom(30), revokedDate: dayFrom(-1) }),
      held('In force', { validThrough: dayFrom(3) }),
    ] as CertificationItem[];
    await commit(items.map((item) => put(certificationKey(store, personId, item.id), item)));
    const { certifications } = (await call('GET', `/${personId}`)).body;
    expect(
      certifications.map(({ awardName, standing }: Record<string, string>) => [awardName, standing]),
    ).toEqual([
      ['In grace', 'InGrace'],
      ['In force', 'Valid'],
      ['For ever', 'Valid'],
    ]);
  });

  it('is allowed with the permission, and to the person themself', async () => {
    const personId = demoId('person', 'kira');
    const self = await platform.tokenFor({ tenant: 'demo', personId });
    const other = await platform.tokenFor({ tenant: 'demo', personId: demoId('person', 'leo') });
    for (const path of ['', '/Registrations', '/Manager']) {
      expect((await call('GET', `/${personId}${path}`, { token: self })).status).toBe(200);
      expect((await call('GET', `/${personId}${path}`, { token: other })).status).toBe(403);
      expect((await call('GET', `/${unknownId}${path}`)).status).toBe(404);
    }
  });
});

describe('the manager of a person', () => {
  const manager = async (key: string) => {
    const person = await store.get(personKey(store, demoId('person', key)));
    if (!person) throw new Error(`${key} is gone`);
    const id = (await findPersonManager(store, person, '2026-06-01'))?.manager.id;
    return ['ada', 'farah', 'grace', 'ines', 'jonas', 'kira'].find((name) => demoId('person', name) === id);
  };

  it('is their own, or else that of the nearest organization above; never the person themself', async () => {
    expect(await manager('hiro')).toBe('grace');
    expect(await manager('grace')).toBe('farah');
    expect(await manager('farah')).toBe('ada');
    expect(await manager('jonas')).toBe('ada');
    expect(await manager('leo')).toBe('kira');
    expect(await manager('kira')).toBe('ada');
    expect(await manager('ada')).toBe('jonas');
  });

  it('can be set, replaced and removed, and must be able to decide', async () => {
    const own = `/${demoId('person', 'esteban')}/Manager`;
    const before = await call('GET', own);
    expect(before.body).toMatchObject({ manager: { id: demoId('person', 'farah'), of: 'organization' } });
    expect(before.body.managerId).toBeUndefined();
    const tag = { 'If-Match': before.headers.get('etag') ?? '' };
    const set = await call('PUT', own, { body: { managerId: demoId('person', 'ines') }, headers: tag });
    expect(set.body).toMatchObject({ manager: { of: 'person' }, managerId: demoId('person', 'ines') });
    expect(await manager('esteban')).toBe('ines');
    const late = await call('PUT', own, { body: { managerId: demoId('person', 'kira') }, headers: tag });
    expect(late.status).toBe(412);
    for (const [managerId, code] of [
      [demoId('person', 'esteban'), 'NOT_ALLOWED'],
      [unknownId, 'UNKNOWN_VALUE'],
      [await createPerson(store, { isActive: false }), 'NOT_ALLOWED'],
    ]) {
      const { status, body } = await call('PUT', own, { body: { managerId } });
      expect(status).toBe(400);
      expect(body.error.details).toMatchObject([{ code, target: 'managerId' }]);
    }
    expect((await call('DELETE', own)).status).toBe(204);
    expect((await call('DELETE', own)).status).toBe(204);
    expect(await manager('esteban')).toBe('farah');
  });

  it('is not used while inactive', async () => {
    const inactive = (isActive: boolean) =>
      commit([update<PersonItem>(personKey(store, demoId('person', 'farah')), { set: { isActive } })]);
    await inactive(false);
    expect(await manager('grace')).toBe('ada');
    await inactive(true);
  });
});

describe('GET /api/v1/People/Instructors', () => {
  it('lists instructors with past and future classes while classes are added and removed', async () => {
    const before = (await call('GET', '/Instructors?pageSize=200')).body;
    expect(before.length).toBeGreaterThan(1);
    expect(names(before)).toEqual(names(before).toSorted((a: string, b: string) => a.localeCompare(b)));
    const staff = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    const personId = demoId('person', 'maya');
    const classes = (method: string, path: string, body?: unknown) =>
      platform.call(method, 'training', `/api/v1/Classes${path}`, { tenant: 'demo', token: staff, body });
    const created = await classes('POST', '', {
      courseId: platform.demo.values.courseId,
      sectionName: 'Testifying well',
      sessions: [{ date: '2030-05-01', startTime: '09:00', endTime: '12:00' }],
      instructors: [{ personId, isLead: true }],
    });
    expect(created.status, created.text).toBe(201);
    const maya = async () =>
      (await call('GET', '/Instructors?pageSize=200')).body.find(({ id }: { id: string }) => id === personId);
    expect(await maya()).toMatchObject({ name: 'Maya Delacroix', classesTaught: 0, classesAhead: 1 });
    expect((await call('GET', `/${personId}`)).body.classesTaught).toBe(0);
    await classes('PUT', `/${created.body.id}`, {
      sessions: [{ date: '2030-06-01', startTime: '09:00', endTime: '12:00' }],
    });
    expect(await maya()).toMatchObject({ classesAhead: 1 });
    await classes('PUT', `/${created.body.id}`, { instructors: [] });
    expect(await maya()).toBeUndefined();
  });
});
