// Makes an organization of a flat row: a row of a table, or a JSON object of plain values.

import { OrganizationContent } from '../../directory/organizations/organization.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import type { OrganizationField } from '../headings/organization-headings.ts';
import { idByExternalId, idByName, joinIds, parseExternalId, parseOwnId } from '../matching/identity.ts';
import { keepFurther } from '../matching/listed-contacts.ts';
import { buildAddresses } from '../people/person-draft.ts';
import type { Columns } from '../rows/headings.ts';
import { ORGANIZATION_LISTS } from '../rows/list-fields.ts';
import { readLists } from '../rows/read-lists.ts';
import type { ReadOptions, Row } from '../rows/row-source.ts';
import { normalizeZipCode, splitAddress } from '../rows/split-address.ts';
import { addStatus, parseStatus } from '../rows/status.ts';
import { validateRow } from '../rows/validate-row.ts';
import { createValueCollector } from '../rows/value-collector.ts';
import { type Cell, parseEmail, parsePhone, parseWebAddress } from '../rows/values.ts';
import { type Cells, collapseLines, type RowReader } from '../tables/flat-rows.ts';

/** An organization as a source gives one; its parent, named by id or by name, is still to be found. */
export interface OrganizationDraft {
  readonly id: string;
  readonly content: OrganizationContent;
  readonly parent?: Cell;
  /** The id of the row, where it has the form of this platform's. */
  readonly ownId?: string;
}

/** What is a name or a word, on one line. */
const SINGLE_LINE_FIELDS = [
  'name',
  'type',
  'city',
  'state',
  'country',
] as const satisfies readonly OrganizationField[];

/** The reader of a table with these columns. */
export const createOrganizationReader = (
  columns: Columns<OrganizationField>,
  options: ReadOptions,
): RowReader<OrganizationField, OrganizationDraft> => ({
  columns,
  customFields: options.customFields ?? [],
  dateOrder: options.dateOrder,
  parse: (row, cells) => parseOrganizationRow(row, cells, options),
});

/** The organization of a flat row. */
export function parseOrganizationRow(
  row: string,
  read: Cells<OrganizationField>,
  options: ReadOptions,
): Row<OrganizationDraft> {
  const cells = collapseLines(read, SINGLE_LINE_FIELDS);
  const collector = createValueCollector();
  const text = (field: OrganizationField): string | undefined => cells.get(field)?.value;
  const name = text('name');
  if (name === undefined) return { row, problems: [{ field: 'name', reason: 'is missing', value: '' }] };
  const identifier = text('externalId');
  const externalId = identifier === undefined ? undefined : parseExternalId(identifier, options);
  const id =
    externalId === undefined
      ? idByName('organization', name, options)
      : idByExternalId('organization', externalId, options);
  const [email, phone, website, image, isActive] = (
    ['email', 'phone', 'website', 'image', 'isActive'] as const satisfies readonly OrganizationField[]
  ).map((field) => cells.get(field));
  const lists = readLists(ORGANIZATION_LISTS, cells, collector);
  const contacts = {
    email: collector.accept(email && parseEmail(email)) ?? lists.emails?.[0]?.value,
    phone: collector.accept(phone && parsePhone(phone)) ?? lists.phones?.[0]?.value,
  };
  const status = collector.accept(isActive && parseStatus(isActive)) ?? {};
  const content = omitUndefined({
    name,
    organizationType: text('type'),
    description: text('description'),
    ...contacts,
    emails: keepFurther([{ value: contacts.email }], lists.emails),
    phones: keepFurther([{ value: contacts.phone }], lists.phones),
    website: collector.accept(website && parseWebAddress(website)),
    imageThumbUrl: collector.accept(image && parseWebAddress(image)),
    tags: addStatus(lists.tags, status),
    links: lists.links,
    addresses: lists.addresses ?? parseAddress(id, cells, options),
    externalIds: joinIds(externalId, lists.externalIds),
    isActive: status.isActive,
  });
  const parent = cells.get('parent');
  return validateRow(row, OrganizationContent, content, collector.leftOut, (organization) => ({
    id,
    content: organization,
    ...omitUndefined({ parent, ownId: parseOwnId(identifier) }),
  }));
}

function parseAddress(id: string, cells: Cells<OrganizationField>, options: ReadOptions) {
  const value = (field: OrganizationField): string | undefined => cells.get(field)?.value;
  const written = value('address');
  const zip = value('zipCode');
  const draft = {
    ...(written === undefined ? {} : splitAddress(written)),
    ...omitUndefined({
      street: value('street'),
      street2: value('street2'),
      city: value('city'),
      state: value('state'),
      zipCode: zip === undefined ? undefined : normalizeZipCode(zip, value('country')),
      country: value('country'),
      fax: value('fax'),
    }),
  };
  return Object.keys(draft).length === 0 ? undefined : buildAddresses(id, [draft], options);
}
