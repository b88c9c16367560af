// Gives the addresses and positions of a row the ids of those that a person has already, so that none is stored twice.

import {
  displayName,
  isActivePerson,
  listEmails,
  listPhones,
  type PersonContent,
  type PositionContent,
} from '../../directory/people/person.ts';
import type { AddressContent } from '../../directory/record/address.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import { keepFurther } from './listed-contacts.ts';

const addressParts = ['street', 'street2', 'city', 'state', 'zipCode', 'country'] as const;

const fold = (texts: readonly (string | undefined)[]): string =>
  JSON.stringify(texts.map((text) => foldForSort(text ?? '')));

const describeAddress = (address: AddressContent): string => fold(addressParts.map((part) => address[part]));

/** The place of a position; a row without dates means the one without an end. */
const describePosition = ({
  organizationName,
  title,
  department,
}: Pick<PositionContent, 'organizationName' | 'title' | 'department'>): string =>
  fold([organizationName, title, department]);

const isSamePosition = (known: PositionContent, given: PositionContent): boolean =>
  describePosition(known) === describePosition(given) &&
  (given.startDate === undefined ? known.endDate === undefined : known.startDate === given.startDate);

function alignAddress(known: readonly AddressContent[], given: AddressContent): AddressContent {
  if (known.some(({ id }) => id === given.id)) return given;
  const same = known.find((address) => describeAddress(address) === describeAddress(given));
  return same ? { ...given, id: same.id, type: same.type } : given;
}

function alignPosition(known: readonly PositionContent[], given: PositionContent): PositionContent {
  if (known.some(({ id }) => id === given.id)) return given;
  const same = known.find((position) => isSamePosition(position, given));
  return same ? { ...given, id: same.id } : given;
}

/** The addresses of a row for a record that has these already. */
export const alignAddresses = (
  known: readonly AddressContent[] = [],
  given: readonly AddressContent[],
): AddressContent[] => given.map((address) => alignAddress(known, address));

/** Whether a title without dates says of a person only what is known. */
const saysNothingNew = (known: PersonContent, [position, ...others]: readonly PositionContent[]): boolean =>
  position !== undefined &&
  others.length === 0 &&
  position.startDate === undefined &&
  position.endDate === undefined &&
  describePosition(known) === describePosition(position);

/**
 * The content of a row for a person who exists: what the person has already keeps its ids, and what only repeats what is known is
 * left out.
 * @param listsPositions whether the row lists positions, and not only a title
 * @param today the tenant's day
 */
export function alignEntries(
  known: PersonContent,
  content: PersonContent,
  {
    listsPositions,
    today,
  }: { readonly listsPositions?: boolean | undefined; readonly today?: string | undefined },
): PersonContent {
  const { addresses, positions, emails, phones, displayName: name, isActive, ...rest } = content;
  const isOld = positions !== undefined && !listsPositions && saysNothingNew(known, positions);
  return omitUndefined({
    ...rest,
    displayName: name === displayName(known) ? undefined : name,
    // Active is the default, and who is inactive by their dates is not deactivated.
    isActive: today !== undefined && isActive === isActivePerson(known, today) ? undefined : isActive,
    emails: keepFurther(listEmails(known), emails),
    phones: keepFurther(listPhones(known), phones),
    addresses: addresses && alignAddresses(known.addresses, addresses),
    positions: isOld
      ? undefined
      : positions?.map((position) => alignPosition(known.positions ?? [], position)),
  });
}
