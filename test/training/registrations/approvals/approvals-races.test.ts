// Delegation, escalation, and simultaneous decisions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runTimers } from '../../../../functions/training/jobs/run-timers/handler.ts';
import { messageKey } from '../../../../functions/training/notifications/notification-message.ts';
import { requirePendingDecision } from '../../../../functions/training/registrations/approvals/decision.ts';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { moveClock } from '../../../harness/move-clock.ts';
import { startPlatform, type TestPlatform } from '../../../harness/platform.ts';
import { type ApprovalFixture, createApprovalFixture, person } from './approval-fixture.ts';

let platform: TestPlatform;
let fixture: ApprovalFixture;
let office: string;
let admin: string;

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour);
const byRole = (role: string) => ({ approver: { kind: 'role', role } });
const byPerson = (key: string) => ({ approver: { kind: 'person', personId: person(key) } });
const slow = { ...byRole('staff'), escalateAfterHours: 48, escalateTo: { kind: 'role', role: 'admin' } };
const createPendingRegistration = async (...steps: object[]) =>
  (await fixture.ask(await fixture.classWith(await fixture.chain(...steps)), 'grace')).id;
const listPendingIds = async (token: string) =>
  (await fixture.inbox(token)).body.map(({ registrationId }: { registrationId: string }) => registrationId);
const readRegistration = async (id: string) => (await fixture.shown(id)).body;

const staffCaller: Caller = {
  kind: 'user',
  subject: 'user-leo',
  name: 'Leo',
  roles: ['staff'],
  permissions: new Set(),
  personId: person('leo'),
  claims: { iss: '', sub: '', aud: '', exp: 0, iat: 0, jti: '', client_id: '', tenant: 'demo' },
};

beforeAll(async () => {
  platform = await startPlatform();
  fixture = createApprovalFixture(platform);
  office = await fixture.tokenOf('dora', ['staff']);
  admin = await fixture.tokenOf('ben', ['admin']);
});
afterAll(() => platform.stop());

describe('delegating a step', () => {
  it('lets the other person decide, records the event, and notifies them', async () => {
    const id = await createPendingRegistration(byPerson('ada'));
    const [ada, esteban] = [await fixture.tokenOf('ada'), await fixture.tokenOf('esteban')];
    expect((await fixture.decide('Delegate', id, esteban, { to: person('esteban') })).status).toBe(403);
    const delegated = await fixture.decide('Delegate', id, ada, {
      to: person('esteban'),
      reason: 'On leave',
    });
    expect(delegated.body).toMatchObject({
      status: 'PendingApproval',
      message: 'Delegated. Esteban Núñez is asked to decide.',
      approval: { assignee: { personId: person('esteban') }, currentStep: 1 },
    });
    expect([await listPendingIds(ada), await listPendingIds(esteban)]).toEqual([[], [id]]);
    const refused = await fixture.decide('Approve', id, ada);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('Ada Fairweather delegated step 1 of 1');
    const { body } = await fixture.decide('Approve', id, esteban);
    expect(body.approval.events.map(({ action }: { action: string }) => action)).toEqual([
      'asked',
      'delegated',
      'approved',
    ]);
    const to = { kind: 'person', personId: person('esteban') } as const;
    const key = messageKey(fixture.tenant, { kind: 'approvalAsked', about: `${id}#2`, to });
    expect(await fixture.tenant.get(key)).toMatchObject({ values: { memberName: 'Grace Whitehorse' } });
  });

  it.each([
    ['the member', 'grace', 400, 'NOT_ALLOWED'],
    ['the current assignee', 'ada', 409, 'CONFLICT'],
    ['an unknown person', 'nobody', 400, 'UNKNOWN_VALUE'],
  ])('is refused when the new assignee is %s', async (_, to, refusal, code) => {
    const id = await createPendingRegistration(byPerson('ada'));
    const { status, body } = await fixture.decide('Delegate', id, admin, { to: person(to) });
    expect(status).toBe(refusal);
    expect(body.error.details?.[0] ?? body.error).toMatchObject({ code, target: 'to' });
  });
});

describe('an escalation', () => {
  it('assigns the step when its time is over, not earlier, and notifies the new assignee', async () => {
    const id = await createPendingRegistration(slow, byPerson('ada'));
    await fixture.escalate(inHours(47.9));
    expect(await listPendingIds(office)).toContain(id);
    await fixture.escalate(inHours(48.1));
    expect(await listPendingIds(office)).not.toContain(id);
    expect(await listPendingIds(admin)).toContain(id);
    const { approval } = await readRegistration(id);
    expect(approval).toMatchObject({ isEscalated: true, assignee: { kind: 'role', role: 'admin' } });
    await fixture.escalate(inHours(500));
    expect((await readRegistration(id)).approval.events).toHaveLength(2);
    const refused = await fixture.decide('Approve', id, office);
    expect(refused.body.error.message).toContain('was escalated to the role admin');
    expect((await fixture.decide('Approve', id, admin)).body.approval.currentStep).toBe(2);
  });

  it('does not happen after the decision', async () => {
    const id = await createPendingRegistration(slow, byPerson('ada'));
    expect((await fixture.decide('Approve', id, office)).status).toBe(200);
    await fixture.escalate(inHours(500));
    const { approval } = await readRegistration(id);
    expect(approval).toMatchObject({ isEscalated: false, assignee: { personId: person('ada') } });
  });

  it('follows the clock of the tenant', async () => {
    const id = await createPendingRegistration(slow);
    const moveOwnClock = (seconds: number) => moveClock(fixture.tenant, seconds);
    await runTimers();
    expect((await readRegistration(id)).approval.isEscalated).toBe(false);
    await moveOwnClock(49 * 3600);
    await runTimers();
    await moveOwnClock(0);
    expect((await readRegistration(id)).approval.isEscalated).toBe(true);
  });

  it('at the same moment as a decision: the step is either decided or escalated, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await createPendingRegistration(slow, byPerson('ada'));
      const [decision] = await Promise.all([
        fixture.decide('Approve', id, office),
        fixture.escalate(inHours(49)).catch(() => undefined),
      ]);
      const { approval } = await readRegistration(id);
      const actions = approval.events.map(({ action }: { action: string }) => action);
      if (decision.status === 200) expect(actions).toEqual(['asked', 'approved', 'asked']);
      else {
        expect(decision.status).toBe(409);
        expect(actions).toEqual(['asked', 'escalated']);
      }
    }
  });
});

