// The rules of registering for an award: who is eligible, and the transitions between statuses.

import { conflict, type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';
import { toMinorUnits } from '../../../../shared/money/currency.ts';
import { pick } from '../../../../shared/values/pick.ts';
import type { RedemptionChange } from '../../discount-codes/redemption.ts';
import {
  listExperienceFaults,
  presentExperienceDeclaration,
  type RequiredExperience,
} from '../../experience/experience.ts';
import { closeLedger, feeReason } from '../../payments/ended.ts';
import { appendCharge, type EntryAuthor, type Ledger } from '../../payments/ledger.ts';
import { presentBalance } from '../../payments/present.ts';
import { presentPrice, type TaxTerms } from '../../prices/price.ts';
import { hasEnded, openAwardLedger } from '../../records/training-record/award-ledger.ts';
import type { AwardRegistrationItem } from '../../records/training-record/certification.ts';
import { isHeld } from '../../records/training-record/certification-status.ts';
import type { PersonRecord } from '../../records/training-record/person-record.ts';
import {
  describePrerequisite,
  listMissingPrerequisites,
} from '../../records/training-record/prerequisites.ts';
import type { AwardItem } from '../record/award-record.ts';

export type AwardRegistrationStatus = AwardRegistrationItem['status'];

/** The statuses of an award registration and their transitions; a new registration may follow an ended one. */
const transitions = {
  PendingApproval: ['Active', 'Denied', 'Withdrawn', 'Awarded'],
  Active: ['Awarded', 'Withdrawn'],
  Awarded: [],
  Denied: [],
  Withdrawn: [],
} as const satisfies Record<AwardRegistrationStatus, readonly AwardRegistrationStatus[]>;

/** Whether the registration keeps the award from being removed, and its person from registering again. */
export const isLive = ({ status }: Pick<AwardRegistrationItem, 'status'>): boolean =>
  status === 'PendingApproval' || status === 'Active';

const statusDescriptions: Readonly<Record<AwardRegistrationStatus, string>> = {
  PendingApproval: 'awaits approval',
  Active: 'is active',
  Awarded: 'has led to the award',
  Denied: 'was denied',
  Withdrawn: 'was withdrawn',
};

export interface EligibilityOptions {
  readonly registrationType: AwardRegistrationItem['registrationType'];
  /** Ignores prerequisites; the permission for it is checked elsewhere. */
  readonly overrideRules: boolean;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
  readonly experience: RequiredExperience;
}

/**
 * One live registration per person and award; the holder of an award renews it instead.
 * @throws Failure 409 ALREADY_REGISTERED
 */
export function assertNotRegistered(award: AwardItem, record: PersonRecord, today: string): void {
  const before = record.awardRegistrations.find(({ awardId }) => awardId === award.id);
  if (before && isLive(before))
    throw new Failure(
      'ALREADY_REGISTERED',
      `${before.personName} is registered for ${award.name} since ${before.registeredDate}; that registration ${statusDescriptions[before.status]}.`,
      { target: 'memberId' },
    );
  const held = record.certifications.find(
    (certification) => certification.awardId === award.id && isHeld(certification, today),
  );
  if (held)
    throw new Failure(
      'ALREADY_REGISTERED',
      `${held.personName} holds ${award.name}${held.validThrough === undefined ? '' : ` until ${held.validThrough}`}; renew that certification instead.`,
      { target: 'memberId' },
    );
}

/** Every rule that is not met. */
function validateEligibility(
  award: AwardItem,
  record: PersonRecord,
  { registrationType, overrideRules, today, experience }: EligibilityOptions,
): ErrorDetail[] {
  const notEligible = (message: string, target: string): ErrorDetail => ({
    code: 'NOT_ALLOWED',
    message,
    target,
  });
  return [
    ...(award.isActive ? [] : [notEligible(`${award.name} is no longer offered.`, 'awardId')]),
    ...(registrationType !== 'Self' || award.allowSelfRegistration
      ? []
      : [
          notEligible(
            `${award.name} is not open to self-registration; ask the office to register you.`,
            'registrationType',
          ),
        ]),
    ...(overrideRules ? [] : listMissingPrerequisites(award.prerequisites, record, today)).map(
      describePrerequisite,
    ),
    ...(overrideRules ? [] : listExperienceFaults(experience, award.name)).map(
      ({ code, message, remedy, target }) => ({ code, message: `${message} ${remedy}`, target }),
    ),
  ];
}

/**
 * Checks every rule of eligibility.
 * @throws Failure 422 NOT_ELIGIBLE
 */
export function assertEligible(award: AwardItem, record: PersonRecord, options: EligibilityOptions): void {
  const details = validateEligibility(award, record, options);
  const [first] = details;
  if (first)
    throw new Failure(
      'NOT_ELIGIBLE',
      details.length === 1 ? first.message : `${details.length} rules are not met: ${first.message}`,
      { target: first.target, details },
    );
}

export type AwardRegistrationFields = Pick<
  AwardRegistrationItem,
  | 'id'
  | 'personId'
  | 'personName'
  | 'registrationType'
  | 'justification'
  | 'experienceDeclaration'
  | 'registeredBy'
  | 'registeredDate'
  | 'price'
  | 'waivedPrerequisiteIds'
>;

/**
 * The ledger of a new registration: the award's price is charged. The entries of an ended registration for the same award
 * stay, so that no payment is lost.
 */
function chargePrice(
  { price = 0 }: Pick<AwardItem, 'price'>,
  taxTerms: TaxTerms | undefined,
  before: Ledger | undefined,
  currency: string,
  author: EntryAuthor,
): Ledger {
  const isSameCurrency = before?.currency === currency;
  const ledger = {
    ...{ currency, entries: before?.entries ?? [] },
    endedAfter: (isSameCurrency && before.endedAfter) || 0,
  };
  const tax = taxTerms ? pick(taxTerms, ['name', 'rate', 'isInclusive']) : null;
  return appendCharge(ledger, toMinorUnits(price, currency), feeReason, author, tax);
}

/**
 * A new registration, active or awaiting approval; it replaces one that has ended.
 * @param currency the tenant's; without one nothing is charged
 */
export function buildAwardRegistration(
  award: Pick<AwardItem, 'id' | 'name' | 'price'>,
  registering: AwardRegistrationFields,
  status: AwardRegistrationStatus,
  before: AwardRegistrationItem | undefined,
  now: Date,
  currency?: string,
): AwardRegistrationItem {
  const author = { by: registering.registeredBy, at: now };
  const moment = now.toISOString();
  return {
    ...registering,
    type: 'award-registration',
    awardId: award.id,
    awardName: award.name,
    status,
    ledgerOf: before?.ledgerOf ?? before?.id,
    ledger:
      currency === undefined
        ? before?.ledger
        : chargePrice(
            award,
            registering.price?.tax,
            before && openAwardLedger(before, currency),
            currency,
            author,
          ),
    version: (before?.version ?? 0) + 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The redemption of a discount code that a denial gives back, and a withdrawal where the code says so. */
export function findReturnedRedemption(
  before: AwardRegistrationItem,
  after: AwardRegistrationItem,
): RedemptionChange[] {
  const { personId, price, status } = after;
  if (!price?.discount || !isLive(before) || isLive(after) || status === 'Awarded') return [];
  const { code, returnsWhenCancelled } = price.discount;
  return status === 'Denied' || returnsWhenCancelled ? [{ personId, code, by: -1 }] : [];
}

/**
 * The registration in another status.
 * @throws Failure 409 when that status can't follow
 */
export function changeStatus(
  before: AwardRegistrationItem,
  to: AwardRegistrationStatus,
  by: string,
  reason: string | undefined,
  now: Date,
): AwardRegistrationItem {
  const follows: readonly AwardRegistrationStatus[] = transitions[before.status];
  if (!follows.includes(to))
    throw conflict(
      `The registration of ${before.personName} for ${before.awardName} ${statusDescriptions[before.status]}; it can't become ${to}.`,
    );
  const opened = before.ledger && openAwardLedger(before, before.ledger.currency);
  return {
    ...before,
    ledger:
      opened && hasEnded(to) ? closeLedger(opened, 'The registration ended', { by, at: now }) : before.ledger,
    status: to,
    decidedBy: by,
    reason: reason ?? before.reason,
    version: before.version + 1,
    modifiedDate: now.toISOString(),
  };
}

export const presentAwardRegistration = (registration: AwardRegistrationItem) => ({
  ...pick(registration, ['id', 'personId', 'personName', 'awardId', 'awardName', 'status']),
  ...pick(registration, ['registrationType', 'justification', 'registeredDate', 'reason']),
  ...pick(registration, ['createdDate', 'modifiedDate']),
  experienceDeclaration: presentExperienceDeclaration(registration.experienceDeclaration),
  price: registration.price && presentPrice(registration.price),
  payment: registration.ledger && presentBalance(openAwardLedger(registration, registration.ledger.currency)),
});
