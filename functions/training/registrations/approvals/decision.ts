// The common parts of approving, denying and delegating: load the pending approval, check the caller, present the
// result.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { conflict, Failure } from '../../../../shared/errors/failure.ts';
import type { Request } from '../../../../shared/http/request/request.ts';
import { assertCallerMayAct, loadCallerPerson } from '../../access/acting-people.ts';
import {
  type ActionDetails,
  describeEvent,
  describePendingStep,
  mayDecide,
  wasInvolved,
} from '../approval/approval.ts';
import { presentApproval } from '../approval/present-approval.ts';
import type { Approval, RegistrationItem } from '../record/registration.ts';
import { requireRegistration } from '../transition/store.ts';
import type { PendingDecision } from './decide.ts';

interface DecisionRequest {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly body: { readonly step?: number | null | undefined };
  readonly request: Request;
  readonly settings: Pick<TenantItem, 'timeZone'>;
  readonly now: Date;
}

/** A step that the caller may decide, with their record in the directory. */
interface CallerDecision extends PendingDecision {
  readonly actor: PersonItem | undefined;
}

/**
 * The number of events when a request first read the approval. A request is retried when another one was faster, but
 * its decision is about the step that waited when it arrived, not about the next step.
 */
const eventsSeenFirst = new WeakMap<Request, number>();

function describeLastEvent(approval: Approval): string {
  const { events } = approval;
  const event = events.findLast(({ action }) => action !== 'asked') ?? events.at(-1);
  return event ? describeEvent(approval, event) : '';
}

/**
 * The pending registration that the caller may decide.
 * @throws Failure 404; 403 when the caller may not decide it, or left; 409 when it no longer waits, or another step does now
 */
export async function requirePendingDecision(context: DecisionRequest): Promise<CallerDecision> {
  const { tenant, caller, params, body, request } = context;
  const [before, actor] = await Promise.all([
    requireRegistration(tenant, params.id),
    loadCallerPerson(context),
  ]);
  assertCallerMayAct(context, actor);
  const { approval, memberId, confirmationNumber, status } = before;
  if (caller.kind !== 'anonymous' && caller.personId === memberId)
    throw new Failure('PERMISSION_DENIED', 'Nobody may decide about their own registration.');
  if (!mayDecide(approval, memberId, caller) && !(approval && wasInvolved(approval, caller)))
    throw new Failure(
      'PERMISSION_DENIED',
      'The step does not wait for you; deciding for others needs the permission training.approvals.decide.',
      { permission: 'training.approvals.decide' },
    );
  if (!approval) throw conflict(`The registration ${confirmationNumber} is ${status} and needs no approval.`);
  const happened = describeLastEvent(approval);
  if (status !== 'PendingApproval')
    throw conflict(`The registration ${confirmationNumber} is ${status}; no step waits. ${happened}`);
  const seen = eventsSeenFirst.get(request) ?? approval.events.length;
  eventsSeenFirst.set(request, seen);
  const isAnother = body.step ? body.step !== approval.current + 1 : approval.events.length !== seen;
  if (isAnother || !mayDecide(approval, memberId, caller))
    throw conflict(`Nothing was decided. ${happened} ${describePendingStep(approval)}`);
  return { before, approval, actor };
}

/** The caller with their name in the directory, or that of their login if they are no person. */
export function buildActionDetails(
  caller: Caller,
  { actor }: Pick<CallerDecision, 'actor'>,
  moment: Date,
  reason: string | null | undefined,
): ActionDetails {
  const known = { by: caller.subject, at: moment, reason: reason ?? undefined };
  if (caller.kind === 'anonymous') return known;
  return { ...known, byName: actor ? displayName(actor) : caller.name };
}

const decisionStatuses = ['PendingApproval', 'Confirmed', 'Waitlisted', 'Denied'] as const;

export function presentDecision(after: RegistrationItem, approval: Approval, message: string) {
  const status = decisionStatuses.find((state) => state === after.status);
  if (!status) throw new Error(`A decision can't lead to ${after.status}`);
  const { id, confirmationNumber } = after;
  return { registrationId: id, status, confirmationNumber, message, approval: presentApproval(approval) };
}
