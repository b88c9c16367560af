// Compares the content of people, for batches.
import { contentHash } from '../../../shared/directory/content-hash.ts';
import type { PersonContent } from '../../../shared/directory/person.ts';

const omitIds = (items: readonly { readonly id?: string }[] | undefined) =>
  items?.map(({ id: _, ...item }) => item);

/** Whether a row changes nothing: positions and addresses that were sent without ids have new ones, and no others. */
export const isSameContent = (a: PersonContent, b: PersonContent): boolean => {
  const toComparable = (content: PersonContent) => ({
    ...content,
    positions: omitIds(content.positions),
    addresses: omitIds(content.addresses),
  });
  return contentHash(toComparable(a)) === contentHash(toComparable(b));
};

/** The hash by which an undo tells whether somebody changed the person. New names of organizations are no change. */
export const hashPerson = ({ organizationName, positions, ...content }: PersonContent): string =>
  contentHash({
    ...content,
    organizationName: content.organizationId ? undefined : organizationName,
    positions: positions?.map((position) => ({
      ...position,
      organizationName: position.organizationId ? undefined : position.organizationName,
    })),
  });
