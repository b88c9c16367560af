// What the endpoints of level, object and credit types do alike.

import type { Caller } from '../../../../shared/auth/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { created, noContent, ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import type { AuditedSetting } from '../../../../shared/settings/audited-settings.ts';
import { buildPageHeaders, sortEntries, takePage } from '../../listing.ts';
import { insertType, listTypesOfKind, removeType, replaceType, requireType } from './store.ts';
import { applyTypeInput, assertNotInUse, buildType, presentType, type TypeKind } from './training-type.ts';
import type { CreateTypeInput, TypeQuery, UpdateTypeInput } from './type-schemas.ts';

const settingNames = {
  levelType: 'LevelTypes',
  objectType: 'ObjectTypes',
  creditType: 'CreditTypes',
} as const satisfies Record<TypeKind, AuditedSetting>;
const settingPath = (kind: TypeKind): string => `/api/v1/Settings/${settingNames[kind]}`;

interface TypeRequestContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
  readonly url: (path: string) => string;
  readonly ifMatch: IfMatch | undefined;
}

interface SingleTypeContext extends TypeRequestContext {
  readonly params: { readonly id: string };
}

/** A page of the types of a kind. */
export async function listTypes(
  kind: TypeKind,
  { tenant, url, query }: TypeRequestContext & { readonly query: TypeQuery },
) {
  const types = sortEntries(await listTypesOfKind(tenant, kind), query.sortBy, query.sortDirection);
  return ok(takePage(types, query).map(presentType), {
    headers: buildPageHeaders(url(settingPath(kind)), query, types.length),
  });
}

/** A new type of a kind. */
export function createType(
  kind: TypeKind,
  { tenant, body, url, ...context }: TypeRequestContext & { readonly body: CreateTypeInput },
) {
  const item = buildType(kind, context.newId(), body, context.now);
  const said = { setting: settingNames[kind], entry: item.id, after: presentType(item) };
  return write(
    [...insertType(tenant, item), auditSettingChange(tenant, said, context)],
    created(presentType(item), url(`${settingPath(kind)}/${item.id}`), { version: item.version }),
  );
}

/** One type. */
export async function getType(kind: TypeKind, { tenant, params }: SingleTypeContext) {
  const item = await requireType(tenant, kind, params.id);
  return ok(presentType(item), { version: item.version });
}

/** A type with what was sent changed. */
export async function updateType(
  kind: TypeKind,
  { tenant, params, body, ifMatch, ...context }: SingleTypeContext & { readonly body: UpdateTypeInput },
) {
  const before = await requireType(tenant, kind, params.id);
  const after = applyTypeInput(before, body, context.now);
  const shown = { before: presentType(before), after: presentType(after) };
  const said = { setting: settingNames[kind], entry: after.id, ...shown };
  return write(
    [...replaceType(tenant, before, after, ifMatch), auditSettingChange(tenant, said, context)],
    ok(presentType(after), { version: after.version }),
  );
}

/** Removes a type that nothing has. */
export async function deleteType(kind: TypeKind, { tenant, params, ifMatch, ...context }: SingleTypeContext) {
  const before = await requireType(tenant, kind, params.id);
  assertNotInUse(before);
  const said = { setting: settingNames[kind], entry: before.id, before: presentType(before) };
  return write(
    [...removeType(tenant, before, ifMatch), auditSettingChange(tenant, said, context)],
    noContent(),
  );
}
