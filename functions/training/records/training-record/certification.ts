// Award records of a person: the registration for an award, and the certification once it is awarded.

import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import type { CarriedCredit } from '../../awards/record/credit-rules.ts';
import type { Curriculum } from '../../awards/record/curriculum-record.ts';
import type { ExperienceDeclaration } from '../../experience/experience.ts';
import type { Ledger } from '../../payments/ledger.ts';
import type { RegistrationType } from '../../people/managers/registration-permission.ts';
import type { Price } from '../../prices/price.ts';
import type { SelfReportedLimit } from '../../self-reported-limit.ts';
import { recordSortPrefixes } from './training-record.ts';

/**
 * A person's registration for an award (not for a class). While it is PendingApproval or Active, the award can't be
 * removed. There is one per person and award: a new one replaces one that has ended.
 */
export interface AwardRegistrationItem extends VersionedRecord {
  readonly type: 'award-registration';
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
  readonly awardId: string;
  readonly awardName: string;
  readonly status: 'PendingApproval' | 'Active' | 'Awarded' | 'Denied' | 'Withdrawn';
  readonly justification?: string | undefined;
  /** The prerequisites that were missing when an administrator registered the person regardless of them. */
  readonly waivedPrerequisiteIds?: readonly string[] | undefined;
  readonly experienceDeclaration?: ExperienceDeclaration | undefined;
  readonly registrationType: RegistrationType;
  readonly registeredBy: string;
  /** YYYY-MM-DD: credits count from this day on (docs/interface/training.md#credits). */
  readonly registeredDate: string;
  readonly decidedBy?: string | undefined;
  /** What is owed for the award; absent for registrations that were made before its price was charged. */
  readonly ledger?: Ledger | undefined;
  /** The first registration of the person for this award, whose ledger and documents this one continues; absent for itself. */
  readonly ledgerOf?: string | undefined;
  /** What the ledger was charged by, with discount and tax. */
  readonly price?: Price | undefined;
  readonly reason?: string | undefined;
}

/** The rules a certification was evaluated by, as they were then (docs/interface/training.md#rule-snapshots). */
export interface RulesSnapshot {
  readonly awardVersion: number;
  readonly curriculumVersion: number;
  readonly curriculum: Curriculum;
  readonly validityPeriod?:
    | {
        readonly years?: number | undefined;
        readonly months?: number | undefined;
        readonly days?: number | undefined;
      }
    | undefined;
  /** MM-DD; absent where terms have the length of the period, and in rules from before terms could end on a day. */
  readonly validityEndsOn?: string | undefined;
  readonly graceDays: number;
  /** Absent in rules from before self-reported credits could be limited: all count. */
  readonly selfReportedLimits?: readonly SelfReportedLimit[] | undefined;
  readonly judgedAt: string;
}

/** A re-evaluation of a certification; never changed. */
export interface ReevaluationRecord {
  /** The rules of that time, by which it was judged again. */
  readonly rules: RulesSnapshot;
  /** The subject who requested it. */
  readonly by: string;
  /** The subject's name at that time. */
  readonly byName?: string | undefined;
  /** What the holder lacked, in words; empty when nothing was missing. */
  readonly missing: string;
  readonly before: { readonly validThrough?: string | undefined; readonly graceThrough?: string | undefined };
  readonly after: { readonly validThrough?: string | undefined; readonly graceThrough?: string | undefined };
}

/** An award or a renewal although something was missing: explicit, and recorded with who did it and why. */
export interface Override {
  readonly reason: string;
  /** The subject. */
  readonly by: string;
  /** The subject's name at that time. */
  readonly byName?: string | undefined;
  readonly at: string;
  /** What was missing, one sentence each, with the names of that time; empty when nothing was. */
  readonly waived: readonly string[];
}

/** A certificate that another one replaced, in a name that the holder no longer has. Its number is still verified. */
export interface FormerCertificate {
  readonly certificateNumber: string;
  readonly personName: string;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly replacedDate: string;
  /** The subject who replaced it. */
  readonly replacedBy: string;
}

