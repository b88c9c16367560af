// Reads organizations: a table (CSV) with common headings, or a JSON list of flat objects.
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { OrganizationContent } from '../../../shared/directory/organization.ts';
import {
  type Cells,
  collapseLines,
  describeUnreadMembers,
  objectToCells,
  parseTableRows,
} from './flat-rows.ts';
import { describeUnreadHeadings, type HeadingTable, matchHeadings } from './headings.ts';
import { idByExternalId, idByName, parseExternalId } from './identity.ts';
import { isObject, readJsonList, refuseNonObject } from './json.ts';
import { buildAddresses } from './person-draft.ts';
import { type ReadOptions, type Row, type RowSource, UnreadableSource } from './row-source.ts';
import { describeSkippedFiles, listSourceFiles, type SourceFile } from './source-files.ts';
import { normalizeZipCode, splitAddress } from './split-address.ts';
import { openTable } from './table.ts';
import { validateRow } from './validate-row.ts';
import { createValueCollector } from './value-collector.ts';
import { type Cell, parseActive, parseEmail, parsePhone, parseWebAddress } from './values.ts';

/** An organization as a source gives one; its parent, named by id or by name, is still to be found. */
export interface OrganizationDraft {
  readonly id: string;
  readonly content: OrganizationContent;
  readonly parent?: Cell;
}

const ORGANIZATION_HEADINGS = {
  externalId: [
    'id',
    'externalid',
    'organizationid',
    'organisationid',
    'companyid',
    'accountid',
    'recordid',
    'guid',
    'uuid',
  ],
  name: [
    'name',
    'organizationname',
    'organisationname',
    'organization',
    'organisation',
    'company',
    'companyname',
    'accountname',
  ],
  type: ['type', 'organizationtype', 'organisationtype', 'category', 'classification', 'kind'],
  description: ['description', 'about', 'notes'],
  email: ['email', 'emailaddress', 'primaryemail', 'mail'],
  phone: ['phone', 'phonenumber', 'telephone', 'tel', 'primaryphone'],
  fax: ['fax', 'faxnumber'],
  website: ['website', 'url', 'web', 'webpage', 'homepage', 'link'],
  image: ['image', 'imageurl', 'imagethumburl', 'logo', 'logourl'],
  parent: [
    'parent',
    'parentid',
    'parentname',
    'parentorganization',
    'parentorganisation',
    'parentcompany',
    'parentaccount',
  ],
  address: ['address', 'fulladdress', 'mailingaddress', 'postaladdress', 'physicaladdress'],
  street: ['street', 'streetaddress', 'street1', 'address1', 'addressline1', 'mailingstreet'],
  street2: ['street2', 'address2', 'addressline2', 'suite'],
  city: ['city', 'town', 'mailingcity', 'locality'],
  state: ['state', 'province', 'stateprovince', 'region', 'mailingstate'],
  zipCode: ['zip', 'zipcode', 'postalcode', 'postcode', 'mailingzip', 'mailingpostalcode'],
  country: ['country', 'countryregion', 'mailingcountry'],
  isActive: ['isactive', 'active', 'status'],
} as const satisfies HeadingTable<string>;
type OrganizationField = keyof typeof ORGANIZATION_HEADINGS;

/** What is a name or a word, on one line. */
const SINGLE_LINE_FIELDS = [
  'name',
  'type',
  'city',
  'state',
  'country',
] as const satisfies readonly OrganizationField[];

/**
 * Opens a file or folder of organizations. Several rows may be of the same one: which of them is imported is decided
 * with the parents.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export async function readOrganizations(
  path: string,
  options: ReadOptions,
): Promise<RowSource<OrganizationDraft>> {
  const files = await Promise.all((await listSourceFiles(path)).map((file) => openFile(file, options)));
  return {
    total: files.reduce((sum, file) => sum + file.total, 0),
    remarks: [...(await describeSkippedFiles(path)), ...files.flatMap((file) => file.remarks)],
    rows: chainRows(files),
  };
}

async function* chainRows(
  files: readonly RowSource<OrganizationDraft>[],
): AsyncGenerator<Row<OrganizationDraft>> {
  for (const file of files) yield* file.rows;
}

async function openFile(file: SourceFile, options: ReadOptions): Promise<RowSource<OrganizationDraft>> {
  if (file.format === 'json') {
    const entries = await readJsonList(file.path, 'organizations');
    return {
      total: entries.length,
      remarks: describeUnreadMembers(entries.filter(isObject), ORGANIZATION_HEADINGS, file),
      rows: entries.map((entry, index) => parseEntry(`${file.label}${index + 1}`, entry, options)),
    };
  }
  const table = await openTable(file.path);
  const columns = matchHeadings(table.headings, ORGANIZATION_HEADINGS);
  if (!columns.byField.has('name')) {
    throw new UnreadableSource(
      `"${file.path}" has no heading for a name: "Name" is expected in its first line, which reads ${table.headings.map((heading) => `"${heading}"`).join(', ')}.`,
    );
  }
  return {
    total: table.total,
    remarks: [...table.remarks, ...describeUnreadHeadings(columns, file.name)],
    rows: parseTableRows(table, columns, file.label, (row, cells) => parseOrganization(row, cells, options)),
  };
}

function parseEntry(row: string, entry: unknown, options: ReadOptions): Row<OrganizationDraft> {
  if (isObject(entry)) return parseOrganization(row, objectToCells(entry, ORGANIZATION_HEADINGS), options);
  return refuseNonObject(row, entry);
}

function parseOrganization(
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
  const content = omitUndefined({
    name,
    organizationType: text('type'),
    description: text('description'),
    email: collector.accept(email && parseEmail(email)),
    phone: collector.accept(phone && parsePhone(phone)),
    website: collector.accept(website && parseWebAddress(website)),
    imageThumbUrl: collector.accept(image && parseWebAddress(image)),
    addresses: parseAddress(id, cells, options),
    externalIds: externalId && [externalId],
    isActive: collector.accept(isActive && parseActive(isActive)),
  });
  const parent = cells.get('parent');
  return validateRow(row, OrganizationContent, content, collector.leftOut, (organization) => ({
    id,
    content: organization,
    ...omitUndefined({ parent }),
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
