// The rules of level, object and credit types: what a new one is, how it changes, how it is referred to, when it may go.
import { conflict, type ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { CreateTypeInput, UpdateTypeInput } from './type-schemas.ts';

/** The kinds of label that training gives, told apart by the type of their items. */
export type TypeKind = 'levelType' | 'objectType' | 'creditType';

/** A kind as people say it. */
export const kindNames: Readonly<Record<TypeKind, string>> = {
  levelType: 'level type',
  objectType: 'object type',
  creditType: 'credit type',
};

/** A type as the table holds it. */
export interface TrainingTypeItem {
  readonly type: TypeKind;
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  /** How many records refer to it; counted in the transactions that write them. It can't be removed while some do. */
  readonly uses: number;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** A type as far as those who refer to it care. */
export type TypeLabel = Pick<TrainingTypeItem, 'name' | 'isActive'>;

/** A record's reference to a type; `target` is the field it was sent in. */
export interface TypeReference {
  readonly kind: TypeKind;
  readonly id: string;
  readonly target: string;
}

/** A new type, active unless told otherwise. */
export function buildType(type: TypeKind, id: string, wish: CreateTypeInput, now: Date): TrainingTypeItem {
  const moment = now.toISOString();
  return {
    type,
    id,
    name: wish.name,
    isActive: wish.isActive ?? true,
    uses: 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The type with what was sent changed, at the next version. */
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

/** The form in which names are compared: case, width and blanks do not make another name. */
export const foldTypeName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/**
 * A type that records refer to stays: they would lose their label.
 * @throws Failure 409
 */
export function assertNotInUse({ type, name, uses }: TrainingTypeItem): void {
  if (uses > 0)
    throw conflict(
      `${uses} ${uses === 1 ? 'record has' : 'records have'} the ${kindNames[type]} ${name}; give them another, or make it inactive.`,
    );
}

/** That a reference names no type. */
export const unknownTypeDetail = ({ kind, id, target }: TypeReference): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message: `There is no ${kindNames[kind]} with the id ${id}.`,
  target,
});

/**
 * What is wrong with a record's references to types: one names nothing, or a type out of use. What the record referred
 * to before is not asked for again.
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

/** A type as the interface shows it. */
export const presentType = ({ id, name, isActive, createdDate, modifiedDate }: TrainingTypeItem) => ({
  id,
  name,
  isActive,
  createdDate,
  modifiedDate,
});

/**
 * The number that stands for a type where callers read a whole number (docs/interface/training.md#types): made from
 * its id (FNV-1a), so that it needs no counter and is the same for ever. Two of a tenant's handful of types share one
 * once in 2^31.
 */
export function typeNumber(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id.toLowerCase()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 1 || 1;
}
