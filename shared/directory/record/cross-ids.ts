// Finds a person by an id of another system than the one they were imported from.
import { commit, put } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import type { ExternalId } from './fields.ts';

/** The stored person of an id. */
interface CrossIdItem {
  readonly type: 'cross-id';
  readonly personId: string;
}

/** An id and the person it belongs to. */
export interface PersonExternalId {
  readonly externalId: ExternalId;
  readonly personId: string;
}

const crossIdKey = (tenant: TenantStore, { scheme, identifier }: ExternalId): Key<CrossIdItem> =>
  tenant.key(`PERSON-OF#${scheme}`, identifier);

const MAX_PER_COMMIT = 100;

/** Stores the people of these ids, each once. A known id costs one read and is not written again. */
export async function savePersonIds(tenant: TenantStore, ids: readonly PersonExternalId[]): Promise<void> {
  const stored = await tenant.getMany(ids.map(({ externalId }) => crossIdKey(tenant, externalId)));
  const changed = ids.filter(({ personId }, index) => stored[index]?.personId !== personId);
  for (let start = 0; start < changed.length; start += MAX_PER_COMMIT)
    await commit(
      changed
        .slice(start, start + MAX_PER_COMMIT)
        .map(({ externalId, personId }) =>
          put(crossIdKey(tenant, externalId), { type: 'cross-id', personId }),
        ),
    );
}

/** The person ids of these ids, in their order; undefined where none is known. One round trip per hundred. */
export async function personIdsByCrossId(
  tenant: TenantStore,
  ids: readonly ExternalId[],
): Promise<(string | undefined)[]> {
  const stored = await tenant.getMany(ids.map((id) => crossIdKey(tenant, id)));
  return stored.map((item) => item?.personId);
}
