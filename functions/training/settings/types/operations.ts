// The operations that level, object and credit types have in common.

import type { AuditedSetting } from '../../../../shared/audit/audited-settings.ts';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { created, noContent, ok, write } from '../../../../shared/http/reply.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortByField } from '../../../../shared/lists/sort.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { buildPageHeaders } from '../../listing/listing.ts';
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

/** Lists a page of the types of a kind. */
export const listTypes =
  (kind: TypeKind) =>
  async ({ tenant, url, query }: TypeRequestContext & { readonly query: TypeQuery }) => {
    const types = sortByField(await listTypesOfKind(tenant, kind), query.sortBy, query.sortDirection);
    return ok(takePage(types, query).map(presentType), {
      headers: buildPageHeaders(url(settingPath(kind)), query, types.length),
    });
  };

/** Creates a type of a kind. */
export const createType =
  (kind: TypeKind) =>
  ({ tenant, body, url, ...context }: TypeRequestContext & { readonly body: CreateTypeInput }) => {
    const item = buildType(kind, context.newId(), body, context.now);
    const change = { setting: settingNames[kind], entry: item.id, after: presentType(item) };
    return write(
      [...insertType(tenant, item), auditSettingChange(tenant, change, context)],
      created(presentType(item), url(`${settingPath(kind)}/${item.id}`), { version: item.version }),
    );
  };

/** Gets one type. */
export const getType =
  (kind: TypeKind) =>
  async ({ tenant, params }: SingleTypeContext) => {
    const item = await requireType(tenant, kind, params.id);
    return ok(presentType(item), { version: item.version });
  };

/** Changes the fields of a type that were sent. */
export const updateType =
  (kind: TypeKind) =>
  async ({
    tenant,
    params,
    body,
    ifMatch,
    ...context
  }: SingleTypeContext & { readonly body: UpdateTypeInput }) => {
    const before = await requireType(tenant, kind, params.id);
    const after = applyTypeInput(before, body, context.now);
    const views = { before: presentType(before), after: presentType(after) };
    const change = { setting: settingNames[kind], entry: after.id, ...views };
    return write(
      [...replaceType(tenant, before, after, ifMatch), auditSettingChange(tenant, change, context)],
      ok(presentType(after), { version: after.version }),
    );
  };

/** Deletes a type that no record uses. */
export const deleteType =
  (kind: TypeKind) =>
  async ({ tenant, params, ifMatch, ...context }: SingleTypeContext) => {
    const before = await requireType(tenant, kind, params.id);
    assertNotInUse(before);
    const change = { setting: settingNames[kind], entry: before.id, before: presentType(before) };
    return write(
      [...removeType(tenant, before, ifMatch), auditSettingChange(tenant, change, context)],
      noContent(),
    );
  };
