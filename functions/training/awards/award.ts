// The rules of awards: what a new one starts with, how it changes, which types it refers to, when it may be removed.
import type { Caller } from '../../../shared/auth/access/access.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { nameSort } from '../../../shared/lists/sort.ts';
import { inputOrCurrent, wordsOrCurrent } from '../input-values.ts';
import type { CreateAwardInput, UpdateAwardInput } from './contract.ts';
import type { AwardContent, AwardItem, Prerequisite, ValidityPeriod } from './record/award-record.ts';

function applyValidityInput(input: UpdateAwardInput['validityPeriod'], current: ValidityPeriod | undefined) {
  if (input === undefined) return current;
  const { years, months, days } = input ?? {};
  const parts = Object.entries({ years, months, days }).filter(([, part]) => typeof part === 'number');
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/**
 * Applies an input to the content; an absent field stays as it is (docs/interface/requests.md#partial-updates: no field
 * is required). Prerequisites are passed in the form in which they are stored, because their names come from other
 * records.
 */
function applyInput(
  current: AwardContent,
  input: UpdateAwardInput,
  prerequisites: readonly Prerequisite[] | undefined,
): AwardContent {
  return {
    name: input.name ?? current.name,
    description: inputOrCurrent(input.description, current.description),
    levelTypeId: inputOrCurrent(input.levelTypeId, current.levelTypeId),
    objectTypeId: inputOrCurrent(input.objectTypeId, current.objectTypeId),
    requirements: inputOrCurrent(input.requirements, current.requirements),
    price: inputOrCurrent(input.price, current.price),
    duration: inputOrCurrent(input.duration, current.duration),
    isActive: input.isActive ?? current.isActive,
    allowSelfRegistration: input.allowSelfRegistration ?? current.allowSelfRegistration,
    requiresApproval: input.requiresApproval ?? current.requiresApproval,
    awardsAutomatically: input.awardsAutomatically ?? current.awardsAutomatically,
    tags: wordsOrCurrent(input.tags, current.tags),
    skills: wordsOrCurrent(input.skills, current.skills),
    prerequisites: prerequisites ?? current.prerequisites,
    validityPeriod: applyValidityInput(input.validityPeriod, current.validityPeriod),
    validityEndsOn: inputOrCurrent(input.validityEndsOn, current.validityEndsOn),
    contactPersonIds: wordsOrCurrent(input.contactPersonIds, current.contactPersonIds),
    iconUrl: inputOrCurrent(input.iconUrl, current.iconUrl),
    hexNameColor: inputOrCurrent(input.hexNameColor, current.hexNameColor)?.toUpperCase(),
  };
}

/** The default values of a new award (docs/interface/training.md#award-defaults). */
const defaultContent = {
  isActive: true,
  allowSelfRegistration: false,
  requiresApproval: true,
  tags: [],
  skills: [],
  prerequisites: [],
  contactPersonIds: [],
} as const;

/** The caller as the award stores them; anonymous callers are not stored. */
export const toCreator = (caller: Caller): AwardItem['createdBy'] =>
  caller.kind === 'anonymous' ? undefined : { name: caller.name, personId: caller.personId };

/** Builds a new award, version 1. */
export function buildAward(
  id: string,
  input: CreateAwardInput,
  prerequisites: readonly Prerequisite[] | undefined,
  now: Date,
): AwardItem {
  const createdDate = now.toISOString();
  return {
    ...applyInput({ ...defaultContent, name: input.name }, input, prerequisites),
    type: 'award',
    id,
    activeRegistrations: 0,
    version: 1,
    createdDate,
    modifiedDate: createdDate,
    schemaVersion: 1,
  };
}

/** The award with an input applied, at its next version. */
export const applyAwardInput = (
  before: AwardItem,
  input: UpdateAwardInput,
  prerequisites: readonly Prerequisite[] | undefined,
  now: Date,
): AwardItem => ({
  ...before,
  ...applyInput(before, input, prerequisites),
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/**
 * An award can be removed only without active registrations (docs/interface/training.md#award-deletion), and without
 * holders, because their credentials refer to it.
 * @throws Failure 409
 */
export function assertNotInUse({ name, activeRegistrations, heldCertifications = 0 }: AwardItem): void {
  if (activeRegistrations > 0)
    throw conflict(
      `${name} has ${activeRegistrations} active ${activeRegistrations === 1 ? 'registration' : 'registrations'}; cancel or complete them first, or make the award inactive.`,
    );
  if (heldCertifications > 0)
    throw conflict(
      `${heldCertifications} ${heldCertifications === 1 ? 'certification' : 'certifications'} of ${name} were issued and not revoked, and their credentials refer to it; make the award inactive instead.`,
    );
}

/** The sort text of an award in the list by name. */
export const awardSort: (of: Pick<AwardItem, 'name' | 'id'>) => string = nameSort;
