// Finding a person by an id of another system than the one the person was imported from.
import { commit, put } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import type { ExternalId } from './fields.ts';

/** Who has an id. */
interface CrossIdItem {
  readonly type: 'cross-id';
  readonly personId: string;
}

/** An id and the person it is of. */
export interface PersonExternalId {
  readonly externalId: ExternalId;
  readonly personId: string;
}

const crossIdKey = (tenant: TenantStore, { scheme, identifier }: ExternalId): Key<CrossIdItem> =>
  tenant.key(`PERSON-OF#${scheme}`, identifier);

const MAX_PER_COMMIT = 100;

/** Remembers whose ids these are, each once. What is known already costs one read and is not written again. */
export async function savePersonIds(tenant: TenantStore, known: readonly PersonExternalId[]): Promise<void> {
  const kept = await tenant.getMany(known.map(({ externalId }) => crossIdKey(tenant, externalId)));
  const news = known.filter(({ personId }, at) => kept[at]?.personId !== personId);
  for (let start = 0; start < news.length; start += MAX_PER_COMMIT)
    await commit(
      news
        .slice(start, start + MAX_PER_COMMIT)
        .map(({ externalId, personId }) =>
          put(crossIdKey(tenant, externalId), { type: 'cross-id', personId }),
        ),
    );
}

/** The people with these ids, in their order; undefined where nobody is known. One round trip per hundred. */
export async function personIdsByCrossId(
  tenant: TenantStore,
  ids: readonly ExternalId[],
): Promise<(string | undefined)[]> {
  const kept = await tenant.getMany(ids.map((id) => crossIdKey(tenant, id)));
  return kept.map((one) => one?.personId);
}
