// The rules of approval: steps for a person, a role or the member's manager; approve, deny, delegate, escalate.
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { Permission } from '../../../../shared/auth/permissions/permissions.ts';
import type { ApprovalStep } from '../../settings/approval-chains/approval-chain.ts';
import type { Approval } from '../record/registration.ts';
import {
  approveStep,
  delegateStep,
  denyStep,
  describeEvent,
  describePendingStep,
  escalateStep,
  escalationDueAt,
  isApproved,
  mayDecide,
  resolveDelegate,
  startApproval,
  wasInvolved,
} from './approval.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-03-03T12:00:00Z');
const member = 'member';
const toManager: ApprovalStep = {
  name: 'Manager',
  approver: { kind: 'manager' },
  escalateAfterHours: 48,
  escalateTo: { kind: 'role', role: 'lead' },
};
const toStaff: ApprovalStep = { name: 'Office', approver: { kind: 'role', role: 'staff' } };
const toPerson: ApprovalStep = { name: 'Director', approver: { kind: 'person', personId: 'director' } };

const begun = (steps: readonly ApprovalStep[], managerId?: string): Approval =>
  startApproval({ id: 'chain', name: 'Chain', steps }, { memberId: member, managerId }, now);
const by = (name: string, moment = now) => ({ by: name, at: moment });
const registrant = { memberId: member, managerId: 'manager' };
const actions = ({ events }: Approval) =>
  events.map(({ step, action, to }) => [step, action, to?.kind === 'role' ? to.role : to?.personId]);

const caller = (who: {
  readonly personId?: string;
  readonly roles?: readonly string[];
  readonly permissions?: readonly Permission[];
}): Caller => ({
  kind: 'user',
  subject: `subject of ${who.personId}`,
  name: 'Somebody',
  roles: who.roles ?? [],
  permissions: new Set(who.permissions),
  personId: who.personId,
  claims: { iss: '', sub: '', aud: '', exp: 0, iat: 0, jti: '', client_id: '', tenant: '' },
});

describe('the first step', () => {
  it('is assigned to the person, the role or the manager that it names', () => {
    expect(begun([toPerson]).assignee).toEqual({ kind: 'person', personId: 'director' });
    expect(begun([toStaff]).assignee).toEqual({ kind: 'role', role: 'staff' });
    expect(begun([toManager], 'manager').assignee).toEqual({ kind: 'person', personId: 'manager' });
  });

  it('is assigned to whom it escalates to when there is no manager, else to the administrators, with the reason', () => {
    const approval = begun([toManager]);
    expect(approval).toMatchObject({ assignee: { kind: 'role', role: 'lead' }, isEscalated: true });
    expect(approval.events[0]?.reason).toMatch(/no known manager/);
    expect(escalationDueAt(approval)).toBeUndefined();
    const alone = begun([{ name: 'Manager', approver: { kind: 'manager' } }]);
    expect(alone.assignee).toEqual({ kind: 'role', role: 'admin' });
  });

  it('is never assigned to the member', () => {
    const own = begun([
      {
        name: 'Own',
        approver: { kind: 'person', personId: member },
        escalateTo: { kind: 'person', personId: member },
      },
    ]);
    expect(own.assignee).toEqual({ kind: 'role', role: 'admin' });
    expect(own.events[0]?.reason).toMatch(/their own/);
    expect(begun([toManager], member).assignee).toEqual({ kind: 'role', role: 'lead' });
  });
});

describe('decisions', () => {
  it('go through every step and are all recorded', () => {
    const first = begun([toManager, toStaff, toPerson], 'manager');
    const second = approveStep(first, by('m'), registrant);
    const third = approveStep(second, by('s'), registrant);
    const all = approveStep(third, by('d'), registrant);
    expect([first, second, third, all].map(isApproved)).toEqual([false, false, false, true]);
    expect(all.assignee).toBeUndefined();
    expect(actions(all)).toEqual([
      [0, 'asked', 'manager'],
      [0, 'approved', undefined],
      [1, 'asked', 'staff'],
      [1, 'approved', undefined],
      [2, 'asked', 'director'],
      [2, 'approved', undefined],
    ]);
    expect(first.events).toHaveLength(1);
  });

  it('look up the manager of a later step when it starts', () => {
    const second = approveStep(begun([toStaff, toManager]), by('s'), registrant);
    expect(second.assignee).toEqual({ kind: 'person', personId: 'manager' });
  });

  it('end the approval when a step is denied', () => {
    const over = denyStep(begun([toStaff, toPerson]), { ...by('s'), reason: 'No budget' });
    expect(over).toMatchObject({ current: 0, assignee: undefined });
    expect(over.events.at(-1)).toMatchObject({ action: 'denied', reason: 'No budget' });
    expect(isApproved(over)).toBe(false);
  });
});

