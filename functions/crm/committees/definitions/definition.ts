// What positions, election terms and regions have in common: how they are created, replaced and presented.
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  buildDefinitionChanges,
  type DefinitionKind,
  requireDefinition,
} from '../../../../shared/directory/record/definition-store.ts';
import { nextVersion, type StoredRecord } from '../../../../shared/directory/record/stored.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { created, ok, write } from '../../../../shared/http/reply.ts';

interface WriteContext {
  readonly tenant: TenantStore;
  readonly now: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
  readonly url: (path: string) => string;
}

/** A kind of definition with its address and its form in the interface. */
export interface PresentedKind<C extends { readonly name: string }, K extends string, V> {
  readonly kind: DefinitionKind<C, K>;
  readonly path: string;
  /** The parameter of the path that names one. */
  readonly parameter: string;
  readonly present: (definition: C & StoredRecord<K>, tenantCode: string) => V;
}

/** The fields that every definition has. */
export const presentRecord = (
  definition: StoredRecord<string> & { readonly name: string; readonly isActive?: boolean | undefined },
  tenantCode: string,
) => ({
  id: definition.id,
  name: definition.name,
  createdDate: definition.createdDate,
  modifiedDate: definition.modifiedDate,
  isActive: definition.isActive ?? true,
  tenantId: tenantCode,
});

/** Writes a new definition. */
export function insertDefinition<C extends { readonly name: string }, K extends string, V>(
  { tenant, now, newId, url }: WriteContext,
  { kind, path, present }: PresentedKind<C, K, V>,
  content: C,
) {
  const after = nextVersion(kind.type, newId(), content, undefined, now);
  return write(
    buildDefinitionChanges(tenant, kind, { before: undefined, after }),
    created(present(after, tenant.code), url(`${path}/${after.id}`), { version: after.version }),
  );
}

/** Answers with a definition. */
export async function replyWithDefinition<C extends { readonly name: string }, K extends string, V>(
  { tenant }: Pick<WriteContext, 'tenant'>,
  { kind, parameter, present }: PresentedKind<C, K, V>,
  id: string,
) {
  const found = await requireDefinition(tenant, kind, id, parameter);
  return ok(present(found, tenant.code), { version: found.version });
}

/** Replaces the content of a definition. */
export async function replaceDefinition<C extends { readonly name: string }, K extends string, V>(
  { tenant, now, ifMatch }: WriteContext,
  { kind, parameter, present }: PresentedKind<C, K, V>,
  id: string,
  content: C,
) {
  const before = await requireDefinition(tenant, kind, id, parameter);
  const after = nextVersion(kind.type, before.id, content, before, now);
  return write(
    buildDefinitionChanges(tenant, kind, { before, after }, ifMatch),
    ok(present(after, tenant.code), { version: after.version }),
  );
}
