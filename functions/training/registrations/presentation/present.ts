// Presents a registration.

import type * as z from 'zod';
import { showByName } from '../../../../shared/auth/accounts/user-name.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { presentExperienceDeclaration } from '../../experience/experience.ts';
import { presentBalance } from '../../payments/present.ts';
import { getDeadline, presentCancellationTerms } from '../../prices/cancellation-terms.ts';
import { presentPrice } from '../../prices/price.ts';
import { presentApproval } from '../approval/present-approval.ts';
import { readPayment } from '../record/payment.ts';
import type { RegistrationItem } from '../record/registration.ts';
import type { ClassRegistration } from './registration-schemas.ts';

/** The totals, and where there is a ledger what follows from it with its currency. */
const presentPayment = ({ ledger, ...totals }: RegistrationItem['payment']) => ({
  ...totals,
  ...(ledger && { currency: ledger.currency, balance: presentBalance(ledger) }),
});

/** What a registration does not store itself. */
export interface RegistrationFacts {
  readonly waitlistPosition?: number | undefined;
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** Why the credits are not granted yet. */
const presentCreditsWait = ({ evaluationHold, sectionName }: RegistrationItem) =>
  evaluationHold && {
    reason: 'Evaluation' as const,
    ...pick(evaluationHold, ['since', 'answerBy']),
    message: `The credits of ${sectionName} are granted once its evaluation is answered.`,
  };

export function presentRegistration(
  registration: RegistrationItem,
  { waitlistPosition, names }: RegistrationFacts = {},
): z.input<typeof ClassRegistration> {
  const { approval, history, promotion, overbooking, price, cancellation } = registration;
  return {
    ...pick(registration, ['id', 'classId', 'sectionName', 'classStartsAt', 'courseId', 'awardId']),
    ...pick(registration, ['memberId', 'memberName', 'organizationId', 'organizationName', 'kind', 'phase']),
    ...pick(registration, ['attendanceMode']),
    overbooking: overbooking && { ...showByName(overbooking) },
    ...pick(registration, ['registrationType', 'registeredBy', 'justification', 'notes', 'status']),
    experienceDeclaration: presentExperienceDeclaration(registration.experienceDeclaration),
    ...pick(registration, ['holdsSeat', 'confirmationNumber']),
    payment: presentPayment(readPayment(registration)),
    price: price && presentPrice(price),
    ...(cancellation && {
      cancellation: presentCancellationTerms(cancellation),
      cancellationDeadline: getDeadline(cancellation, registration.classStartsAt).toISOString(),
    }),
    ...pick(registration, ['waitlistedAt', 'offerExpiresAt', 'transferredTo', 'transferredFrom']),
    waitlistPosition,
    promotion: promotion && { ...promotion },
    approval: approval && presentApproval(approval),
    creditsWait: presentCreditsWait(registration),
    ...(names && { names: Object.fromEntries(names) }),
    history: history.map(({ at, from, to, by, reason }) => ({ at, from, to, by, reason })),
    ...pick(registration, ['version', 'createdDate', 'modifiedDate']),
  };
}
