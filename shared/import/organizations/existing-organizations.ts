// Finds the organizations of rows among those that exist, however they were created
// (docs/interface/crm.md#matching-organizations).
import type { TenantStore } from '../../data/store.ts';
import { createWorkQueue } from '../../data/work/work-queue.ts';
import {
  listOrganizationEmails,
  listOrganizationPhones,
} from '../../directory/organizations/organization.ts';
import {
  type OrganizationItem,
  organizationsById,
} from '../../directory/organizations/organization-store.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { alignAddresses } from '../matching/align-entries.ts';
import { omitOwnId } from '../matching/identity.ts';
import { keepFurther } from '../matching/listed-contacts.ts';
import { createOrganizationIndex } from '../matching/organization-index.ts';
import { listSharedNames } from '../matching/shared-names.ts';
import type { ParsedRow, Row } from '../rows/row-source.ts';
import type { OrganizationDraft } from './organization-row.ts';

const READS_AT_ONCE = 40;

type Content = OrganizationDraft['content'];
type Address = NonNullable<Content['addresses']>[number];

/** What a row is of: one organization, a new one, or one of several, which refuses it. */
type Match = OrganizationItem | { readonly several: readonly OrganizationItem[] } | undefined;

const isSeveral = (match: Match): match is { readonly several: readonly OrganizationItem[] } =>
  match !== undefined && 'several' in match;

/** Two ids of one system are of two organizations, as that system knows. */
const hasOtherId = ({ externalIds = [] }: Content, row: Content): boolean =>
  (row.externalIds ?? []).some(({ scheme, identifier }) =>
    externalIds.some((known) => known.scheme === scheme && known.identifier !== identifier),
  );

const listTowns = ({ addresses = [] }: Content): Address[] =>
  addresses.filter(({ city }) => city !== undefined);

/** Whether two addresses are in one town; a state that one of them lacks makes no difference. */
const isSameTown = (a: Address, b: Address): boolean =>
  foldForSort(a.city ?? '') === foldForSort(b.city ?? '') &&
  (!a.state || !b.state || foldForSort(a.state) === foldForSort(b.state));

const isSamePlace = (a: Content, b: Content): boolean =>
  listTowns(a).some((town) => listTowns(b).some((other) => isSameTown(town, other)));

/** The one among those of the same name that is in the place of the row; a row in another place is of a new one. */
function chooseByPlace(sameName: readonly OrganizationItem[], row: Content): Match {
  const there = sameName.filter((organization) => isSamePlace(organization, row));
  if (there.length === 1) return there[0];
  if (there.length > 1) return { several: there };
  const isElsewhere = listTowns(row).length > 0 && sameName.every((each) => listTowns(each).length > 0);
  return isElsewhere || sameName.length === 0 ? undefined : { several: sameName };
}

function apply(
  row: ParsedRow<OrganizationDraft>,
  { id, ...stored }: OrganizationItem,
): ParsedRow<OrganizationDraft> {
  const { externalIds: given, addresses, emails, phones, ...rest } = row.record.content;
  const externalIds = omitOwnId(given, id);
  return {
    ...row,
    record: {
      ...row.record,
      id,
      content: {
        ...rest,
        ...(addresses && { addresses: alignAddresses(stored.addresses, addresses) }),
        emails: keepFurther(listOrganizationEmails(stored), emails),
        phones: keepFurther(listOrganizationPhones(stored), phones),
        ...(externalIds && { externalIds }),
      },
    },
  };
}

/**
 * Gives rows the ids of the organizations that they are of, also where they name them as parents; a row that may be of several
 * is refused. One read for each id, and for rows without an organization one of all short entries.
 */
export async function matchOrganizations(
  tenant: TenantStore,
  rows: readonly Row<OrganizationDraft>[],
): Promise<readonly Row<OrganizationDraft>[]> {
  const drafts = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const ids = [...new Set(drafts.flatMap(({ id, ownId }) => (ownId === undefined ? [id] : [id, ownId])))];
  const loaded = await organizationsById(tenant, ids);
  const stored = new Map(ids.map((id, index) => [id, loaded[index]]));
  const index = createOrganizationIndex(tenant);
  const shared = listSharedNames(drafts.filter(({ content }) => content.externalIds !== undefined));
  const own = new Set(drafts.map(({ id }) => id));

  async function findMatch({ id, ownId, content }: OrganizationDraft): Promise<Match> {
    const byId = stored.get(id) ?? (ownId === undefined ? undefined : stored.get(ownId));
    if (byId) return byId;
    const [externalId] = content.externalIds ?? [];
    const known = externalId ? await index.findByExternalId(externalId) : [];
    if (known.length > 0) return known.length === 1 ? known[0] : { several: known };
    // A row that this import created before it was cut off is known by its own id only.
    const sameName = (await index.findByName(content.name)).filter(
      (organization) => !own.has(organization.id) && !hasOtherId(organization, content),
    );
    if (externalId && shared.has(foldForSort(content.name)))
      return sameName.find((organization) => isSamePlace(organization, content));
    return sameName.length === 1 ? sameName[0] : chooseByPlace(sameName, content);
  }

  const matches = new Map<string, Match>();
  const inTurn = createWorkQueue(READS_AT_ONCE);
  await Promise.all(drafts.map((draft) => inTurn(async () => matches.set(draft.id, await findMatch(draft)))));

  const findId = (id: string): string => {
    const match = matches.get(id);
    return match === undefined || isSeveral(match) ? id : match.id;
  };
  return rows.map((row) => {
    if (!('record' in row)) return row;
    const { id, content, parent } = row.record;
    const match = matches.get(id);
    if (isSeveral(match)) {
      const list = match.several.map((organization) => organization.id).join(', ');
      const reason = `may be of several organizations: ${list}; give the id of one, or merge them`;
      return { row: row.row, problems: [{ field: 'name', reason, value: content.name }] };
    }
    const placed = match ? apply(row, match) : row;
    const { parentId } = content;
    if (parent === undefined || parentId === undefined) return placed;
    return {
      ...placed,
      record: { ...placed.record, content: { ...placed.record.content, parentId: findId(parentId) } },
    };
  });
}
