// Approval chains over HTTP: approve, deny with a reason, delegate.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../../harness/platform.ts';
import { type ApprovalFixture, createApprovalFixture, person } from './approval-fixture.ts';

let platform: TestPlatform;
let fixture: ApprovalFixture;
let office: string;
let director: string;

const byRole = (role: string) => ({ approver: { kind: 'role', role } });
const byPerson = (key: string) => ({ approver: { kind: 'person', personId: person(key) } });
const ids = (reply: { body: { registrationId: string }[] }) =>
  reply.body.map(({ registrationId }) => registrationId);

beforeAll(async () => {
  platform = await startPlatform();
  fixture = createApprovalFixture(platform);
  office = await fixture.tokenOf('dora', ['staff']);
  director = await fixture.tokenOf('ada');
});
afterAll(() => platform.stop());

describe('an approval chain', () => {
  it('of one step confirms the registration when it is approved', async () => {
    const classId = await fixture.classWith(await fixture.chain(byRole('staff')));
    const { id, reply } = await fixture.ask(classId, 'grace');
    expect(reply.body.status).toBe('PendingApproval');
    const { status, body, headers } = await fixture.decide('Approve', id, office, { note: 'Welcome' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ registrationId: id, status: 'Confirmed' });
    expect(body.message).toContain('Grace Whitehorse has a seat');
    expect(headers.get('etag')).toBe('"2"');
    expect(body.approval.events).toMatchObject([
      { step: 1, action: 'asked', by: 'system', to: { kind: 'role', role: 'staff' } },
      { step: 1, action: 'approved', by: 'user-dora', byName: 'Dora Lindqvist', reason: 'Welcome' },
    ]);
    expect(body.approval.currentStep).toBeUndefined();
    expect(await fixture.statusOf(id)).toBe('Confirmed');
  });

  it('of three steps is decided by the manager, the office and the director, one after the other', async () => {
    await fixture.manages('farah', 'hiro');
    const manager = await fixture.tokenOf('farah');
    const chain = await fixture.chain({ approver: { kind: 'manager' } }, byRole('staff'), byPerson('ada'));
    const { id } = await fixture.ask(await fixture.classWith(chain), 'hiro');
    expect((await fixture.decide('Approve', id, office)).status).toBe(403);
    const second = await fixture.decide('Approve', id, manager);
    expect(second.body).toMatchObject({ status: 'PendingApproval', approval: { currentStep: 2 } });
    expect(second.body.message).toBe('Approved. Step 2 of 3 (Step 2) waits for the role staff.');
    const third = await fixture.decide('Approve', id, office);
    expect(third.body.message).toContain('waits for Ada Fairweather.');
    expect(third.body.approval.assignee).toEqual({
      kind: 'person',
      personId: person('ada'),
      name: 'Ada Fairweather',
    });
    // A decision about an earlier step gives no right to the current one.
    for (const earlier of [manager, office])
      expect((await fixture.decide('Approve', id, earlier)).status).toBe(409);
    const last = await fixture.decide('Approve', id, director);
    expect(last.body.status).toBe('Confirmed');
    expect(last.body.approval.events).toHaveLength(6);
    const again = await fixture.decide('Approve', id, director);
    expect(again.status).toBe(409);
    expect(again.body.error.message).toContain('Ada Fairweather approved step 3 of 3');
  });

  it('that is changed does not change the steps of pending registrations', async () => {
    const chain = await fixture.chain(byRole('staff'));
    const { id } = await fixture.ask(await fixture.classWith(chain), 'kira');
    const path = `/api/v1/Settings/ApprovalChains/${chain}`;
    const steps = [
      { name: 'New', ...byRole('admin') },
      { name: 'Newer', ...byRole('admin') },
    ];
    expect((await fixture.call('PUT', path, { body: { steps } })).status).toBe(200);
    expect((await fixture.decide('Approve', id, office)).body.status).toBe('Confirmed');
  });

  it("that a class uses can't be deleted", async () => {
    const chain = await fixture.chain(byRole('staff'));
    await fixture.classWith(chain);
    const { status } = await fixture.call('DELETE', `/api/v1/Settings/ApprovalChains/${chain}`);
    expect(status).toBe(409);
  });

  it('puts the registration on the waitlist when the last step is approved without a free seat', async () => {
    const registration = { capacity: 1, waitlistSize: 3, pendingHoldsSeat: false };
    const classId = await fixture.classWith(await fixture.chain(byRole('staff')), registration);
    const [first, second] = [await fixture.ask(classId, 'grace'), await fixture.ask(classId, 'hiro')];
    expect((await fixture.decide('Approve', second.id, office)).body.status).toBe('Confirmed');
    const { body } = await fixture.decide('Approve', first.id, office);
    expect(body.status).toBe('Waitlisted');
    expect(body.message).toContain('no seat is left');
  });
});

