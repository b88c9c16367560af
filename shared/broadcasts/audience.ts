// Reads the audience of a broadcast: its lists one after the other, then its filter, in pages of people.
import type { TenantItem } from '../auth/records.ts';
import type { Position, TenantStore } from '../data/store.ts';
import { requireDefinition } from '../directory/definition-store.ts';
import { mailingLists } from '../directory/mailing-list.ts';
import { queryMembers } from '../directory/mailing-list-members.ts';
import { personEntries } from '../directory/person-entries.ts';
import type { FilterRule } from '../lists/filter-rules.ts';
import { resolveFilter, selectEntries } from '../people-filter/people-filter.ts';
import type { BroadcastItem } from './broadcast.ts';

/** People of the audience, and where the next ones are; `next` is absent after the last ones of the source. */
export interface AudiencePage {
  readonly personIds: readonly string[];
  /** The list by which they were chosen, if it was one. */
  readonly listId?: string | undefined;
  readonly next?: string | undefined;
}

/** People of a static list, and short entries of people that are filtered, in a page. */
const MEMBERS = 100;
const ENTRIES = 300;

interface AudienceContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
}

async function readFiltered(
  context: AudienceContext,
  filterBody: Readonly<Record<string, unknown>>,
  after: string | undefined,
): Promise<AudiencePage> {
  const filterRules = (filterBody.filterRules ?? []) as readonly FilterRule[];
  const filter = await resolveFilter(context, { filterRules, isActive: true });
  const { items, next } = await context.tenant.query(personEntries(context.tenant), {
    limit: ENTRIES,
    ...(after !== undefined && { after: JSON.parse(after) as Position }),
  });
  const selected = selectEntries(items, filter, { sortBy: 'name', sortDirection: 'asc' });
  return { personIds: selected.map(({ id }) => id), next: next && JSON.stringify(next) };
}

/** The number of sources of a broadcast. */
export const countSources = ({ listIds, filterBody }: BroadcastItem): number =>
  listIds.length + (filterBody ? 1 : 0);

/** A page of a source of the audience. A filter whose custom field was removed meanwhile selects nobody by it. */
export async function readAudience(
  context: AudienceContext,
  { listIds, filterBody = {} }: BroadcastItem,
  source: number,
  after: string | undefined,
): Promise<AudiencePage> {
  const listId = listIds[source];
  if (listId === undefined) return readFiltered(context, filterBody, after);
  const list = await requireDefinition(context.tenant, mailingLists, listId, 'listIds');
  if (list.filterBody) return { ...(await readFiltered(context, list.filterBody, after)), listId };
  const { items, next } = await queryMembers(context.tenant, listId, MEMBERS + 1, after);
  const members = items.filter(({ personId }) => `MEMBER#${personId}` !== after);
  return {
    personIds: members.map(({ personId }) => personId),
    listId,
    next: next?.sk,
  };
}
