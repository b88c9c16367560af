// Approval chains over HTTP: any number of steps, each for a person, a role or the member's manager.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalChainKey } from '../../../functions/training/settings/approval-chains/approval-chain.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let personId: string;

const base = '/api/v1/Settings';
const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', base + path, { tenant: 'demo', token, ...options });
const step = (approver: object, more: object = {}) => ({ name: 'A step', approver, ...more });
const byRole = (role: string) => step({ kind: 'role', role });
const create = (name: string, steps: readonly object[]) =>
  call('POST', '/ApprovalChains', { body: { name, steps } });

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  personId = platform.demo.values.personId ?? '';
});
afterAll(() => platform.stop());

describe('an approval chain', () => {
  it('can be created, read at its Location, changed and deleted', async () => {
    const steps = [
      step({ kind: 'manager' }, { escalateAfterHours: 24, escalateTo: { kind: 'role', role: 'Class host' } }),
      step({ kind: 'person', personId: personId.toUpperCase() }),
      byRole('staff'),
    ];
    const created = await create(' Three steps ', steps);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Three steps',
      classes: 0,
      steps: [steps[0], { approver: { kind: 'person', personId } }, steps[2]],
    });
    const own = `/ApprovalChains/${created.body.id}`;
    expect(created.headers.get('location')).toBe(platform.urls.training + base + own);
    expect((await call('GET', own)).body).toEqual(created.body);
    const renamed = await call('PUT', own, {
      body: { name: 'Renamed' },
      headers: { 'If-Match': created.headers.get('etag') ?? '' },
    });
    expect(renamed.body).toMatchObject({ name: 'Renamed', steps: created.body.steps });
    const late = await call('PUT', own, {
      body: { steps: [byRole('staff')] },
      headers: { 'If-Match': '"1"' },
    });
    expect(late.status).toBe(412);
    const changed = await call('PUT', own, { body: { steps: [byRole('staff')] } });
    expect(changed.body).toMatchObject({ name: 'Renamed', steps: [byRole('staff')] });
    expect((await call('DELETE', own)).status).toBe(204);
    expect((await call('GET', own)).status).toBe(404);
    const { body } = await call('GET', '/Audit?pageSize=4');
    expect(body.map(({ action, entry }: { action: string; entry: string }) => [action, entry])).toEqual(
      ['removed', 'changed', 'changed', 'created'].map((action) => [action, created.body.id]),
    );
  });

  it('has a name that is unique regardless of case, also in simultaneous requests', async () => {
    const twice = await Promise.all(
      ['Twin chain', 'tWIN  chain'].map((name) => create(name, [byRole('staff')])),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    const id = twice.find(({ status }) => status === 201)?.body.id;
    const taken = await call('PUT', `/ApprovalChains/${id}`, {
      body: { name: 'MANAGER, THEN TRAINING OFFICE' },
    });
    expect(taken.body.error).toMatchObject({ code: 'ALREADY_EXISTS', target: 'name' });
    expect((await call('PUT', `/ApprovalChains/${id}`, { body: { name: 'Single' } })).status).toBe(200);
    expect((await create('Twin chain', [byRole('staff')])).status).toBe(201);
  });

  it('may only name existing people and roles; all errors are reported at once', async () => {
    const { status, body } = await create('Faulty', [
      step({ kind: 'person' }),
      step({ kind: 'person', personId: platform.demo.values.awardId }),
      step({ kind: 'role' }),
      step({ kind: 'role', role: 'Night watch' }),
      step({ kind: 'manager' }, { escalateAfterHours: 4 }),
      step({ kind: 'manager' }, { escalateTo: { kind: 'role', role: 'constructor' } }),
    ]);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([
      { code: 'REQUIRED_FIELD', target: 'steps[0].approver.personId' },
      { code: 'UNKNOWN_VALUE', target: 'steps[1].approver.personId' },
      { code: 'REQUIRED_FIELD', target: 'steps[2].approver.role' },
      { code: 'UNKNOWN_VALUE', target: 'steps[3].approver.role' },
      { code: 'REQUIRED_FIELD', target: 'steps[4].escalateTo' },
      { code: 'UNKNOWN_VALUE', target: 'steps[5].escalateTo.role' },
    ]);
    expect((await create('Empty', [])).status).toBe(400);
    expect((await create('Odd', [step({ kind: 'committee' })])).status).toBe(400);
  });

  it('may not name people who are inactive', async () => {
    const tenant = platform.store('demo');
    await commit([update(personKey(tenant, personId), { set: { isActive: false } })]);
    const { body } = await create('Left', [step({ kind: 'person', personId })]);
    expect(body.error.details).toMatchObject([{ code: 'NOT_ALLOWED', target: 'steps[0].approver.personId' }]);
    await commit([update(personKey(tenant, personId), { set: { isActive: true } })]);
  });

  it("can't be deleted while a class uses it", async () => {
    const { body } = await create('In use', [byRole('staff')]);
    const key = approvalChainKey(platform.store('demo'), body.id);
    await commit([update(key, { add: { classes: 2 } })]);
    const refused = await call('DELETE', `/ApprovalChains/${body.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('2 classes use');
    await commit([update(key, { add: { classes: -2 } })]);
    expect((await call('DELETE', `/ApprovalChains/${body.id}`)).status).toBe(204);
  });

  it('prevents the deletion of the roles it names', async () => {
    const role = (method: string) =>
      call(method, '/Roles/Night%20desk', { body: { permissions: ['training.awards.read'] } });
    await role('PUT');
    const { body } = await create('By night', [byRole('Night desk'), byRole('Night desk')]);
    const refused = await role('DELETE');
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('1 approval chain uses');
    const steps = [byRole('staff')];
    expect((await call('PUT', `/ApprovalChains/${body.id}`, { body: { steps } })).status).toBe(200);
    expect((await role('DELETE')).status).toBe(204);
    await role('PUT');
    const race = await Promise.all([role('DELETE'), create('Raced', [byRole('Night desk')])]);
    const statuses = race.map(({ status }) => status);
    expect([
      [204, 400],
      [409, 201],
    ]).toContainEqual(statuses);
  });

  it('is listed by name, with its number of classes', async () => {
    const { body, headers } = await call('GET', '/ApprovalChains?pageSize=100');
    const names = body.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(names).toContain('Manager, then training office');
    expect(headers.get('x-total-count')).toBe(String(body.length));
  });

  it('can only be changed with the permission to change settings', async () => {
    const reader = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    expect((await call('GET', '/ApprovalChains', { token: reader })).status).toBe(200);
    expect((await call('POST', '/ApprovalChains', { token: reader, body: {} })).status).toBe(403);
  });
});
