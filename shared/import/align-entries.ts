// Gives the addresses and positions of a row the ids of those that a person has already, so that none is stored twice.
import type { AddressContent } from '../directory/address.ts';
import type { PersonContent, PositionContent } from '../directory/person.ts';
import { foldForSort } from '../lists/fold-for-sort.ts';

const addressParts = ['street', 'street2', 'city', 'state', 'zipCode', 'country'] as const;

const fold = (texts: readonly (string | undefined)[]): string =>
  JSON.stringify(texts.map((text) => foldForSort(text ?? '')));

const describeAddress = (address: AddressContent): string => fold(addressParts.map((part) => address[part]));

/** The place of a position; a row without dates means the one without an end. */
const describePosition = ({ organizationName, title, department }: PositionContent): string =>
  fold([organizationName, title, department]);

const isSamePosition = (known: PositionContent, given: PositionContent): boolean =>
  describePosition(known) === describePosition(given) &&
  (given.startDate === undefined ? known.endDate === undefined : known.startDate === given.startDate);

function alignAddress(known: readonly AddressContent[], given: AddressContent): AddressContent {
  const same = known.find((address) => describeAddress(address) === describeAddress(given));
  return same ? { ...given, id: same.id, type: same.type } : given;
}

function alignPosition(known: readonly PositionContent[], given: PositionContent): PositionContent {
  const same = known.find((position) => isSamePosition(position, given));
  return same ? { ...given, id: same.id } : given;
}

/** The addresses of a row for a record that has these already. */
export const alignAddresses = (
  known: readonly AddressContent[] = [],
  given: readonly AddressContent[],
): AddressContent[] => given.map((address) => alignAddress(known, address));

/** The content of a row for a person who exists. */
export const alignEntries = (
  { addresses, positions = [] }: PersonContent,
  content: PersonContent,
): PersonContent => ({
  ...content,
  ...(content.addresses && { addresses: alignAddresses(addresses, content.addresses) }),
  ...(content.positions && {
    positions: content.positions.map((position) => alignPosition(positions, position)),
  }),
});