/** A certification: an award that was awarded to a person. */
export interface CertificationItem extends VersionedRecord {
  readonly type: 'certification';
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
  readonly organizationId?: string | undefined;
  readonly awardId: string;
  readonly awardName: string;
  readonly awardDescription?: string | undefined;
  /** Unique in the tenant; digits that people can read aloud and type. */
  readonly certificateNumber: string;
  /** The earliest first; absent where there are none. */
  readonly formerCertificates?: readonly FormerCertificate[] | undefined;
  /** YYYY-MM-DD in the tenant's time zone; the last valid day is inclusive, and absent when it does not expire. */
  readonly awardedDate: string;
  readonly validFrom: string;
  readonly validThrough?: string | undefined;
  /** The last day of grace. */
  readonly graceThrough?: string | undefined;
  readonly awardedBy: string;
  /** Why it was awarded although something was missing. */
  readonly overrideReason?: string | undefined;
  /** Absent without an override, and for one that was made before what it waived was recorded. */
  readonly override?: Override | undefined;
  /** The credits of `awardedDate` that earned it; absent when it was awarded before they were recorded. */
  readonly countedCreditIds?: readonly string[] | undefined;
  /** For a renewal: credits beyond what the term before required, which count in its own term. */
  readonly carriedOver?: readonly CarriedCredit[] | undefined;
  /** The rules of the moment it was awarded or renewed. Never changed: a re-evaluation adds its own. */
  readonly rules: RulesSnapshot;
  /**
   * The rules that a renewal was judged by: those of the certification it renews. Absent for others, and for renewals
   * that were made before they were recorded.
   */
  readonly renewalRules?: RulesSnapshot | undefined;
  /** The earliest first. */
  readonly reevaluations?: readonly ReevaluationRecord[] | undefined;
  /** The certification that this one renews. */
  readonly renews?: string | undefined;
  readonly renewedBy?: string | undefined;
  readonly revokedDate?: string | undefined;
  readonly revokedBy?: string | undefined;
  readonly revocationReason?: string | undefined;
  /** Its position in the tenant's Bitstring Status Lists, counted across all lists and assigned when it is awarded. */
  readonly statusIndex: number;
}

/** The rules that hold for a certification: those of its last re-evaluation, or else those it was awarded by. */
export const selectCurrentRules = ({
  rules,
  reevaluations,
}: Pick<CertificationItem, 'rules' | 'reevaluations'>): RulesSnapshot =>
  reevaluations?.at(-1)?.rules ?? rules;

/** Finds a certification by id; never changed. */
export interface CertificationPointer {
  readonly type: 'certification-pointer';
  readonly certificationId: string;
  readonly personId: string;
}

export const awardRegistrationKey = (
  tenant: TenantStore,
  personId: string,
  awardId: string,
): Key<AwardRegistrationItem> =>
  tenant.key(`TRAINING-RECORD#${personId}`, `${recordSortPrefixes.awardRegistration}${awardId}`);

export const certificationKey = (tenant: TenantStore, personId: string, id: string): Key<CertificationItem> =>
  tenant.key(`TRAINING-RECORD#${personId}`, `${recordSortPrefixes.certification}${id}`);

export const certificationPointerKey = (tenant: TenantStore, id: string): Key<CertificationPointer> =>
  tenant.key(`CERTIFICATION#${id}`, 'POINTER');

/**
 * Certifications by their last valid day, those without one last; sorted by `certificationSort`. Revoked and renewed
 * ones are not in it.
 */
export const certificationsByExpiry = (tenant: TenantStore): Partition<CertificationItem> =>
  tenant.listing('CERTIFICATIONS');
export const certificationSort = ({
  validThrough,
  id,
}: Pick<CertificationItem, 'validThrough' | 'id'>): string => `${validThrough ?? '9999-12-31'}#${id}`;

/** Finds a certification by its certificate number, and keeps the number unique. Never removed. */
export const certificateNumberKey = (tenant: TenantStore, number: string): Key<CertificationPointer> =>
  tenant.key(`CERTIFICATE-NUMBER#${number}`, 'POINTER');

/** Finds an award registration by id; in the list of pending or of active registrations while it has that status. */
export interface AwardRegistrationPointer {
  readonly type: 'award-registration-pointer';
  readonly registrationId: string;
  readonly personId: string;
  readonly awardId: string;
  /** When it was registered. */
  readonly createdDate: string;
}

export const awardRegistrationPointerKey = (tenant: TenantStore, id: string): Key<AwardRegistrationPointer> =>
  tenant.key(`AWARD-REGISTRATION#${id}`, 'POINTER');

/** Award registrations with pending approval, and active ones, the oldest first; sorted by `${createdDate}#${id}`. */
export const pendingAwardRegistrations = (tenant: TenantStore): Partition<AwardRegistrationPointer> =>
  tenant.listing('AWARD-REGISTRATIONS-PENDING');
export const activeAwardRegistrations = (tenant: TenantStore): Partition<AwardRegistrationPointer> =>
  tenant.listing('AWARD-REGISTRATIONS-ACTIVE');

/** All registrations for an award by status, then by person; sorted by `${status}#${personId}`. */
export const awardRegistrationsByAward = (
  tenant: TenantStore,
  awardId: string,
): Partition<AwardRegistrationItem> => tenant.listing(`AWARD-REGISTRATIONS#${awardId}`);

/** The certification with this id, if there is one. Two reads. */
export async function certificationById(
  tenant: TenantStore,
  id: string,
): Promise<CertificationItem | undefined> {
  const pointer = await tenant.get(certificationPointerKey(tenant, id), { consistent: true });
  return pointer && (await tenant.get(certificationKey(tenant, pointer.personId, id), { consistent: true }));
}
