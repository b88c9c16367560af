// The platform's audit keeps what was done to users and to the tenant, and by whom; names and addresses of users who are gone
// leave it, and so does what the tenant and its records were like.
import { type RecordAuditItem, recordsAudit } from '../../../shared/audit/audit.ts';
import { readGroups } from '../../../shared/auth/accounts/read-groups.ts';
import { userKey } from '../../../shared/auth/accounts/users.ts';
import { type Change, ifPresent, update } from '../../../shared/data/changes.ts';
import type { Page, PlatformStore, Position } from '../../../shared/data/store.ts';

/** How many entries are looked at in one step: those that change are committed with the step. */
const PAGE = 90;

const views = ['before', 'after'] as const;
const personalFacts = ['byName', 'address', 'userAgent'] as const;

/** Whether an entry shows the tenant, its mail domains or one of its clients. */
const isAboutTenant = ({ recordType, recordId, before, after }: RecordAuditItem, code: string): boolean =>
  recordType === 'Client'
    ? before?.tenantCode === code || after?.tenantCode === code
    : ['Tenant', 'SignInDomains'].includes(recordType) && recordId === code;

/** The attributes of an entry that are about users who are gone, or show what is erased. */
function listErased(item: RecordAuditItem, code: string, isGone: (id: string) => boolean): readonly string[] {
  const isErased = isAboutTenant(item, code) || (item.recordType === 'User' && isGone(item.recordId));
  const names = [
    ...(isErased ? views : []),
    ...(item.byKind === 'user' && isGone(item.by) ? personalFacts : []),
  ];
  return names.filter((name) => item[name] !== undefined);
}

/** A page of the audit, and the changes that redact entries of it when this tenant is erased. */
export async function redactPage(
  platform: PlatformStore,
  tenantCode: string,
  after: Position | undefined,
): Promise<{ readonly changes: readonly Change[]; readonly next: Position | undefined }> {
  const page: Page<RecordAuditItem> = await platform.query(recordsAudit(platform), {
    ...{ limit: PAGE, consistent: true },
    ...(after && { after }),
  });
  const mentioned = page.items.flatMap(({ recordType, recordId, byKind, by }) => [
    ...(recordType === 'User' ? [recordId] : []),
    ...(byKind === 'user' ? [by] : []),
  ]);
  const ids = [...new Set(mentioned)];
  const [users] = await readGroups(ids.map((id) => userKey(platform, id)));
  const gone = new Set(ids.filter((_, index) => users[index] === undefined));
  return {
    changes: page.items.flatMap((item) => {
      const names = listErased(item, tenantCode, (id) => gone.has(id));
      const key = platform.key<RecordAuditItem>('AUDIT', `${item.at}#${item.id}`);
      const ifThere = { condition: ifPresent, onConflict: 'retry' as const };
      return names.length === 0 ? [] : [update(key, { unset: names }, ifThere)];
    }),
    next: page.next,
  };
}
