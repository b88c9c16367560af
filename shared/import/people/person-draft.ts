// A person as a source gives one, before the import compares it with the stored record.

import { getOfficeKind, type OfficeContent } from '../../directory/people/office.ts';
import type { PersonContent } from '../../directory/people/person.ts';
import type { AddressContent } from '../../directory/record/address.ts';
import { recordId } from '../../directory/record/record-id.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import type { ReadOptions } from '../rows/row-source.ts';
import type { Term } from '../rows/term.ts';
import type { ValueCollector } from '../rows/value-collector.ts';
import { type Cell, isWebAddress, parseEmail, parseWebAddress } from '../rows/values.ts';
import type { NamedOfficial } from './official-finder.ts';

/** The organization that a row names, still to be found among the tenant's. */
interface NamedOrganization {
  readonly externalId?: string;
  readonly name?: string;
  readonly field: string;
}

/** A person as a row gives one. */
export interface PersonDraft {
  readonly id: string;
  readonly content: PersonContent;
  readonly organization?: NamedOrganization;
  /** The official for whom the person works, still to be found, and as what. */
  readonly staffOf?: { readonly official: NamedOfficial; readonly title?: string | undefined };
  /** Whether the row lists positions with their ids, and not only a title. */
  readonly listsPositions?: boolean;
  /** Whether the row may be of somebody who was not created by an import. */
  readonly isMatched?: boolean;
  /** The id of the row, where it has the form of this platform's. */
  readonly ownId?: string;
}

/** An office without its id. */
export interface OfficeDraft {
  readonly role: string;
  readonly state?: string | undefined;
  readonly district?: string | undefined;
  readonly jurisdiction?: string | undefined;
  readonly endReason?: string | undefined;
  readonly term: Term;
}

/**
 * The offices with ids derived from their content, so that every source gives the same office the same id. Two equal
 * ones in one source are distinguished by their order.
 */
export function buildOffices(
  personId: string,
  offices: readonly OfficeDraft[],
  { tenantCode }: ReadOptions,
): OfficeContent[] {
  const seen = new Map<string, number>();
  return offices.map(({ term, ...office }) => {
    const key = JSON.stringify([
      office.role,
      office.state ?? '',
      office.district ?? '',
      term.startDate ?? '',
    ]);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    const id = recordId(tenantCode, 'office', JSON.stringify([personId, key, before]));
    return { id, kind: getOfficeKind(office.role), role: office.role, ...omitUndefined(office), ...term };
  });
}

/** An address without its id and type. */
export type AddressDraft = Omit<AddressContent, 'id' | 'type' | 'isActive'>;

/**
 * The addresses with ids made from their label and order, so that a moved office keeps its entry. The first of a
 * source is the "Primary" one, the others carry their label as type.
 */
export function buildAddresses(
  ownerId: string,
  drafts: readonly AddressDraft[],
  { tenantCode }: ReadOptions,
): AddressContent[] {
  const seen = new Map<string, number>();
  return drafts.map((draft, index) => {
    const label = draft.label ?? '';
    const before = seen.get(label) ?? 0;
    seen.set(label, before + 1);
    const id = recordId(tenantCode, 'address', JSON.stringify([ownerId, label, before]));
    const type = index === 0 ? 'Primary' : capitalize(label.replaceAll('-', ' ') || 'other');
    return { id, type, ...omitUndefined(draft) };
  });
}

/**
 * An email cell: an address is the email, the address of a page is a contact form and becomes a link, anything
 * else is left out.
 */
export function parseContact(
  cell: Cell | undefined,
  collector: ValueCollector,
): { readonly email?: string | undefined; readonly form?: string | undefined } {
  if (cell === undefined) return {};
  if (isWebAddress(cell.value)) return { form: collector.accept(parseWebAddress(cell)) };
  return { email: collector.accept(parseEmail(cell)) };
}

/** The links of a person: pages, then the contact form. */
export function buildLinks(
  pages: readonly (string | undefined)[],
  form: string | undefined,
): PersonContent['links'] {
  const links = [...new Set(pages)].flatMap((url) => (url === undefined || url === form ? [] : [{ url }]));
  const all = form === undefined ? links : [...links, { url: form, note: 'contact form' }];
  return all.length === 0 ? undefined : all;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
