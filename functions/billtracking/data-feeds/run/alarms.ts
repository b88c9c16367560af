// The mails to the administrators of a tenant when a data feed no longer brings what it should.
import { type SubjectItem, subjectsByName, tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { listHeldRoles } from '../../../../shared/auth/permissions/role-ids.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { putMail } from '../../../../shared/mail/outbox.ts';
import { findUserEmail } from '../../../../shared/subscriptions/find-user-email.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { FeedHealth, FeedItem } from '../record/feed.ts';

/** So many administrators get a mail at most. */
const MAX_RECIPIENTS = 20;

/** The mail addresses of the tenant's administrators. */
async function listAdministrators(tenant: TenantStore): Promise<string[]> {
  const [settings, users] = await Promise.all([
    tenant.get(tenantKey(tenant)),
    tenant.queryAll<SubjectItem>(subjectsByName(tenant), { beginsWith: 'user#' }),
  ]);
  const administrators = users.filter(
    (user) => settings && !user.disabled && listHeldRoles(user, settings).includes('admin'),
  );
  const found = await Promise.all(
    administrators.slice(0, MAX_RECIPIENTS).map((user) => findUserEmail(tenant, user)),
  );
  return [...new Set(found.filter((email) => email !== undefined))];
}

const words: Readonly<Record<Exclude<FeedHealth['state'], 'OK'>, string>> = {
  SILENT: 'has gone silent',
  EMPTY: 'finds nothing to read',
  REFUSING: 'was refused rows',
  FAILING: 'cannot be read',
  UNREAD: 'no longer reads all tracked bills',
};

/** The mails that say what is wrong with a feed. */
export async function buildAlarms(
  tenant: TenantStore,
  feed: FeedItem,
  { state, reason = '' }: FeedHealth,
  { version, lastBroughtDate }: { readonly version: number; readonly lastBroughtDate: string | undefined },
  now: Date,
): Promise<Change[]> {
  if (state === 'OK') return [];
  const last =
    lastBroughtDate === undefined
      ? 'It has brought nothing so far.'
      : `It brought something last on ${toLocalDate(feed.schedule.timeZone, new Date(lastBroughtDate))}.`;
  const mail = {
    subject: `The data feed ${feed.name} ${words[state]}`,
    text: `${[`The data feed "${feed.name}" ${words[state]}.`, reason, last, 'Until it is mended, changes of the bills that it reads may go unnoticed. You get no other mail about it before its state changes.'].filter(Boolean).join('\n\n')}\n`,
  };
  return (await listAdministrators(tenant)).map((to) =>
    putMail(tenant, recordId(tenant.code, 'feed-alarm', `${feed.id} ${version} ${to}`), { ...mail, to }, now),
  );
}
