// Builds a new registration, and the message that describes it to the registrant.

import { displayName } from '../../../../shared/directory/people/person.ts';
import { formatAmount } from '../../../../shared/money/currency.ts';
import { describeMode } from '../../attendance-mode.ts';
import { getAttendanceMode } from '../../classes/record/separate-seats.ts';
import type { ExperienceDeclaration } from '../../experience/experience.ts';
import type { CancellationTerms } from '../../prices/cancellation-terms.ts';
import type { Price } from '../../prices/price.ts';
import { deriveRecordNumber } from '../../record-numbers.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { describePendingStep } from '../approval/approval.ts';
import { getAmountOwed } from '../record/payment.ts';
import type { Overbooking, Payment, RegistrationItem } from '../record/registration.ts';
import type { RegistrationContext } from './context.ts';
import type { Outcome } from './outcome.ts';

/** What the request says about a registration. */
export interface RegistrationDetails {
  readonly registrationType: RegistrationItem['registrationType'];
  readonly registeredBy: string;
  readonly payment: Payment;
  readonly price: Price | undefined;
  readonly cancellation: CancellationTerms | undefined;
  readonly justification?: string | undefined;
  readonly notes?: string | undefined;
  readonly experienceDeclaration?: ExperienceDeclaration | undefined;
  readonly overbooking?: Overbooking | undefined;
  readonly isOverbooked?: boolean | undefined;
}

/** A registration at its first version. */
export function buildRegistration(
  { item, member, organization, kind, phase, attendanceMode, approval, awardId }: RegistrationContext,
  { status, holdsSeat }: Outcome,
  details: RegistrationDetails,
  now: Date,
  newId: () => string,
): RegistrationItem {
  const moment = now.toISOString();
  return {
    type: 'registration',
    id: newId(),
    classId: item.id,
    courseId: item.courseId,
    awardId,
    sectionName: item.sectionName,
    classStartsAt: item.startsAt,
    memberId: member.id,
    memberName: displayName(member),
    organizationId: member.organizationId,
    organizationName: organization?.name ?? member.organizationName,
    kind,
    phase,
    attendanceMode,
    ...details,
    status,
    holdsSeat,
    confirmationNumber: deriveRecordNumber(newId(), 'confirmation'),
    ...(status === 'Waitlisted' && { waitlistedAt: moment }),
    ...(status === 'PendingApproval' && { approval }),
    history: [{ at: moment, to: status, by: details.registeredBy, reason: details.overbooking?.reason }],
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

function describeAmountDue(payment: Payment, currency: string): string {
  const { method } = payment;
  const owed = getAmountOwed(payment);
  return owed > 0 ? ` ${formatAmount(owed, currency, 'symbol')} is due${method ? ` by ${method}` : ''}.` : '';
}

/**
 * What happened and what comes next (docs/interface/training.md#class-registration); times in the time zone of the
 * class.
 */
export function describeRegistration(
  registration: RegistrationItem,
  { item, currency }: Pick<RegistrationContext, 'item' | 'currency'>,
  now: Date,
): string {
  const { status, memberName, sectionName, payment, approval, holdsSeat } = registration;
  const mode = getAttendanceMode(item, registration);
  const seat = mode ? `a seat ${describeMode(mode)}` : 'a seat';
  const { startsAt, timeZone } = item;
  const { offerHours } = item.registration;
  switch (status) {
    case 'Confirmed':
      return `${memberName} has ${seat} in ${sectionName}, which ${now < new Date(startsAt) ? 'begins' : 'began'} on ${formatMoment(startsAt, timeZone)}.${describeAmountDue(payment, currency)}`;
    case 'PendingApproval':
      return `${memberName} will be registered for ${sectionName} once this is approved. ${
        approval ? describePendingStep(approval) : ''
      } ${holdsSeat ? 'A seat is reserved meanwhile.' : 'No seat is reserved meanwhile.'}${describeAmountDue(payment, currency)}`;
    case 'Waitlisted':
      return `All seats of ${sectionName}${mode ? ` ${describeMode(mode)}` : ''} are taken; ${memberName} is on the waitlist. When a seat becomes free, the first person on the waitlist ${
        offerHours > 0
          ? `is offered it for ${offerHours === 1 ? '1 hour' : `${offerHours} hours`}`
          : 'gets it'
      } and is notified.`;
    case 'Offered':
      return `A seat in ${sectionName} is offered to ${memberName} until ${formatMoment(registration.offerExpiresAt ?? '', timeZone)}.`;
    default:
      return `The registration of ${memberName} for ${sectionName} is ${status}.`;
  }
}
