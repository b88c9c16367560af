// Replaces a tenant's own text of account mails, or removes it, and audits the change.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { type Change, put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../shared/http/etag.ts';
import { auditSettingChange } from '../../../shared/settings/audit.ts';
import { getOwnText, type MailText, type MailTextItem, type MailTextPlace, mailTextKey } from './text.ts';

/** The text at a place after the change, and the changes; without `own` the platform's text is in use again. */
export function replaceMailText(
  tenant: TenantStore,
  { kind, language }: MailTextPlace,
  { before, own }: { readonly before: MailTextItem | undefined; readonly own: MailText | undefined },
  context: AuditContext & { readonly ifMatch: IfMatch | undefined },
): { readonly after: MailTextItem; readonly changes: readonly Change[] } {
  const after: MailTextItem = {
    ...{ type: 'account-mail-text', kind, language, ...own },
    version: (before?.version ?? 0) + 1,
    modifiedDate: context.now.toISOString(),
  };
  const view = (item: MailTextItem | undefined) => {
    const text = getOwnText(item);
    return text && { ...text };
  };
  return {
    after,
    changes: [
      put(mailTextKey(tenant, after), after, ifUnchangedOrAbsent(before, context.ifMatch)),
      auditSettingChange(
        tenant,
        {
          ...{ setting: 'AccountMailTexts', entry: `${kind}/${language}` },
          ...{ before: view(before), after: view(after) },
        },
        context,
      ),
    ],
  };
}
