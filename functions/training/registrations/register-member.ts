// One registration decided: who asks, what stands in the way, what comes of it, and everything that it changes.
import type { Caller } from '../../../shared/auth/access.ts';
import type { TenantItem } from '../../../shared/auth/records.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { buildRegistration, describeRegistration } from './build-registration.ts';
import { loadRegistrationContext } from './context.ts';
import { decideOutcome } from './outcome.ts';
import { buildPayment } from './payment.ts';
import { type RegistrationItem, registrationsByClass } from './registration.ts';
import { assertMayRegister, assertSameOrganization } from './registration-permission.ts';
import type { ClassRegistrationInput } from './registration-requests.ts';
import { buildTransitionChanges } from './transition.ts';

/** Who asks, and when: a part of every endpoint's context. */
export interface RequestContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly settings: Pick<TenantItem, 'timeZone'>;
  readonly now: Date;
  readonly newId: () => string;
}

export interface RegistrationResult {
  readonly registration: RegistrationItem;
  /** What happened and what comes next. */
  readonly message: string;
  readonly changes: readonly Change[];
}

/** After so many registrations, the list of a class is brought into proportion, so that no stretch of it grows for ever. */
const rebalanceInterval = 48;

/**
 * Decides a registration. Whatever it was decided by is a condition of its changes, or of no consequence a moment later.
 * @throws Failure 400 for an unknown class or person; 401, 403; 409 ALREADY_REGISTERED; 422
 */
export async function registerMember(
  { tenant, caller, settings: { timeZone }, now, newId }: RequestContext,
  wish: ClassRegistrationInput,
): Promise<RegistrationResult> {
  const { classId, memberId } = wish;
  const registrationType = wish.registrationType ?? 'Self';
  const overrideRules = wish.overrideRules ?? false;
  assertMayRegister(caller, { registrationType, memberId, overrideRules });
  const found = await loadRegistrationContext(tenant, { classId, memberId }, { now, timeZone });
  if (registrationType === 'Manager') await assertSameOrganization(tenant, caller, found.member);
  const outcome = decideOutcome(found, now, overrideRules);
  const registration = buildRegistration(
    found,
    outcome,
    {
      registrationType,
      registeredBy: caller.subject,
      payment: buildPayment(found.fee, wish.paymentMethod ?? undefined),
      justification: wish.justification || undefined,
      notes: wish.notes || undefined,
    },
    now,
    newId,
  );
  const { item, seats } = found;
  if (seats.live > 0 && seats.live % rebalanceInterval === 0)
    await registrationsByClass(tenant, classId).rebalance([`${registration.createdDate}#`]);
  return {
    registration,
    message: describeRegistration(registration, item, now),
    changes: await buildTransitionChanges(tenant, {
      steps: [{ after: registration }],
      classWithSeats: { item, seats },
      requirements: outcome.requirements,
      now,
    }),
  };
}

/** RegistrationResponse (docs/interface/training.md#class-registration). */
export function presentRegistrationResult({ registration, message }: RegistrationResult) {
  const { id, status, confirmationNumber } = registration;
  if (status !== 'Confirmed' && status !== 'PendingApproval' && status !== 'Waitlisted')
    throw new Error(`A new registration can't be ${status}`);
  return { registrationId: id, status, confirmationNumber, message };
}
