// An award as it is stored, where it is stored, and what it refers to. Courses, classes and training records use it
// without the rest of awards.

import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import type { TypeReference } from '../../settings/types/training-type.ts';

/** A prerequisite as it is stored, with the name that the award or course had when the prerequisite was saved. */
export interface Prerequisite {
  readonly id: string;
  readonly name: string;
  readonly type: 'Course' | 'Award' | 'Experience';
}

/** How long an award is valid: years 0 to 99, months 0 to 11, days 0 to 365 (docs/interface/limits.md#fields). */
export interface ValidityPeriod {
  readonly years?: number | undefined;
  readonly months?: number | undefined;
  readonly days?: number | undefined;
}

/** The fields of an award that people edit. A field without a value is absent. */
export interface AwardContent {
  readonly name: string;
  readonly description?: string | undefined;
  readonly levelTypeId?: string | undefined;
  readonly objectTypeId?: string | undefined;
  readonly requirements?: string | undefined;
  /** In the tenant's currency, two decimals. */
  readonly price?: number | undefined;
  readonly duration?: string | undefined;
  readonly isActive: boolean;
  readonly allowSelfRegistration: boolean;
  /** Whether who meets all requirements is awarded without anybody's doing; absent in awards from before it could be. */
  readonly awardsAutomatically?: boolean | undefined;
  readonly requiresApproval: boolean;
  readonly tags: readonly string[];
  readonly skills: readonly string[];
  readonly prerequisites: readonly Prerequisite[];
  readonly validityPeriod?: ValidityPeriod | undefined;
  /** MM-DD: the day of the year on which terms end, within the validity period; never 02-29. */
  readonly validityEndsOn?: string | undefined;
  readonly contactPersonIds: readonly string[];
  readonly iconUrl?: string | undefined;
  readonly hexNameColor?: string | undefined;
}

/** An award as it is stored. */
export interface AwardItem extends AwardContent, VersionedRecord {
  readonly type: 'award';
  readonly id: string;
  /** Active registrations, which prevent its removal; counted in the transactions that write registrations. */
  readonly activeRegistrations: number;
  /** Certifications that were not revoked, which prevent its removal too; absent until the first certification. */
  readonly heldCertifications?: number | undefined;
  /** Who created it; absent when the tenant accepts requests without a token. */
  readonly createdBy?: { readonly name: string; readonly personId?: string | undefined } | undefined;
}

export const awardKey = (tenant: TenantStore, id: string): Key<AwardItem> =>
  tenant.key(`AWARD#${id}`, 'AWARD');

/** The award with this id, if there is one. */
export const awardById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<AwardItem | undefined> => tenant.get(awardKey(tenant, id), options);

/**
 * The award with this id, read consistently so that it can be changed.
 * @throws Failure 404
 */
export async function requireAward(tenant: TenantStore, id: string): Promise<AwardItem> {
  const award = await awardById(tenant, id, { consistent: true });
  if (!award) throw notFound('award', id);
  return award;
}

/** The awards with these ids in this order, without those that no longer exist. */
export async function awardsById(tenant: TenantStore, ids: readonly string[]): Promise<AwardItem[]> {
  const found = await tenant.getMany(ids.map((id) => awardKey(tenant, id)));
  return found.filter((award) => award !== undefined);
}

/** The types that an award refers to, each with the field that names it. */
export const awardTypeReferences = ({ levelTypeId, objectTypeId }: AwardContent): TypeReference[] => {
  const ids = { levelType: levelTypeId, objectType: objectTypeId } as const;
  return (['levelType', 'objectType'] as const).flatMap((kind): TypeReference[] => {
    const id = ids[kind];
    return id === undefined ? [] : [{ kind, id, target: `${kind}Id` }];
  });
};
