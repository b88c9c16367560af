// Stores saved views: those of a caller, those of everybody, and which one is the default of a list.
import { type Change, insert, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import type { StoredRecord } from '../../../shared/directory/record/stored.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { type ViewedList, viewedLists } from './viewed-lists.ts';

/** What a view says. */
export interface ViewContent {
  readonly list: ViewedList;
  readonly name: string;
  /** The body of the list's request, without its page. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly columns?: readonly string[] | undefined;
  /** The subject of the caller whose view it is; absent for a view of everybody. */
  readonly owner?: string | undefined;
}

/** A stored view. */
export type ViewItem = ViewContent & StoredRecord<'view'>;

interface DefaultItem {
  readonly type: 'default-view';
  readonly viewId: string;
}

/** Whose views: a caller's own, or everybody's. */
export type ViewOwner = string | undefined;

const partitionName = (owner: ViewOwner): string => (owner === undefined ? 'VIEWS' : `VIEWS-OF#${owner}`);

const viewKey = (tenant: TenantStore, owner: ViewOwner, id: string): Key<ViewItem> =>
  tenant.key(partitionName(owner), `VIEW#${id}`);
const defaultKey = (tenant: TenantStore, owner: ViewOwner, list: ViewedList): Key<DefaultItem> =>
  tenant.key(partitionName(owner), `DEFAULT#${list}`);
const viewsOf = (tenant: TenantStore, owner: ViewOwner): Partition<ViewItem> =>
  tenant.partition<ViewItem>(partitionName(owner));

/** Where the caller's view with this id may be: among their own and among everybody's. */
const listPlaces = (tenant: TenantStore, caller: string, id: string): Key<ViewItem>[] => [
  viewKey(tenant, caller, id),
  viewKey(tenant, undefined, id),
];

/** All views of a tenant: the erasure of a person looks through them (shared/directory/person-data/iterate-person-data.ts). */
const allViews = (tenant: TenantStore): Partition<ViewItem> => tenant.listing('ALL-VIEWS');

/** The views of an owner. One query. */
export const listViewsOf = (tenant: TenantStore, owner: ViewOwner): Promise<ViewItem[]> =>
  tenant.queryAll(viewsOf(tenant, owner), { beginsWith: 'VIEW#', consistent: true });

/** The view with this id, if it is the caller's or everybody's: another caller's own does not exist for this one. */
export async function findView(
  tenant: TenantStore,
  caller: string,
  id: string,
): Promise<ViewItem | undefined> {
  const found = await tenant.getMany(listPlaces(tenant, caller, id.toLowerCase()), { consistent: true });
  return found.find((view) => view !== undefined);
}

/**
 * The view with this id.
 * @throws Failure 404
 */
export async function requireView(tenant: TenantStore, caller: string, id: string): Promise<ViewItem> {
  const view = await findView(tenant, caller, id);
  if (!view) throw notFound('view', id, 'viewId');
  return view;
}

/** The choices for a list that were made: the caller's own first, then everybody's. */
async function listChoices(
  tenant: TenantStore,
  caller: string,
  lists: readonly ViewedList[],
): Promise<string[][]> {
  const keys = lists.flatMap((list) => [
    defaultKey(tenant, caller, list),
    defaultKey(tenant, undefined, list),
  ]);
  const found = await tenant.getMany(keys, { consistent: true });
  return lists.map((_, index) =>
    found.slice(2 * index, 2 * index + 2).flatMap((choice) => choice?.viewId ?? []),
  );
}

/** The default views among all that the caller sees: for each list the first choice that was not deleted. */
export async function findDefaults(
  tenant: TenantStore,
  caller: string,
  views: readonly ViewItem[],
): Promise<ReadonlySet<string>> {
  const known = new Set(views.map(({ id }) => id));
  const choices = await listChoices(tenant, caller, viewedLists);
  return new Set(choices.flatMap((ids) => ids.find((id) => known.has(id)) ?? []));
}

/** Whether this view is the caller's default of its list. */
export async function isDefaultView(tenant: TenantStore, caller: string, view: ViewItem): Promise<boolean> {
  const [choices = []] = await listChoices(tenant, caller, [view.list]);
  const place = choices.indexOf(view.id);
  if (place <= 0) return place === 0;
  const earlier = choices.slice(0, place).flatMap((id) => listPlaces(tenant, caller, id));
  return (await tenant.getMany(earlier, { consistent: true })).every((found) => found === undefined);
}

/** The changes that make a view the default of its list, for its owner or for everybody. */
export const setDefault = (
  tenant: TenantStore,
  owner: ViewOwner,
  list: ViewedList,
  viewId: string | undefined,
): Change[] => [
  viewId === undefined
    ? remove(defaultKey(tenant, owner, list))
    : put(defaultKey(tenant, owner, list), { type: 'default-view', viewId }),
];

/** The changes that write a view; without `before` it is new. A view that is shared, or no longer, moves. */
export function saveView(
  tenant: TenantStore,
  { before, after }: { readonly before: ViewItem | undefined; readonly after: ViewItem },
  ifMatch?: IfMatch,
): Change[] {
  const place = viewKey(tenant, after.owner, after.id);
  const listed = { listing: allViews(tenant), sort: after.id };
  if (!before) return [insert(place, after, { listed })];
  const unchanged = ifUnchanged(before.version, ifMatch);
  if (before.owner === after.owner) return [put(place, after, { ...unchanged, listed })];
  return [remove(viewKey(tenant, before.owner, before.id), unchanged), insert(place, after, { listed })];
}

/** The change that removes a view. */
export const removeView = (tenant: TenantStore, view: ViewItem, ifMatch: IfMatch | undefined): Change =>
  remove(viewKey(tenant, view.owner, view.id), ifUnchanged(view.version, ifMatch));
