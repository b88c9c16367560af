// The change of a template, with its audit.
import type { Caller } from '../../../../shared/auth/access.ts';
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

/** Replaces the template that was read as `before`; there is one from the first change on. */
export function replaceTemplate(
  tenant: TenantStore,
  before: TemplateItem | undefined,
  after: TemplateItem,
  circumstances: ChangeContext,
): Change[] {
  const { id: kind } = after;
  const shown = (item: TemplateItem | undefined) => ({
    ...templateWords(kind, item),
    isOn: item?.isOn ?? true,
  });
  return [
    put(templateKey(tenant, kind), after, ifUnchangedOrAbsent(before, circumstances.ifMatch)),
    auditSettingChange(
      tenant,
      { setting: 'NotificationTemplates', entry: kind, before: shown(before), after: shown(after) },
      circumstances,
    ),
  ];
}