describe('two simultaneous decisions', () => {
  it('approve one step, not two, and the refused request returns what happened', async () => {
    const others = [await fixture.tokenOf('farah', ['staff']), await fixture.tokenOf('kira', ['staff'])];
    for (let round = 0; round < 4; round += 1) {
      const id = await createPendingRegistration(byRole('staff'), byRole('staff'));
      const replies = await Promise.all(
        others.map((token) => fixture.decide('Approve', id, token, { step: 1 })),
      );
      const late = replies.find(({ status }) => status !== 200);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(late?.body.error.message).toMatch(/^Nothing was decided. (Farah|Kira) \S+ approved step 1/);
      expect(late?.body.error.message).toContain('Step 2 of 2');
      expect((await readRegistration(id)).approval.currentStep).toBe(2);
    }
  });

  it('apply only to the step that was current when the request arrived, also after a retry', async () => {
    const id = await createPendingRegistration(byRole('staff'), byRole('staff'));
    const call = {
      ...{ method: 'POST', path: '', requestId: '', headers: {}, query: {}, params: {} },
      ...{ rawBody: '', address: '' },
    };
    const read = () =>
      requirePendingDecision({
        tenant: fixture.tenant,
        caller: staffCaller,
        params: { id },
        body: {},
        request: call,
        settings: { timeZone: 'UTC' },
        now: new Date(),
      });
    expect((await read()).approval.current).toBe(0);
    expect((await fixture.decide('Approve', id, office)).status).toBe(200);
    await expect(read()).rejects.toThrow(/Nothing was decided. Dora Lindqvist approved step 1/);
  });

  it('to approve and to deny: only one of them takes effect', async () => {
    const id = await createPendingRegistration(byRole('staff'));
    const [yes, no] = await Promise.all([
      fixture.decide('Approve', id, office),
      fixture.decide('Deny', id, admin, { reason: 'No' }),
    ]);
    expect([yes.status, no.status].sort()).toEqual([200, 409]);
    const { status, approval } = await readRegistration(id);
    expect(status).toBe(yes.status === 200 ? 'Confirmed' : 'Denied');
    expect(approval.events).toHaveLength(2);
  });

  it('to approve and to cancel never confirm a cancelled registration', async () => {
    const id = await createPendingRegistration(byRole('staff'));
    const [yes] = await Promise.all([
      fixture.decide('Approve', id, office),
      fixture.call('POST', `/api/v1/registration/ClassRegistration/${id}/Cancel`, {
        body: { reason: 'Ill' },
      }),
    ]);
    expect([200, 409]).toContain(yes.status);
    expect((await readRegistration(id)).status).toBe('Cancelled');
    const late = await fixture.decide('Approve', id, office);
    expect(late.status).toBe(409);
    expect(late.body.error.message).toContain('is Cancelled');
  });
});

describe('a decision', () => {
  it('takes effect once when the request is repeated with its Idempotency-Key, and not at all with validateOnly', async () => {
    const id = await createPendingRegistration(byRole('staff'), byRole('staff'));
    const headers = { 'Idempotency-Key': `approve-${id}` };
    const first = await fixture.decide('Approve', id, office, {}, { headers });
    const second = await fixture.decide('Approve', id, office, {}, { headers });
    expect(second.body).toEqual(first.body);
    const path = `/api/v1/registration/ClassRegistration/${id}/Approve?validateOnly=true`;
    expect((await fixture.call('POST', path, { token: office, body: {} })).status).toBe(204);
    expect((await readRegistration(id)).approval.currentStep).toBe(2);
  });

  it('is refused when If-Match names an earlier version', async () => {
    const id = await createPendingRegistration(byRole('staff'), byRole('staff'));
    const headers = { 'If-Match': '"1"' };
    expect((await fixture.decide('Approve', id, office, {}, { headers })).status).toBe(200);
    expect((await fixture.decide('Approve', id, office, {}, { headers })).status).toBe(412);
    expect((await fixture.decide('Deny', id, office, { reason: 'No' }, { headers })).status).toBe(412);
  });

  it('can deny, but not approve, a registration for a class that is over or cancelled', async () => {
    const classId = await fixture.classWith(await fixture.chain(byRole('staff')));
    const { id } = await fixture.ask(classId, 'grace');
    const tenant = fixture.tenant;
    const years = 12 * 366 * 24 * 3600;
    await moveClock(tenant, years);
    const late = await fixture.decide('Approve', id, office);
    const denied = await fixture.decide('Deny', id, office, { reason: 'It is over.' });
    await moveClock(tenant, 0);
    expect(late.status).toBe(409);
    expect(late.body.error.message).toContain('is over');
    expect(denied.status).toBe(200);
  });
});
