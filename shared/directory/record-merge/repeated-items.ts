// What one person has only once at a time: a position in a committee, and a relationship of a type with an official. Of two
// that a merge brings together the remaining person keeps one.
import type { TenantStore } from '../../data/store.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { StoredItem } from '../../merges/stored-item.ts';
import { overlap, type Term } from '../../time/in-force.ts';
import type { MembershipContent } from '../committees/committee.ts';
import { loadCommitteeDefinitions } from '../committees/committee-definitions.ts';
import { type CommitteePositionItem, findPosition } from '../committees/committee-position.ts';
import type { RelationshipContent } from '../officials/political-relationship.ts';
import { readPartition } from './person-references.ts';

type Positions = readonly CommitteePositionItem[];
type Stored<T> = StoredItem & T;

const isSeat = (item: StoredItem): item is Stored<MembershipContent> => item.type === 'membership';
const isRelationship = (item: StoredItem): item is Stored<RelationshipContent> =>
  item.type === 'political-relationship';

/** The days of an item. */
export const readTerm = ({ startDate, endDate }: StoredItem): Term => ({
  ...(typeof startDate === 'string' && { startDate }),
  ...(typeof endDate === 'string' && { endDate }),
});

const isSameSeat = (a: MembershipContent, b: MembershipContent, positions: Positions): boolean => {
  const [one, other] = [a, b].map((each) => findPosition(each, positions)?.id ?? foldForSort(each.role));
  return (
    a.committeeId === b.committeeId &&
    one === other &&
    (!a.regionId || !b.regionId || a.regionId === b.regionId) &&
    a.voidedDate === undefined &&
    b.voidedDate === undefined
  );
};

/** Whether two items of one person are the same seat, or the same relationship, at the same time. */
export function isRepeated(item: StoredItem, other: StoredItem, positions: Positions): boolean {
  if (item.id === other.id || item.personId !== other.personId) return false;
  const isSame =
    isSeat(item) && isSeat(other)
      ? isSameSeat(item, other, positions)
      : isRelationship(item) &&
        isRelationship(other) &&
        item.officialId === other.officialId &&
        item.typeId === other.typeId;
  return isSame && overlap(readTerm(item), readTerm(other));
}

/** Whether an item says nothing of its days that another one does not say. */
export function isCovered(item: StoredItem, other: StoredItem): boolean {
  const [own, known] = [readTerm(item), readTerm(other)];
  if (!own.startDate && !own.endDate) return true;
  const beginsIn = !known.startDate || (own.startDate && known.startDate <= own.startDate);
  const endsIn = !known.endDate || (own.endDate && own.endDate <= known.endDate);
  return Boolean(beginsIn && endsIn);
}

/** What takes the place of an item that a merge moves to a person; undefined where the person has nothing like it. */
export async function findRepeated(tenant: TenantStore, item: StoredItem): Promise<StoredItem | undefined> {
  if (!isSeat(item) && !isRelationship(item)) return undefined;
  const others = isSeat(item)
    ? await readPartition(tenant, `COMMITTEE#${item.committeeId}`, `MEMBER#${item.personId}#`)
    : await readPartition(tenant, `PERSON#${item.personId}`, 'RELATIONSHIP#');
  const { positions } =
    isSeat(item) && others.length > 0 ? await loadCommitteeDefinitions(tenant) : { positions: [] };
  return others.find((other) => isRepeated(item, other, positions) && isCovered(item, other));
}
