// Unites lists of two records of which one record can't have some entries twice.

import type { CommitteeTermContent } from '../../../shared/directory/committees/committee-term.ts';
import type { PositionContent } from '../../../shared/directory/people/person.ts';
import type { AddressContent } from '../../../shared/directory/record/address.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { overlap } from '../../../shared/time/in-force.ts';

const fold = (texts: readonly (string | undefined)[]): string =>
  JSON.stringify(texts.map((text) => foldForSort(text ?? '')));

/** The entries of the first list, filled from those of the second that are the same, and then the others of the second. */
function uniteBy<E extends object>(
  first: readonly E[],
  second: readonly E[],
  isSame: (a: E, b: E) => boolean,
  fill: readonly (keyof E)[],
): E[] {
  const filled = first.map((own) => {
    const other = second.find((each) => isSame(own, each));
    const given = other
      ? Object.fromEntries(fill.flatMap((name) => (other[name] === undefined ? [] : [[name, other[name]]])))
      : {};
    return { ...given, ...own };
  });
  return [...filled, ...second.filter((other) => !first.some((own) => isSame(own, other)))];
}

const PLACE = ['street', 'street2', 'city', 'state', 'zipCode', 'country'] as const;
const isSameAddress = (a: AddressContent, b: AddressContent): boolean =>
  fold(PLACE.map((part) => a[part])) === fold(PLACE.map((part) => b[part]));

const isPrimary = ({ type }: Pick<AddressContent, 'type'>): boolean => type?.toLowerCase() === 'primary';

/** The addresses of both, each once, and one primary one. */
export const uniteAddresses = (
  first: readonly AddressContent[],
  second: readonly AddressContent[],
): AddressContent[] => {
  const united = uniteBy(first, second, isSameAddress, ['label', 'phone', 'fax']);
  const primary = united.findIndex(isPrimary);
  return united.map((address, index) =>
    index > primary && isPrimary(address) ? { ...address, type: 'Other' } : address,
  );
};

const hasDates = ({ startDate, endDate }: PositionContent): boolean =>
  startDate !== undefined || endDate !== undefined;

/** Whether two positions are one: in the same organization, with the same title, on the same days where both have some. */
const isSamePosition = (a: PositionContent, b: PositionContent): boolean =>
  fold([a.title, a.department]) === fold([b.title, b.department]) &&
  (a.organizationId && b.organizationId
    ? a.organizationId === b.organizationId
    : fold([a.organizationName]) === fold([b.organizationName])) &&
  (!hasDates(a) || !hasDates(b) || (a.startDate === b.startDate && a.endDate === b.endDate));

/** The positions of both, each once. */
export const unitePositions = (
  first: readonly PositionContent[],
  second: readonly PositionContent[],
): PositionContent[] =>
  uniteBy(first, second, isSamePosition, [
    ...(['organizationId', 'organizationName', 'startDate', 'endDate', 'isKeyContact'] as const),
  ]);

const isSameSeat = (a: CommitteeTermContent, b: CommitteeTermContent): boolean =>
  a.committeeId === b.committeeId &&
  a.positionId === b.positionId &&
  (!a.regionId || !b.regionId || a.regionId === b.regionId) &&
  overlap(a, b);

/** The terms of both; of two in one position at a time that of the first, as the membership that remains. */
export const uniteTerms = (
  first: readonly CommitteeTermContent[],
  second: readonly CommitteeTermContent[],
): CommitteeTermContent[] => [
  ...first,
  ...second.filter((other) => !first.some((own) => own.id === other.id || isSameSeat(own, other))),
];
