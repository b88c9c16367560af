// What the three decisions do alike: find what waits, see that the caller may decide it, answer what it led to.
import type { Caller } from '../../../../shared/auth/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/person.ts';
import { personById } from '../../../../shared/directory/person-store.ts';
import { conflict, Failure } from '../../../../shared/errors/failure.ts';
import type { Request } from '../../../../shared/http/request.ts';
import type { Approval, RegistrationItem } from '../registration.ts';
import { requireRegistration } from '../store.ts';
import {
  type ActionDetails,
  describeEvent,
  describePendingStep,
  mayDecide,
  wasInvolved,
} from './approval.ts';
import { presentApproval } from './present.ts';

interface DecisionRequest {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly body: { readonly step?: number | null | undefined };
  readonly request: Request;
}

/** A registration with the approval it is in. */
export interface PendingDecision {
  readonly before: RegistrationItem;
  readonly approval: Approval;
}

/**
 * How much had happened when a request first looked. A rule is decided again when somebody else was faster; but a
 * decision is about the step that waited when it came, not about the next one that happens to wait then.
 */
const eventsSeenFirst = new WeakMap<Request, number>();

function describeLastEvent(approval: Approval): string {
  const { events } = approval;
  const event = events.findLast(({ action }) => action !== 'asked') ?? events.at(-1);
  return event ? describeEvent(approval, event) : '';
}

/**
 * The registration that the caller decides on, waiting for them.
 * @throws Failure 404; 403 when it is not theirs to decide; 409 when it waits no more, or another step does by now, with what happened
 */
export async function requirePendingDecision({
  tenant,
  caller,
  params,
  body,
  request,
}: DecisionRequest): Promise<PendingDecision> {
  const before = await requireRegistration(tenant, params.id);
  const { approval, memberId, confirmationNumber, status } = before;
  if (caller.kind !== 'anonymous' && caller.personId === memberId)
    throw new Failure('PERMISSION_DENIED', 'Nobody decides about their own registration.');
  if (!mayDecide(approval, memberId, caller) && !(approval && wasInvolved(approval, caller)))
    throw new Failure(
      'PERMISSION_DENIED',
      'It does not wait for you; deciding for anybody needs the permission training.approvals.decide.',
    );
  if (!approval) throw conflict(`The registration ${confirmationNumber} is ${status} and needs no approval.`);
  const happened = describeLastEvent(approval);
  if (status !== 'PendingApproval')
    throw conflict(`The registration ${confirmationNumber} is ${status}; nothing waits. ${happened}`);
  const seen = eventsSeenFirst.get(request) ?? approval.events.length;
  eventsSeenFirst.set(request, seen);
  const isAnother = body.step ? body.step !== approval.current + 1 : approval.events.length !== seen;
  if (isAnother || !mayDecide(approval, memberId, caller))
    throw conflict(`Nothing is decided. ${happened} ${describePendingStep(approval)}`);
  return { before, approval };
}

/** The caller's act, by the name the directory has for them; a login's name only where it has none. One read. */
export async function loadActionDetails(
  tenant: TenantStore,
  caller: Caller,
  at: Date,
  reason: string | null | undefined,
): Promise<ActionDetails> {
  const known = { by: caller.subject, at, reason: reason ?? undefined };
  if (caller.kind === 'anonymous') return known;
  const person = caller.personId === undefined ? undefined : await personById(tenant, caller.personId);
  return { ...known, byName: person ? displayName(person) : caller.name };
}

const decisionStatuses = ['PendingApproval', 'Confirmed', 'Waitlisted', 'Denied'] as const;

/** A decision as it is answered: what the registration is now, and how far its approval is. */
export function presentDecision(after: RegistrationItem, approval: Approval, message: string) {
  const status = decisionStatuses.find((state) => state === after.status);
  if (!status) throw new Error(`A decision can't lead to ${after.status}`);
  const { id, confirmationNumber } = after;
  return { registrationId: id, status, confirmationNumber, message, approval: presentApproval(approval) };
}
