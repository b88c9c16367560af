// Writes the custom field of a request, with its record in the audit of settings.
import type { AuditContext } from '../../../../shared/audit/audit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type CustomFieldContent,
  type CustomFieldItem,
  customFields,
  type FieldOwner,
} from '../../../../shared/directory/record/custom-field.ts';
import { buildDefinitionChanges } from '../../../../shared/directory/record/definition-store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { assertSameKind, presentField } from './field.ts';

/** The parts of a request's context that writing a field needs. */
export interface WriteContext extends AuditContext {
  readonly tenant: TenantStore;
  readonly ifMatch: IfMatch | undefined;
}

/** The changes that write a field; without `before` it is new. */
export function buildFieldChanges(
  context: WriteContext,
  owner: FieldOwner,
  { before, after }: { readonly before: CustomFieldItem | undefined; readonly after: CustomFieldItem },
) {
  const { tenant, ifMatch } = context;
  const views = {
    before: before && presentField(before, tenant.code),
    after: presentField(after, tenant.code),
  };
  return [
    ...buildDefinitionChanges(tenant, customFields(owner), { before, after }, ifMatch),
    auditSettingChange(tenant, { setting: 'CustomFields', entry: after.id, ...views }, context),
  ];
}

/** Replaces the content of a field and answers with the result. */
export function replaceField(
  context: WriteContext,
  owner: FieldOwner,
  before: CustomFieldItem,
  content: CustomFieldContent,
) {
  assertSameKind(before, content);
  const after = nextVersion(before.type, before.id, content, before, context.now);
  return write(
    buildFieldChanges(context, owner, { before, after }),
    ok(presentField(after, context.tenant.code), { version: after.version }),
  );
}