describe('the description', () => {
  it('of an approval names its assignee and the person it was delegated to', () => {
    const names = new Map([['director', 'Ada Fairweather']]);
    const started = startApproval({ id: 'c', name: 'C', steps: [toPerson] }, { ...registrant, names }, now);
    expect(describePendingStep(started)).toBe('Step 1 of 1 (Director) waits for Ada Fairweather.');
    const delegated = delegateStep(
      started,
      { kind: 'person', personId: 'deputy', name: 'Ben Okafor' },
      by('d'),
    );
    const last = delegated.events.at(-1);
    expect(last && describeEvent(delegated, last)).toMatch(
      /^d delegated step 1 of 1 \(Director\) to Ben Okafor/,
    );
    const approver = { kind: 'role', role: 'staff' } as const;
    expect(describePendingStep(begun([{ name: 'Office', approver }]))).toMatch(/waits for the role staff/);
  });
});

describe('the deadline', () => {
  it('counts from the start of a step, and delegating does not extend it', () => {
    const first = begun([toManager, toManager], 'manager');
    expect(escalationDueAt(first)).toEqual(later);
    const delegated = delegateStep(first, { kind: 'person', personId: 'deputy' }, by('m', later));
    expect(escalationDueAt(delegated)).toEqual(later);
    const second = approveStep(delegated, by('d', later), registrant);
    expect(escalationDueAt(second)).toEqual(new Date('2027-03-05T12:00:00Z'));
  });

  it('assigns the step to whom it escalates, once', () => {
    const late = escalateStep(begun([toManager], 'manager'), registrant, later);
    expect(late).toMatchObject({ assignee: { kind: 'role', role: 'lead' }, isEscalated: true });
    expect(late.events.at(-1)).toMatchObject({ by: 'system', reason: 'No decision within 48 hours.' });
    expect(escalationDueAt(late)).toBeUndefined();
    expect(escalationDueAt(begun([toStaff]))).toBeUndefined();
  });
});

describe('deciding', () => {
  const approval = begun([toStaff]);
  it.each([
    [{ roles: ['staff'] }, true],
    [{ roles: ['member'] }, false],
    [{ personId: 'x', permissions: ['training.approvals.decide'] }, true],
    [{ personId: member, roles: ['staff'] }, false],
    [{ personId: member, permissions: ['training.approvals.decide'] }, false],
    [{}, false],
  ] as const)('%j: %s', (who, may) => {
    expect(mayDecide(approval, member, caller(who))).toBe(may);
  });

  it('is for the person a step was delegated to, no longer for the one who delegated it', () => {
    const delegated = delegateStep(begun([toPerson]), { kind: 'person', personId: 'deputy' }, by('d'));
    expect(mayDecide(delegated, member, caller({ personId: 'deputy' }))).toBe(true);
    expect(mayDecide(delegated, member, caller({ personId: 'director' }))).toBe(false);
    expect(wasInvolved(delegated, caller({ personId: 'director' }))).toBe(true);
    expect(wasInvolved(delegated, caller({ personId: 'stranger' }))).toBe(false);
  });

  it('is refused without a token', () => {
    const anonymous: Caller = { kind: 'anonymous', subject: 'anonymous', permissions: new Set() };
    expect(mayDecide(approval, member, anonymous)).toBe(false);
  });
});

describe('delegating', () => {
  const approval = begun([toPerson]);
  it('is possible to an active person other than the member and the current assignee', () => {
    const person = { name: 'Farah Haddad', isActive: true };
    expect(resolveDelegate(approval, member, 'deputy', person)).toEqual({
      kind: 'person',
      personId: 'deputy',
      name: 'Farah Haddad',
    });
    expect(() => resolveDelegate(approval, member, 'x', undefined)).toThrow(/no person/);
    expect(() => resolveDelegate(approval, member, 'x', { ...person, isActive: false })).toThrow(
      /not active/,
    );
    expect(() => resolveDelegate(approval, member, member, person)).toThrow(/their own/);
    expect(() => resolveDelegate(approval, member, 'director', person)).toThrow(/already/);
  });
});
