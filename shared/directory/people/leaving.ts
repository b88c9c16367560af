// Approvals that wait for a person who leaves are passed on: a timer looks at each of them
// (docs/interface/training.md#people-who-left).
//
// Areas do not import each other: the kinds of these timers are stated here, their rules in
// functions/training/registrations/approvals/timers.ts.
import type { Change } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { setTimer } from '../../schedule/timers.ts';
import type { PersonItem } from './person-store.ts';

/** Looks whether a waiting step escalates, and whether its assignee left; its subject is the id of a registration. */
export const approvalTimer = 'approval-escalates';

/** Looks at all steps that wait for a person; its subject is the id of the person. */
export const leavingTimer = 'person-leaves';

/** Has a waiting step looked at. */
export const setApprovalTimer = (tenant: TenantStore, registrationId: string, dueAt: Date): Change =>
  setTimer(tenant, { kind: approvalTimer, subject: registrationId, dueAt });

type ActiveDays = Pick<PersonItem, 'isActive' | 'activeFrom' | 'activeTo'>;

/** What makes a person inactive, now or on some day. */
const describeLimits = ({ isActive, activeFrom, activeTo }: ActiveDays): string =>
  JSON.stringify([isActive === false, activeFrom, activeTo]);

const unlimited = describeLimits({});

/**
 * Has the steps looked at that wait for a person whose write may make them inactive. A step of a person who becomes
 * inactive on a later day is looked at on each day that it waits.
 */
export const markLeaving = (
  tenant: TenantStore,
  before: PersonItem | undefined,
  after: PersonItem,
): readonly Change[] => {
  const limits = describeLimits(after);
  if (!before || limits === unlimited || limits === describeLimits(before)) return [];
  return [setTimer(tenant, { kind: leavingTimer, subject: after.id, dueAt: new Date(after.modifiedDate) })];
};
