// Approval chains over HTTP: approve, deny with a reason, delegate.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type ApprovalWorld, createApprovalWorld, person } from './approval-world.ts';

let platform: TestPlatform;
let world: ApprovalWorld;
let office: string;
let director: string;

const byRole = (role: string) => ({ approver: { kind: 'role', role } });
const byPerson = (key: string) => ({ approver: { kind: 'person', personId: person(key) } });
const ids = (reply: { body: { registrationId: string }[] }) =>
  reply.body.map(({ registrationId }) => registrationId);

beforeAll(async () => {
  platform = await startPlatform();
  world = createApprovalWorld(platform);
  office = await world.tokenOf('dora', ['staff']);
  director = await world.tokenOf('ada');
}, 60_000);
afterAll(() => platform.stop());

describe('an approval chain', () => {
  it('of one step confirms the registration when it is approved', async () => {
    const classId = await world.classWith(await world.chain(byRole('staff')));
    const { id, reply } = await world.ask(classId, 'grace');
    expect(reply.body.status).toBe('PendingApproval');
    const { status, body, headers } = await world.decide('Approve', id, office, { note: 'Welcome' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ registrationId: id, status: 'Confirmed' });
    expect(body.message).toContain('Grace Whitehorse has a seat');
    expect(headers.get('etag')).toBe('"2"');
    expect(body.approval.events).toMatchObject([
      { step: 1, action: 'asked', by: 'system', to: { kind: 'role', role: 'staff' } },
      { step: 1, action: 'approved', by: 'user-dora', byName: 'Dora Lindqvist', reason: 'Welcome' },
    ]);
    expect(body.approval.currentStep).toBeUndefined();
    expect(await world.statusOf(id)).toBe('Confirmed');
  });

  it('of three steps is decided by the manager, the office and the director, one after the other', async () => {
    await world.manages('farah', 'hiro');
    const manager = await world.tokenOf('farah');
    const chain = await world.chain({ approver: { kind: 'manager' } }, byRole('staff'), byPerson('ada'));
    const { id } = await world.ask(await world.classWith(chain), 'hiro');
    expect((await world.decide('Approve', id, office)).status).toBe(403);
    const second = await world.decide('Approve', id, manager);
    expect(second.body).toMatchObject({ status: 'PendingApproval', approval: { currentStep: 2 } });
    expect(second.body.message).toBe('Approved. Step 2 of 3 (Step 2) waits for the role staff.');
    const third = await world.decide('Approve', id, office);
    expect(third.body.message).toContain('waits for Ada Fairweather.');
    expect(third.body.approval.assignee).toEqual({
      kind: 'person',
      personId: person('ada'),
      name: 'Ada Fairweather',
    });
    const last = await world.decide('Approve', id, director);
    expect(last.body.status).toBe('Confirmed');
    expect(last.body.approval.events).toHaveLength(6);
    const again = await world.decide('Approve', id, director);
    expect(again.status).toBe(409);
    expect(again.body.error.message).toContain('Ada Fairweather approved step 3 of 3');
  });

  it('that is changed does not change the steps of pending registrations', async () => {
    const chain = await world.chain(byRole('staff'));
    const { id } = await world.ask(await world.classWith(chain), 'kira');
    const path = `/api/v1/Settings/ApprovalChains/${chain}`;
    const steps = [
      { name: 'New', ...byRole('admin') },
      { name: 'Newer', ...byRole('admin') },
    ];
    expect((await world.call('PUT', path, { body: { steps } })).status).toBe(200);
    expect((await world.decide('Approve', id, office)).body.status).toBe('Confirmed');
  });

  it("that a class uses can't be deleted", async () => {
    const chain = await world.chain(byRole('staff'));
    await world.classWith(chain);
    const { status } = await world.call('DELETE', `/api/v1/Settings/ApprovalChains/${chain}`);
    expect(status).toBe(409);
  });

  it('puts the registration on the waitlist when the last step is approved without a free seat', async () => {
    const registration = { capacity: 1, waitlistSize: 3, pendingHoldsSeat: false };
    const classId = await world.classWith(await world.chain(byRole('staff')), registration);
    const [first, second] = [await world.ask(classId, 'grace'), await world.ask(classId, 'hiro')];
    expect((await world.decide('Approve', second.id, office)).body.status).toBe('Confirmed');
    const { body } = await world.decide('Approve', first.id, office);
    expect(body.status).toBe('Waitlisted');
    expect(body.message).toContain('no seat is left');
  });
});

