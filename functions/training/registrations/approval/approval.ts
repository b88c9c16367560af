// The rules of approval: who decides a step, what a decision leads to, and when a step escalates.
// Every event is recorded; the steps are a copy of the chain's steps from when the approval started.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { conflict, invalid } from '../../../../shared/errors/failure.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import type {
  ApprovalChainItem,
  ApprovalStep,
  Approver,
  Assignee,
} from '../../settings/approval-chains/approval-chain.ts';
import type { Approval, ApprovalEvent } from '../record/registration.ts';

/** Who decides when a step has no other approver: no manager is known, or the approver would be the member. */
const administrators: Assignee = { kind: 'role', role: 'admin' };

/** The person whom the approval is about, and their manager if known. */
export interface Registrant {
  readonly memberId: string;
  readonly managerId: string | undefined;
  /** The names of people a step may be assigned to, by id. */
  readonly names?: ReadonlyMap<string, string>;
  /** Those people whom a step is not assigned to: they left. */
  readonly leavers?: ReadonlySet<string>;
}

/** Who acted, when and why. */
export interface ActionDetails {
  /** A subject, `anonymous`, or `system`. */
  readonly by: string;
  readonly byName?: string | undefined;
  readonly at: Date;
  readonly reason?: string | undefined;
}

function resolveAssignee(
  approver: Approver,
  { memberId, managerId, names, leavers }: Registrant,
): Assignee | undefined {
  if (approver.kind === 'role') return approver;
  const personId = approver.kind === 'person' ? approver.personId : managerId;
  return personId === undefined || personId === memberId || leavers?.has(personId)
    ? undefined
    : { kind: 'person', personId, name: names?.get(personId) };
}

/** Who decides an escalated step; never the member, then the administrators. */
const resolveEscalationAssignee = (escalateTo: Approver | undefined, registrant: Registrant): Assignee =>
  (escalateTo && resolveAssignee(escalateTo, registrant)) ?? administrators;

const buildEvent = (
  step: number,
  action: ApprovalEvent['action'],
  { at, by, byName, reason }: ActionDetails,
  to?: Assignee,
): ApprovalEvent => ({ at: at.toISOString(), step, action, by, byName, to, reason });

/** Why a step is not assigned to the person who is registered. */
export const ownRegistration = 'Nobody may approve their own registration.';

/** Why a step is not assigned to its approver, who is no role. */
function explainUnassigned(approver: Approver, { managerId, names, leavers }: Registrant): string {
  if (approver.kind === 'person' && leavers?.has(approver.personId))
    return `${names?.get(approver.personId) ?? 'The approver'} is not active.`;
  return approver.kind === 'person' || managerId !== undefined
    ? ownRegistration
    : 'The member has no known manager.';
}

/** The approval with a step started; with the current step past the end when all steps have approved. */
function startStep(approval: Approval, current: number, registrant: Registrant, moment: Date): Approval {
  const step = approval.steps[current];
  if (!step) return { ...approval, current, assignee: undefined, isEscalated: false };
  const named = resolveAssignee(step.approver, registrant);
  const assignee = named ?? resolveEscalationAssignee(step.escalateTo, registrant);
  const reason = named ? undefined : explainUnassigned(step.approver, registrant);
  return {
    ...approval,
    current,
    assignee,
    isEscalated: named === undefined,
    events: [
      ...approval.events,
      buildEvent(current, 'asked', { at: moment, by: 'system', reason }, assignee),
    ],
  };
}

/**
 * An approval at its first step.
 *
 * @param registrant the registered person, to whom a step is never assigned
 */
export const startApproval = (
  chain: Pick<ApprovalChainItem, 'id' | 'name' | 'steps'>,
  registrant: Registrant,
  now: Date,
): Approval =>
  startStep(
    {
      chainId: chain.id,
      chainName: chain.name,
      steps: chain.steps,
      current: 0,
      isEscalated: false,
      events: [],
    },
    0,
    registrant,
    now,
  );

/** Approves the current step and starts the next one, if there is one. */
export const approveStep = (approval: Approval, act: ActionDetails, registrant: Registrant): Approval =>
  startStep(
    { ...approval, events: [...approval.events, buildEvent(approval.current, 'approved', act)] },
    approval.current + 1,
    registrant,
    act.at,
  );

/** Denies the current step, which ends the approval. */
export const denyStep = (approval: Approval, act: ActionDetails): Approval => ({
  ...approval,
  assignee: undefined,
  events: [...approval.events, buildEvent(approval.current, 'denied', act)],
});

/** Assigns the current step to another person. Its deadline stays, so that delegating does not extend it. */
export const delegateStep = (approval: Approval, to: Assignee, act: ActionDetails): Approval => ({
  ...approval,
  assignee: to,
  events: [...approval.events, buildEvent(approval.current, 'delegated', act, to)],
});

const describeHours = (hours: number | undefined): string => (hours === 1 ? '1 hour' : `${hours} hours`);

/** Assigns the current step to whom it escalates, once its time is over, or for another reason. */
export function escalateStep(
  approval: Approval,
  registrant: Registrant,
  moment: Date,
  reason = `No decision within ${describeHours(approval.steps[approval.current]?.escalateAfterHours)}.`,
): Approval {
  const step = approval.steps[approval.current];
  const assignee = resolveEscalationAssignee(step?.escalateTo, registrant);
  return {
    ...approval,
    assignee,
    isEscalated: true,
    events: [
      ...approval.events,
      buildEvent(approval.current, 'escalated', { at: moment, by: 'system', reason }, assignee),
    ],
  };
}

