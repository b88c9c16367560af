// The rules of awards: what a new one starts with, how it changes, what it refers to, how it is shown.
import type { Caller } from '../../../shared/auth/access.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { inputOrCurrent, wordsOrCurrent } from '../input-values.ts';
import { nameSort } from '../name-sort.ts';
import type { TypeReference } from '../settings/types/training-type.ts';
import type { CreateAwardInput, UpdateAwardInput } from './contract.ts';

/** A prerequisite as it is kept. The name of an award is the one it had when it was named here. */
export interface Prerequisite {
  readonly id: string;
  readonly name: string;
  readonly type: 'Course' | 'Award' | 'Experience';
}

/** How long an award holds: years 0 to 99, months 0 to 11, days 0 to 365 (docs/interface/limits.md#fields). */
interface ValidityPeriod {
  readonly years?: number | undefined;
  readonly months?: number | undefined;
  readonly days?: number | undefined;
}

/** What people say of an award. What they did not say is absent. */
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
  readonly requiresApproval: boolean;
  readonly tags: readonly string[];
  readonly skills: readonly string[];
  readonly prerequisites: readonly Prerequisite[];
  readonly validityPeriod?: ValidityPeriod | undefined;
  readonly contactPersonIds: readonly string[];
  readonly iconUrl?: string | undefined;
  readonly hexNameColor?: string | undefined;
}

/** An award as the table holds it. */
export interface AwardItem extends AwardContent {
  readonly type: 'award';
  readonly id: string;
  /** Registrations that keep it from being removed; counted in the transactions that write registrations. */
  readonly activeRegistrations: number;
  /** Certifications of it that were not revoked, which keep it from being removed too; absent until it was first given. */
  readonly heldCertifications?: number | undefined;
  /** Who created it; unknown where the tenant takes calls without a token. */
  readonly createdBy?: { readonly name: string; readonly personId?: string | undefined } | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

function applyValidityInput(sent: UpdateAwardInput['validityPeriod'], kept: ValidityPeriod | undefined) {
  if (sent === undefined) return kept;
  const { years, months, days } = sent ?? {};
  const parts = Object.entries({ years, months, days }).filter(([, part]) => typeof part === 'number');
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/**
 * The content with what was sent laid over it; what was not sent stays (docs/interface/requests.md#partial-updates:
 * no field is required). Prerequisites are given as they are to be kept, for their names stand elsewhere.
 */
function applyInput(
  kept: AwardContent,
  sent: UpdateAwardInput,
  prerequisites: readonly Prerequisite[] | undefined,
): AwardContent {
  return {
    name: sent.name ?? kept.name,
    description: inputOrCurrent(sent.description, kept.description),
    levelTypeId: inputOrCurrent(sent.levelTypeId, kept.levelTypeId),
    objectTypeId: inputOrCurrent(sent.objectTypeId, kept.objectTypeId),
    requirements: inputOrCurrent(sent.requirements, kept.requirements),
    price: inputOrCurrent(sent.price, kept.price),
    duration: inputOrCurrent(sent.duration, kept.duration),
    isActive: sent.isActive ?? kept.isActive,
    allowSelfRegistration: sent.allowSelfRegistration ?? kept.allowSelfRegistration,
    requiresApproval: sent.requiresApproval ?? kept.requiresApproval,
    tags: wordsOrCurrent(sent.tags, kept.tags),
    skills: wordsOrCurrent(sent.skills, kept.skills),
    prerequisites: prerequisites ?? kept.prerequisites,
    validityPeriod: applyValidityInput(sent.validityPeriod, kept.validityPeriod),
    contactPersonIds: wordsOrCurrent(sent.contactPersonIds, kept.contactPersonIds),
    iconUrl: inputOrCurrent(sent.iconUrl, kept.iconUrl),
    hexNameColor: inputOrCurrent(sent.hexNameColor, kept.hexNameColor)?.toUpperCase(),
  };
}

/** What an award is unless told otherwise (docs/interface/training.md#award-defaults). */
const defaultContent = {
  isActive: true,
  allowSelfRegistration: false,
  requiresApproval: true,
  tags: [],
  skills: [],
  prerequisites: [],
  contactPersonIds: [],
} as const;

/** The caller as the award keeps them. */
export const toCreator = (caller: Caller): AwardItem['createdBy'] =>
  caller.kind === 'anonymous' ? undefined : { name: caller.name, personId: caller.personId };

/** A new award at its first version. */
export function buildAward(
  id: string,
  sent: CreateAwardInput,
  prerequisites: readonly Prerequisite[] | undefined,
  now: Date,
): AwardItem {
  const moment = now.toISOString();
  return {
    ...applyInput({ ...defaultContent, name: sent.name }, sent, prerequisites),
    type: 'award',
    id,
    activeRegistrations: 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The award with what was sent changed, at the next version. */
export const applyAwardInput = (
  before: AwardItem,
  sent: UpdateAwardInput,
  prerequisites: readonly Prerequisite[] | undefined,
  now: Date,
): AwardItem => ({
  ...before,
  ...applyInput(before, sent, prerequisites),
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/**
 * An award with active registrations stays (docs/interface/training.md#award-deletion), and one that people hold:
 * their credentials point to it.
 * @throws Failure 409
 */
export function assertNotInUse({ name, activeRegistrations, heldCertifications = 0 }: AwardItem): void {
  if (activeRegistrations > 0)
    throw conflict(
      `${name} has ${activeRegistrations} active ${activeRegistrations === 1 ? 'registration' : 'registrations'}; cancel or complete them first, or make the award inactive.`,
    );
  if (heldCertifications > 0)
    throw conflict(
      `${heldCertifications} ${heldCertifications === 1 ? 'certification' : 'certifications'} of ${name} were issued and not revoked, and those who hold it show credentials that point to it; make it inactive instead.`,
    );
}

/** The types that an award refers to, and where. */
export const awardTypeReferences = ({ levelTypeId, objectTypeId }: AwardContent): TypeReference[] => {
  const referred = { levelType: levelTypeId, objectType: objectTypeId } as const;
  return (['levelType', 'objectType'] as const).flatMap((kind): TypeReference[] => {
    const id = referred[kind];
    return id === undefined ? [] : [{ kind, id, target: `${kind}Id` }];
  });
};

/** Where an award stands in the order by name. */
export const awardSort: (of: Pick<AwardItem, 'name' | 'id'>) => string = nameSort;
