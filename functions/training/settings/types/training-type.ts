// The rules of level, object and credit types: how they are created, changed, referenced and removed.
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { conflict, type ErrorDetail } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { CreateTypeInput, UpdateTypeInput } from './type-schemas.ts';

/** The kinds of training types; also the `type` of their stored items. */
export type TypeKind = 'levelType' | 'objectType' | 'creditType';

/** The names of the kinds in messages. */
export const kindNames: Readonly<Record<TypeKind, string>> = {
  levelType: 'level type',
  objectType: 'object type',
  creditType: 'credit type',
};

/** A stored type. */
export interface TrainingTypeItem extends VersionedRecord {
  readonly type: TypeKind;
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  /** How many records refer to it; updated in the transactions that write them. A type in use can't be removed. */
  readonly uses: number;
}

/** The part of a type that the validation of references reads. */
export type TypeLabel = Pick<TrainingTypeItem, 'name' | 'isActive'>;

/** A record's reference to a type; `target` is the field it was sent in. */
export interface TypeReference {
  readonly kind: TypeKind;
  readonly id: string;
  readonly target: string;
}

/** Builds a type; it is active by default. */
export function buildType(type: TypeKind, id: string, input: CreateTypeInput, now: Date): TrainingTypeItem {
  const moment = now.toISOString();
  return {
    type,
    id,
    name: input.name,
    isActive: input.isActive ?? true,
    uses: 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** Applies the sent fields to a type and gives it the next version. */
export const applyTypeInput = (
  before: TrainingTypeItem,
  change: UpdateTypeInput,
  now: Date,
): TrainingTypeItem => ({
  ...before,
  name: change.name ?? before.name,
  isActive: change.isActive ?? before.isActive,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/**
 * Asserts that no record refers to the type.
 * @throws Failure 409
 */
export function assertNotInUse({ type, name, uses }: TrainingTypeItem): void {
  if (uses > 0)
    throw conflict(
      `${uses} ${uses === 1 ? 'record has' : 'records have'} the ${kindNames[type]} ${name}; give them another, or make it inactive.`,
    );
}

/** The error for a reference to a type that does not exist. */
export const unknownTypeDetail = ({ kind, id, target }: TypeReference): ErrorDetail =>
  unknownId(kindNames[kind], id, target);

/**
 * Validates a record's references to types: each type must exist and be active. References that the record already had
 * are not checked again.
 */
export const validateTypeReferences = (
  uses: readonly TypeReference[],
  had: readonly TypeReference[],
  found: ReadonlyMap<string, TypeLabel>,
): ErrorDetail[] =>
  uses.flatMap((use): ErrorDetail[] => {
    if (had.some(({ kind, id }) => kind === use.kind && id === use.id)) return [];
    const label = found.get(use.id);
    if (!label) return [unknownTypeDetail(use)];
    if (label.isActive) return [];
    const message = `The ${kindNames[use.kind]} ${label.name} is no longer in use.`;
    return [{ code: 'NOT_ALLOWED', message, target: use.target }];
  });

/** Presents a type. */
export const presentType = ({ id, name, isActive, createdDate, modifiedDate }: TrainingTypeItem) => ({
  id,
  name,
  isActive,
  createdDate,
  modifiedDate,
});

/**
 * The number of a type, for existing callers that expect an integer (docs/interface/training.md#types). It is the
 * FNV-1a hash of the id, so it needs no counter and never changes. Two types share a number with a probability of 1 in
 * 2^31.
 */
export function typeNumber(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id.toLowerCase()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 1 || 1;
}
