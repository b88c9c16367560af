// A registration given to another person, who takes over its seat, or moved to another class.
import { Failure } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { getFee } from '../classes/registration-window.ts';
import { buildRegistration } from './build-registration.ts';
import { loadRegistrationContext } from './context.ts';
import { buildRefusal, decideOutcome, listRefusalReasons, type RefusalReason } from './outcome.ts';
import { nothingDue, transferPayment } from './payment.ts';
import type { RequestContext } from './register-member.ts';
import type { RegistrationItem } from './registration.ts';
import { hasRoomForKind } from './seats.ts';
import { changeStatus } from './status-change.ts';
import { requireClassWithSeats } from './store.ts';
import type { Transition } from './transition.ts';

/** Where a registration goes. */
export interface Transfer {
  readonly before: RegistrationItem;
  readonly reason: string | undefined;
  readonly ifMatch: IfMatch | undefined;
}

/** The registration that follows, and the transitions that lead to it. */
export interface TransferResult {
  readonly following: RegistrationItem;
  readonly transitions: readonly Transition[];
}

const noSeatLeft = (sectionName: string): Failure =>
  new Failure('CLASS_FULL', `${sectionName} has no seat left that this registration could take.`, {
    target: 'classId',
  });

const copyDetails = ({ registrationType, justification, notes }: RegistrationItem, registeredBy: string) => ({
  registrationType,
  registeredBy,
  justification,
  notes,
});

/** What is left at the registration that was transferred: what was paid for it went on, and is counted there alone. */
const getTransferredFields = ({ id }: RegistrationItem) => ({ transferredTo: id, payment: nothingDue });

/**
 * To another person: the seat, and what was paid for it, go with it, also when registration has closed. They must be
 * eligible as for a registration of their own, and are approved where the class asks for approval.
 * @throws Failure 400 for an unknown person; 409 when they are registered; 422 when they are not eligible
 */
export async function transferToPerson(
  { tenant, caller, settings: { timeZone }, now, newId }: RequestContext,
  { before, reason, ifMatch }: Transfer,
  memberId: string,
): Promise<TransferResult> {
  const found = await loadRegistrationContext(
    tenant,
    { classId: before.classId, memberId },
    { now, timeZone },
  );
  const { item, seats, kind, approval } = found;
  const keptOut = ({ code }: RefusalReason): boolean =>
    code === 'ALREADY_REGISTERED' || code === 'NOT_ELIGIBLE';
  const [first, ...others] = listRefusalReasons(found, now).filter(keptOut);
  if (first) throw buildRefusal([first, ...others]);
  if (kind !== before.kind && !hasRoomForKind(item, seats, kind, now)) throw noSeatLeft(item.sectionName);
  const outcome = {
    status: approval ? 'PendingApproval' : 'Confirmed',
    holdsSeat: true,
    requirements: [],
  } as const;
  // The price is that of the phase in which it was made, and of whoever has it now.
  const fee = kind === before.kind ? before.payment.amountDue : getFee(item, before.phase, kind);
  const said = { ...copyDetails(before, caller.subject), payment: transferPayment(before.payment, fee) };
  const following = {
    ...buildRegistration(found, outcome, said, now, newId),
    phase: before.phase,
    transferredFrom: before.id,
  };
  const act = { by: caller.subject, at: now, reason };
  const after = changeStatus(before, 'Transferred', act, getTransferredFields(following));
  const transition: Transition = {
    steps: [{ before, after, values: { newMemberName: following.memberName } }, { after: following }],
    classWithSeats: { item, seats },
    cause: 'Transferred',
    ifMatch,
    now,
  };
  return { following, transitions: [transition] };
}

/**
 * To another class: it needs a seat there as a registration of its own does, but a confirmed seat is not given up for a
 * place on a waitlist. The seat that it leaves goes to the waitlist of its class.
 * @throws Failure 400 for an unknown class; 409 when registered there; 422
 */
export async function transferToClass(
  { tenant, caller, settings: { timeZone }, now, newId }: RequestContext,
  { before, reason, ifMatch }: Transfer,
  classId: string,
): Promise<TransferResult> {
  const [found, within] = await Promise.all([
    loadRegistrationContext(tenant, { classId, memberId: before.memberId }, { now, timeZone }),
    requireClassWithSeats(tenant, before),
  ]);
  const outcome = decideOutcome(found, now);
  if (outcome.status === 'Waitlisted') throw noSeatLeft(found.item.sectionName);
  const said = {
    ...copyDetails(before, caller.subject),
    payment: transferPayment(before.payment, found.fee),
  };
  const following = {
    ...buildRegistration(found, outcome, said, now, newId),
    transferredFrom: before.id,
  };
  const act = { by: caller.subject, at: now, reason };
  const after = changeStatus(before, 'Transferred', act, getTransferredFields(following));
  const { item, seats } = found;
  return {
    following,
    transitions: [
      {
        steps: [{ before, after, values: { newClassName: item.sectionName } }],
        classWithSeats: within,
        cause: 'Transferred',
        ifMatch,
        now,
      },
      {
        steps: [{ after: following }],
        classWithSeats: { item, seats },
        requirements: outcome.requirements,
        now,
      },
    ],
  };
}
