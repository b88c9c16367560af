// The rules of level types and object types: what a new one is, how it changes, when it may go.
import { conflict } from '../../../shared/errors/failure.ts';
import type { TypeChange, TypeCreation } from './contract.ts';

/** The two kinds of label an award carries, told apart by the type of their items. */
export type TypeKind = 'levelType' | 'objectType';

/** A kind as people say it. */
export const kindNames: Readonly<Record<TypeKind, string>> = {
  levelType: 'level type',
  objectType: 'object type',
};

/** A level type or object type as the table holds it. */
export interface AwardTypeItem {
  readonly type: TypeKind;
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  /** How many awards carry it; counted in the transactions that write awards. */
  readonly awards: number;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** A new type, active unless told otherwise. */
export function newType(type: TypeKind, id: string, wish: TypeCreation, now: Date): AwardTypeItem {
  const moment = now.toISOString();
  return {
    type,
    id,
    name: wish.name,
    isActive: wish.isActive ?? true,
    awards: 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The type with what was sent changed, at the next version. */
export const changedType = (before: AwardTypeItem, change: TypeChange, now: Date): AwardTypeItem => ({
  ...before,
  name: change.name ?? before.name,
  isActive: change.isActive ?? before.isActive,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** The form in which names are compared: case, width and blanks do not make another name. */
export const foldedTypeName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/**
 * A type that awards carry stays: they would lose their label.
 * @throws Failure 409
 */
export function refuseRemovalInUse({ type, name, awards }: AwardTypeItem): void {
  if (awards > 0)
    throw conflict(
      `${awards} ${awards === 1 ? 'award has' : 'awards have'} the ${kindNames[type]} ${name}; give them another, or make it inactive.`,
    );
}

/** A type as the interface shows it. */
export const shownType = ({ id, name, isActive, createdDate, modifiedDate }: AwardTypeItem) => ({
  id,
  name,
  isActive,
  createdDate,
  modifiedDate,
});