describe('deciding', () => {
  it('is always refused to the registered member, even with the roles admin and staff', async () => {
    const { id } = await world.ask(await world.classWith(await world.chain(byRole('staff'))), 'dora');
    const privileged = await world.tokenOf('dora', ['admin', 'staff']);
    for (const verb of ['Approve', 'Deny', 'Delegate']) {
      const body = { reason: 'Mine', to: person('ada') };
      expect([verb, (await world.decide(verb, id, privileged, body)).status]).toEqual([verb, 403]);
    }
    office = await world.tokenOf('dora', ['staff']);
    const admin = await world.tokenOf('ben', ['admin']);
    expect((await world.decide('Approve', id, admin)).body.status).toBe('Confirmed');
  });

  it('is refused to other people, and the error message says nothing about the approval', async () => {
    const { id } = await world.ask(await world.classWith(await world.chain(byPerson('ada'))), 'grace');
    const stranger = await world.tokenOf('leo', ['member']);
    expect((await world.decide('Deny', id, stranger, { reason: 'No' })).status).toBe(403);
    await world.decide('Approve', id, director);
    const { status, body } = await world.decide('Approve', id, stranger);
    expect(status).toBe(403);
    expect(body.error.message).not.toContain('ada');
    expect((await world.decide('Approve', id, undefined)).status).toBe(401);
    const unknown = platform.demo.values.personId ?? '';
    expect((await world.decide('Approve', unknown, director)).status).toBe(404);
  });
});

describe('denying', () => {
  it('needs a reason, ends the registration, and records the reason', async () => {
    const { id } = await world.ask(await world.classWith(await world.chain(byRole('staff'))), 'jonas');
    const missing = await world.decide('Deny', id, office, {});
    expect(missing.body.error.details).toMatchObject([{ code: 'REQUIRED_FIELD', target: 'reason' }]);
    const { body } = await world.decide('Deny', id, office, { reason: 'The budget is spent.' });
    expect(body).toMatchObject({ status: 'Denied', approval: { events: [{}, { action: 'denied' }] } });
    const late = await world.decide('Approve', id, office);
    expect(late.status).toBe(409);
    expect(late.body.error.message).toContain('denied step 1 of 1');
  });

  it('frees the seat and promotes the next registration in the same transaction, and records whose seat it was', async () => {
    const registration = { capacity: 1, waitlistSize: 2, pendingHoldsSeat: true, offerHours: 24 };
    const classId = await world.classWith(await world.chain(byRole('staff')), registration);
    const holder = await world.ask(classId, 'grace');
    const next = await world.ask(classId, 'hiro');
    expect(next.reply.body.status).toBe('Waitlisted');
    expect((await world.decide('Deny', holder.id, office, { reason: 'Not this year' })).status).toBe(200);
    const { body } = await world.shown(next.id);
    expect(body).toMatchObject({
      status: 'Offered',
      holdsSeat: true,
      promotion: { cause: 'Denied', freedBy: holder.id },
    });
  });
});

describe('the list of pending approvals', () => {
  it('contains the steps that are assigned to the person or to their roles, the oldest first', async () => {
    const chain = await world.chain(byPerson('farah'), byRole('Class host'));
    const classId = await world.classWith(chain);
    const person = await world.tokenOf('farah');
    const host = await world.tokenOf('leo', ['Class host', 'member']);
    const both = await world.tokenOf('maya', ['Class host']);
    const [one, two, three] = [
      await world.ask(classId, 'grace'),
      await world.ask(classId, 'hiro'),
      await world.ask(classId, 'farah'),
    ];
    const mine = await world.inbox(person);
    expect(ids(mine)).toEqual(expect.arrayContaining([one.id, two.id]));
    expect(ids(mine)).not.toContain(three.id);
    expect(mine.body[0]).toMatchObject({
      memberName: 'Grace Whitehorse',
      step: 1,
      steps: 2,
      justification: 'For the budget season.',
      mayDecide: true,
    });
    expect((await world.inbox(host)).body).toEqual([]);
    await world.decide('Approve', two.id, person);
    await world.decide('Approve', one.id, person);
    expect((await world.inbox(person)).body).toEqual([]);
    expect(ids(await world.inbox(host))).toEqual([two.id, one.id]);
    expect(ids(await world.inbox(both))).toEqual([two.id, one.id]);
    await world.decide('Deny', two.id, host, { reason: 'Full' });
    expect(ids(await world.inbox(host))).toEqual([one.id]);
    const cancel = `/api/v1/registration/ClassRegistration/${one.id}/Cancel`;
    expect((await world.call('POST', cancel, { body: { reason: 'Moved away' } })).status).toBe(200);
    expect((await world.inbox(host)).body).toEqual([]);
  });

  it('contains all steps for callers who may decide any step, and every page costs at most two round trips', async () => {
    const classId = await world.classWith(await world.chain(byPerson('ada')));
    const requested: string[] = [];
    for (const key of ['grace', 'hiro', 'ines', 'jonas', 'kira'])
      requested.push((await world.ask(classId, key)).id);
    expect((await world.inbox(office, '?all=true')).status).toBe(403);
    const admin = await world.tokenOf('ben', ['admin']);
    const seen: string[] = [];
    let query: string | undefined = '?all=true&pageSize=2';
    while (query !== undefined) {
      const reply = await world.inbox(admin, query);
      expect(reply.roundTrips).toBeLessThanOrEqual(2);
      seen.push(...ids(reply));
      query = /Approvals(\?[^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => requested.includes(id))).toEqual(requested);
    expect(ids(await world.inbox(director)).filter((id) => requested.includes(id))).toEqual(requested);
  });
});