describe('deciding', () => {
  it('is always refused to the registered member, even with the roles admin and staff', async () => {
    const { id } = await fixture.ask(await fixture.classWith(await fixture.chain(byRole('staff'))), 'dora');
    const privileged = await fixture.tokenOf('dora', ['admin', 'staff']);
    for (const verb of ['Approve', 'Deny', 'Delegate']) {
      const body = { reason: 'Mine', to: person('ada') };
      expect([verb, (await fixture.decide(verb, id, privileged, body)).status]).toEqual([verb, 403]);
    }
    office = await fixture.tokenOf('dora', ['staff']);
    const admin = await fixture.tokenOf('ben', ['admin']);
    expect((await fixture.decide('Approve', id, admin)).body.status).toBe('Confirmed');
  });

  it('is refused to other people, and the error message says nothing about the approval', async () => {
    const { id } = await fixture.ask(await fixture.classWith(await fixture.chain(byPerson('ada'))), 'grace');
    const stranger = await fixture.tokenOf('leo', ['member']);
    expect((await fixture.decide('Deny', id, stranger, { reason: 'No' })).status).toBe(403);
    await fixture.decide('Approve', id, director);
    const { status, body } = await fixture.decide('Approve', id, stranger);
    expect(status).toBe(403);
    expect(body.error.message).not.toContain('ada');
    expect((await fixture.decide('Approve', id, undefined)).status).toBe(401);
    const unknown = platform.demo.values.personId ?? '';
    expect((await fixture.decide('Approve', unknown, director)).status).toBe(404);
  });
});

describe('denying', () => {
  it('needs a reason, ends the registration, and records the reason', async () => {
    const { id } = await fixture.ask(await fixture.classWith(await fixture.chain(byRole('staff'))), 'jonas');
    const missing = await fixture.decide('Deny', id, office, {});
    expect(missing.body.error.details).toMatchObject([{ code: 'REQUIRED_FIELD', target: 'reason' }]);
    const { body } = await fixture.decide('Deny', id, office, { reason: 'The budget is spent.' });
    expect(body).toMatchObject({ status: 'Denied', approval: { events: [{}, { action: 'denied' }] } });
    const late = await fixture.decide('Approve', id, office);
    expect(late.status).toBe(409);
    expect(late.body.error.message).toContain('denied step 1 of 1');
  });

  it('frees the seat and promotes the next registration in the same transaction, and records whose seat it was', async () => {
    const registration = { capacity: 1, waitlistSize: 2, pendingHoldsSeat: true, offerHours: 24 };
    const classId = await fixture.classWith(await fixture.chain(byRole('staff')), registration);
    const holder = await fixture.ask(classId, 'grace');
    const next = await fixture.ask(classId, 'hiro');
    expect(next.reply.body.status).toBe('Waitlisted');
    expect((await fixture.decide('Deny', holder.id, office, { reason: 'Not this year' })).status).toBe(200);
    const { body } = await fixture.shown(next.id);
    expect(body).toMatchObject({
      status: 'Offered',
      holdsSeat: true,
      promotion: { cause: 'Denied', freedBy: holder.id },
    });
  });
});

describe('the list of pending approvals', () => {
  it('contains the steps that are assigned to the person or to their roles, the oldest first', async () => {
    const chain = await fixture.chain(byPerson('farah'), byRole('Class host'));
    const classId = await fixture.classWith(chain);
    const person = await fixture.tokenOf('farah');
    const host = await fixture.tokenOf('leo', ['Class host', 'member']);
    const both = await fixture.tokenOf('maya', ['Class host']);
    const [first, two, three] = [
      await fixture.ask(classId, 'grace'),
      await fixture.ask(classId, 'hiro'),
      await fixture.ask(classId, 'farah'),
    ];
    const ownInbox = await fixture.inbox(person);
    expect(ids(ownInbox)).toEqual(expect.arrayContaining([first.id, two.id]));
    expect(ids(ownInbox)).not.toContain(three.id);
    expect(ownInbox.body[0]).toMatchObject({
      memberName: 'Grace Whitehorse',
      step: 1,
      steps: 2,
      justification: 'For the budget season.',
      mayDecide: true,
    });
    expect((await fixture.inbox(host)).body).toEqual([]);
    await fixture.decide('Approve', two.id, person);
    await fixture.decide('Approve', first.id, person);
    expect((await fixture.inbox(person)).body).toEqual([]);
    expect(ids(await fixture.inbox(host))).toEqual([two.id, first.id]);
    expect(ids(await fixture.inbox(both))).toEqual([two.id, first.id]);
    await fixture.decide('Deny', two.id, host, { reason: 'Full' });
    expect(ids(await fixture.inbox(host))).toEqual([first.id]);
    const cancel = `/api/v1/registration/ClassRegistration/${first.id}/Cancel`;
    expect((await fixture.call('POST', cancel, { body: { reason: 'Moved away' } })).status).toBe(200);
    expect((await fixture.inbox(host)).body).toEqual([]);
  });

  it('contains all steps for callers who may decide any step, and every page costs at most two round trips', async () => {
    const classId = await fixture.classWith(await fixture.chain(byPerson('ada')));
    const requested: string[] = [];
    for (const key of ['grace', 'hiro', 'ines', 'jonas', 'kira'])
      requested.push((await fixture.ask(classId, key)).id);
    expect((await fixture.inbox(office, '?all=true')).status).toBe(403);
    const admin = await fixture.tokenOf('ben', ['admin']);
    const seen: string[] = [];
    let query: string | undefined = '?all=true&pageSize=2';
    while (query !== undefined) {
      const reply = await fixture.inbox(admin, query);
      expect(reply.roundTrips).toBeLessThanOrEqual(2);
      seen.push(...ids(reply));
      query = /Approvals(\?[^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => requested.includes(id))).toEqual(requested);
    expect(ids(await fixture.inbox(director)).filter((id) => requested.includes(id))).toEqual(requested);
  });
});
