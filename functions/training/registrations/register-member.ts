// Decides one registration and builds everything that is written for it.
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { fromMinorUnits } from '../../../shared/money/currency.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { assertCallerMayAct, loadCallerPerson } from '../access/acting-people.ts';
import type { SeatsItem } from '../classes/record/class.ts';
import type { loadTriedDiscount } from '../discount-codes/attempts.ts';
import { redeemDiscount } from '../discount-codes/redemption.ts';
import { buildExperienceDeclaration } from '../experience/experience.ts';
import { toEntryAuthor } from '../payments/author.ts';
import { assertMayRegister, assertMayRegisterAsManager } from '../people/managers/registration-permission.ts';
import { listRegisteredClassIds } from '../records/training-record/registered-classes.ts';
import { computeRegistrationPrice } from './money/registration-price.ts';
import { buildRegistration, describeRegistration } from './outcome/build-registration.ts';
import { findClashWarnings, type RegistrationWarning } from './outcome/clashing-classes.ts';
import { loadRegistrationContext } from './outcome/context.ts';
import { decideOutcome, listRetakeWarnings } from './outcome/outcome.ts';
import { buildPayment } from './record/payment.ts';
import type { RegistrationItem } from './record/registration.ts';
import type { ClassRegistrationInput } from './registration-requests.ts';
import { assertMayOverbook, auditOverbooking, buildOverbooking } from './seats/overbooking.ts';
import { applyStatusChanges } from './seats/seats.ts';
import { buildTransitionChanges } from './transition/transition.ts';

/** The part of an endpoint's context that a registration needs. */
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
  readonly warnings: readonly RegistrationWarning[];
  readonly changes: readonly Change[];
  /** The seats of the class with this registration. */
  readonly seatsAfter: SeatsItem;
}

/** Few requests have a discount code: the others do not load what it needs. */
const loadDiscount: typeof loadTriedDiscount = async (...tried) =>
  (await import('../discount-codes/attempts.ts')).loadTriedDiscount(...tried);

/** What earlier registrations of the same dry run would have taken. */
export interface AssumedRegistrations {
  readonly seats?: SeatsItem | undefined;
  /** Redemptions of the discount code. */
  readonly redemptions: number;
}

/**
 * Decides a registration. The facts it depends on are conditions of its writes, or may be slightly out of date.
 * @throws Failure 400 for an unknown class or person; 401, 403; 409 ALREADY_REGISTERED; 422
 */
export async function registerMember(
  request: RequestContext & { readonly request: Request },
  input: ClassRegistrationInput,
  assumed: AssumedRegistrations = { redemptions: 0 },
): Promise<RegistrationResult> {
  const { tenant, caller, now, newId } = request;
  const { timeZone } = request.settings;
  const { classId, memberId } = input;
  const registrationType = input.registrationType ?? 'Self';
  const overrideRules = input.overrideRules ?? false;
  const isExperienceDeclared = Boolean(input.experienceDeclaration);
  const overbookReason = input.overbookReason || undefined;
  if (overbookReason !== undefined) assertMayOverbook(caller, registrationType);
  assertMayRegister(caller, { registrationType, memberId, overrideRules });
  const [context, registeredIds, discount, registrar] = await Promise.all([
    loadRegistrationContext(
      tenant,
      {
        ...{ classId, memberId, assumedSeats: assumed.seats, isExperienceDeclared },
        attendanceMode: input.attendanceMode,
      },
      { now, timeZone },
    ),
    listRegisteredClassIds(tenant, memberId),
    input.discountCode ? loadDiscount(request, input.discountCode, memberId) : undefined,
    registrationType === 'Admin' ? loadCallerPerson(request) : undefined,
  ]);
  if (registrationType === 'Admin') assertCallerMayAct(request, registrar);
  if (registrationType === 'Manager') await assertMayRegisterAsManager(request, context.member);
  const outcome = decideOutcome(context, now, { rules: overrideRules, seats: overbookReason !== undefined });
  const author = toEntryAuthor(caller, now);
  const { currency } = context;
  const redeemable = discount && { ...discount, total: discount.total + assumed.redemptions };
  const price = computeRegistrationPrice(context, redeemable, toLocalDate(timeZone, now));
  const amountDue = fromMinorUnits(price.total, currency);
  const registration = buildRegistration(
    context,
    outcome,
    {
      registrationType,
      registeredBy: caller.subject,
      payment: buildPayment(amountDue, input.paymentMethod ?? undefined, currency, author),
      price,
      cancellation: context.cancellation,
      justification: input.justification || undefined,
      notes: input.notes || undefined,
      ...(overbookReason !== undefined && buildOverbooking(overbookReason, caller, now)),
      experienceDeclaration: buildExperienceDeclaration(
        input.experienceDeclaration,
        context.experience.required,
        author,
      ),
    },
    now,
    newId,
  );
  const { item, seats } = context;
  return {
    registration,
    message: describeRegistration(registration, context, now),
    warnings: [
      ...(await findClashWarnings(tenant, item, memberId, registeredIds)),
      ...listRetakeWarnings(context),
    ],
    changes: [
      ...(await buildTransitionChanges(tenant, {
        statusChanges: [{ after: registration }],
        classWithSeats: { item, seats },
        requirements: outcome.requirements,
        isOverbooked: registration.overbooking !== undefined,
        now,
      })),
      ...(discount?.item ? redeemDiscount(tenant, memberId, discount.item, discount.onTheirWay) : []),
      ...auditOverbooking(tenant, registration, { item, seats }, request),
    ],
    seatsAfter: applyStatusChanges(item, seats, [{ after: registration }]),
  };
}

/** The status of a new registration. */
function getNewStatus({ registration: { status } }: RegistrationResult) {
  if (status !== 'Confirmed' && status !== 'PendingApproval' && status !== 'Waitlisted')
    throw new Error(`A new registration can't be ${status}`);
  return status;
}

/** What a registration would result in, for a dry run. */
export const presentDryRunResult = (result: RegistrationResult) => ({
  wouldBe: getNewStatus(result),
  message: result.message,
  ...(result.warnings.length > 0 && { warnings: [...result.warnings] }),
});

export function presentRegistrationResult(result: RegistrationResult) {
  const { registration, message, warnings } = result;
  const { id, confirmationNumber } = registration;
  const status = getNewStatus(result);
  return {
    registrationId: id,
    status,
    confirmationNumber,
    message,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}