/**
 * Passes the current step on because its assignee may not decide it any more: to its approver, where it was delegated or
 * the member has another manager by now, for all of its time; otherwise to whom it escalates.
 */
export function passOnStep(
  approval: Approval,
  registrant: Registrant,
  moment: Date,
  reason: string,
): Approval {
  const step = approval.steps[approval.current];
  const assignee = step && !approval.isEscalated ? resolveAssignee(step.approver, registrant) : undefined;
  if (!assignee) return escalateStep(approval, registrant, moment, reason);
  const event = buildEvent(approval.current, 'asked', { at: moment, by: 'system', reason }, assignee);
  return { ...approval, assignee, events: [...approval.events, event] };
}

/** Whether all steps have approved. */
export const isApproved = ({ current, steps }: Approval): boolean => current >= steps.length;

/** When the current step started. */
export const stepStartedAt = ({ events, current }: Approval): string | undefined =>
  events.findLast(({ action, step }) => action === 'asked' && step === current)?.at;

/** When the current step escalates if it is not decided; undefined when it never does. */
export function escalationDueAt(approval: Approval): Date | undefined {
  const hours = approval.steps[approval.current]?.escalateAfterHours;
  const since = stepStartedAt(approval);
  if (hours === undefined || since === undefined || !approval.assignee || approval.isEscalated)
    return undefined;
  return new Date(Date.parse(since) + hours * 3_600_000);
}

/** Whom a step may be assigned to: its approver, and whom it escalates to. */
export const listApprovers = (step: ApprovalStep | undefined): Approver[] =>
  [step?.approver, step?.escalateTo].filter((approver) => approver !== undefined);

/** Who decides, or wants to: a caller, or the person for whom a link was made. */
export type Decider =
  | { readonly kind: 'anonymous' }
  | Pick<Exclude<Caller, { readonly kind: 'anonymous' }>, 'kind' | 'personId' | 'roles' | 'permissions'>;

/** Whether the caller is the person, or has the role. */
const isAssignedTo = (caller: Decider, assignee: Assignee | undefined): boolean =>
  caller.kind !== 'anonymous' &&
  (assignee?.kind === 'role'
    ? caller.roles.includes(assignee.role)
    : assignee !== undefined && assignee.personId === caller.personId);

/**
 * Whether the caller may decide the current step: as its assignee, in its role, or with training.approvals.decide;
 * never about their own registration, and never without a token.
 */
export const mayDecide = (
  approval: Pick<Approval, 'assignee'> | undefined,
  memberId: string,
  caller: Decider,
): boolean =>
  caller.kind !== 'anonymous' &&
  caller.personId !== memberId &&
  (caller.permissions.has('training.approvals.decide') || isAssignedTo(caller, approval?.assignee));

/** Whether the caller was ever assigned a step or acted on one, and so may know the outcome. */
export const wasInvolved = ({ events }: Approval, caller: Caller): boolean =>
  events.some(({ by, to }) => by === caller.subject || isAssignedTo(caller, to));

/**
 * The person that a step is delegated to.
 * @throws Failure 400 when there is no such active person, or it is the member; 409 when the step is already theirs
 */
export function resolveDelegate(
  { assignee }: Approval,
  memberId: string,
  personId: string,
  person: { readonly name: string; readonly isActive: boolean } | undefined,
): Assignee {
  const refusal = (code: 'UNKNOWN_VALUE' | 'NOT_ALLOWED', message: string) =>
    invalid([{ code, message, target: 'to' }]);
  if (!person) throw refusal('UNKNOWN_VALUE', `There is no person with the id ${personId}.`);
  if (!person.isActive)
    throw refusal('NOT_ALLOWED', `${person.name} is not active today; choose an active person.`);
  if (personId === memberId) throw refusal('NOT_ALLOWED', 'Nobody may decide about their own registration.');
  if (assignee?.kind === 'person' && assignee.personId === personId)
    throw conflict(`The step already waits for ${person.name}.`, 'to');
  return { kind: 'person', personId, name: person.name };
}

/**
 * A registration for a class that is cancelled or over can't be approved.
 * @throws Failure 409
 */
export function assertClassNotOver(
  { sectionName, isCancelled, endsAt }: Pick<ClassItem, 'sectionName' | 'isCancelled' | 'endsAt'>,
  now: Date,
): void {
  if (isCancelled) throw conflict(`${sectionName} is cancelled; the registration can only be denied.`);
  if (now >= new Date(endsAt)) throw conflict(`${sectionName} is over; the registration can only be denied.`);
}

const describeAssignee = (to: Assignee): string =>
  to.kind === 'role' ? `the role ${to.role}` : (to.name ?? 'a person');

/** An event as a sentence. */
export function describeEvent(
  approval: Approval,
  { action, step, at, by, byName, to }: ApprovalEvent,
): string {
  const which = `${step + 1} of ${approval.steps.length} (${approval.steps[step]?.name ?? ''})`;
  const who = byName ?? (by === 'anonymous' ? 'Somebody' : by);
  const whom = to ? describeAssignee(to) : 'somebody else';
  if (action === 'asked') return `Step ${which} started at ${at}.`;
  if (action === 'escalated') return `Step ${which} was escalated to ${whom} at ${at}.`;
  if (action === 'delegated') return `${who} delegated step ${which} to ${whom} at ${at}.`;
  return `${who} ${action} step ${which} at ${at}.`;
}

/** Whom the current step waits for, as a sentence. */
export const describePendingStep = ({ assignee, steps, current }: Approval): string =>
  assignee
    ? `Step ${current + 1} of ${steps.length} (${steps[current]?.name ?? ''}) waits for ${describeAssignee(assignee)}.`
    : 'It waits for nobody.';
