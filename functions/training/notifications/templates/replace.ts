// Replaces a template and audits the change.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { type Change, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { type TemplateItem, templateKey, templateWords } from '../template.ts';

interface ChangeContext {
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** Replaces the template that was read as `before`; the first change creates it. */
export function replaceTemplate(
  tenant: TenantStore,
  before: TemplateItem | undefined,
  after: TemplateItem,
  context: ChangeContext,
): Change[] {
  const { id: kind } = after;
  const view = (item: TemplateItem | undefined) => ({
    ...templateWords(kind, item),
    isOn: item?.isOn ?? true,
  });
  return [
    put(templateKey(tenant, kind), after, ifUnchangedOrAbsent(before, context.ifMatch)),
    auditSettingChange(
      tenant,
      { setting: 'NotificationTemplates', entry: kind, before: view(before), after: view(after) },
      context,
    ),
  ];
}
