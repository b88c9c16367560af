// Derives the id of the record that a row is of.

import type { MembershipContent } from '../../directory/committees/committee.ts';
import type { ExternalId } from '../../directory/record/fields.ts';
import { recordId } from '../../directory/record/record-id.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { ReadOptions } from '../rows/row-source.ts';

/** The kinds of record that rows identify. */
export type IdentifiedKind = 'person' | 'organization' | 'committee';

/** What another system's ids are called when the caller does not name the system. */
const UNNAMED_SOURCE = 'import';

/**
 * An id as the record stores it. One that names its own scheme before a slash ("ocd-person/…") is unique by
 * itself; a bare one ("17") is unique within the system that `source` names.
 */
export function parseExternalId(identifier: string, { source = UNNAMED_SOURCE }: ReadOptions): ExternalId {
  const scheme = /^([a-z][a-z0-9-]*)\//i.exec(identifier)?.[1]?.toLowerCase();
  return { scheme: scheme ?? source, identifier };
}

/** The id of a row with those of other systems, each once; undefined without any. */
export function joinIds(
  own: ExternalId | undefined,
  others: readonly ExternalId[] = [],
): ExternalId[] | undefined {
  const isOwn = ({ scheme, identifier }: ExternalId): boolean =>
    scheme === own?.scheme && identifier === own.identifier;
  const ids = [...(own ? [own] : []), ...others.filter((id) => !isOwn(id))];
  return ids.length === 0 ? undefined : ids;
}

/** The ids that other systems give the record with this id of ours, which an export lists among them; undefined without any. */
export function omitOwnId(
  externalIds: readonly ExternalId[] | undefined,
  id: string,
): ExternalId[] | undefined {
  const others = externalIds?.filter(({ identifier }) => identifier.toLowerCase() !== id);
  return others && others.length > 0 ? others : undefined;
}

const OWN_FORM = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id of a row as this platform writes it, where it has the form of one: the row may be from an export. */
export const parseOwnId = (identifier: string | undefined): string | undefined =>
  identifier !== undefined && OWN_FORM.test(identifier) ? identifier.toLowerCase() : undefined;

/** The id of the record that another system knows under this id. */
export function idByExternalId(
  kind: IdentifiedKind,
  externalId: ExternalId,
  { tenantCode }: ReadOptions,
): string {
  return recordId(tenantCode, `${kind}:${externalId.scheme}`, externalId.identifier);
}

/**
 * The id of a person without an id of its own: by email address and full name together, because families share
 * addresses (docs/interface/crm.md#matching-people). Without an address, by full name and organization.
 */
export function idByNameAndEmail(
  person: {
    readonly name: string;
    readonly email?: string | undefined;
    readonly organization?: string | undefined;
  },
  { tenantCode }: ReadOptions,
): string {
  const name = foldForSort(person.name);
  return person.email === undefined
    ? recordId(tenantCode, 'person:name', JSON.stringify([name, foldForSort(person.organization ?? '')]))
    : recordId(tenantCode, 'person:email', JSON.stringify([person.email.toLowerCase(), name]));
}

/** The id of an organization or a committee without an id of its own: by its name. */
export function idByName(kind: IdentifiedKind, name: string, { tenantCode }: ReadOptions): string {
  return recordId(tenantCode, `${kind}:name`, foldForSort(name));
}

/** The id of a term of a person in a role of a committee; without a start, of the only one. */
export const idByTerm = (
  tenantCode: string,
  { committeeId, personId, role, startDate }: MembershipContent,
): string =>
  recordId(
    tenantCode,
    'membership',
    JSON.stringify([
      committeeId,
      personId,
      foldForSort(role),
      ...(startDate === undefined ? [] : [startDate]),
    ]),
  );
