// What the endpoints of level types and of object types do alike.

import type { TenantStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { created, noContent, ok, write } from '../../../shared/http/reply.ts';
import { inOrder, pageFrom, placeInList } from '../listing.ts';
import { changedType, newType, refuseRemovalInUse, shownType, type TypeKind } from './award-type.ts';
import type { TypeChange, TypeCreation, TypeQuery } from './contract.ts';
import { foundType, typeCreation, typeRemoval, typeReplacement, typesOfKind } from './store.ts';

const paths: Readonly<Record<TypeKind, string>> = {
  levelType: '/api/v1/Settings/LevelTypes',
  objectType: '/api/v1/Settings/ObjectTypes',
};

interface Asked {
  readonly tenant: TenantStore;
  readonly now: Date;
  readonly newId: () => string;
  readonly url: (path: string) => string;
  readonly ifMatch: IfMatch | undefined;
}

interface AskedOfOne extends Asked {
  readonly params: { readonly id: string };
}

/** A page of the types of a kind. */
export async function listTypes(
  kind: TypeKind,
  { tenant, url, query }: Asked & { readonly query: TypeQuery },
) {
  const types = inOrder(await typesOfKind(tenant, kind), query.sortBy, query.sortDirection);
  return ok(pageFrom(types, query).map(shownType), {
    headers: placeInList(url(paths[kind]), query, types.length),
  });
}

/** A new type of a kind. */
export function createType(
  kind: TypeKind,
  { tenant, body, now, newId, url }: Asked & { readonly body: TypeCreation },
) {
  const item = newType(kind, newId(), body, now);
  return write(
    typeCreation(tenant, item),
    created(shownType(item), url(`${paths[kind]}/${item.id}`), { version: item.version }),
  );
}

/** One type. */
export async function getType(kind: TypeKind, { tenant, params }: AskedOfOne) {
  const item = await foundType(tenant, kind, params.id);
  return ok(shownType(item), { version: item.version });
}

/** A type with what was sent changed. */
export async function updateType(
  kind: TypeKind,
  { tenant, params, body, now, ifMatch }: AskedOfOne & { readonly body: TypeChange },
) {
  const before = await foundType(tenant, kind, params.id);
  const after = changedType(before, body, now);
  return write(
    typeReplacement(tenant, before, after, ifMatch),
    ok(shownType(after), { version: after.version }),
  );
}

/** Removes a type that no award has. */
export async function deleteType(kind: TypeKind, { tenant, params, ifMatch }: AskedOfOne) {
  const before = await foundType(tenant, kind, params.id);
  refuseRemovalInUse(before);
  return write(typeRemoval(tenant, before, ifMatch), noContent());
}
