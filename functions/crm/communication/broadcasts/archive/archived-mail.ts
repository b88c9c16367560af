// Mails of the public archive: what is listed of each, and its page, as it was when staff put it there.
import { type Change, put, remove } from '../../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../../shared/data/store.ts';

/** What the archive lists of a mail. */
export interface ArchivedMailItem {
  readonly type: 'archived-mail';
  /** The id of the broadcast. */
  readonly id: string;
  readonly title: string;
  /** When all of it was sent: ISO 8601 UTC. */
  readonly sentDate: string;
}

interface ArchivedPageItem {
  readonly type: 'archived-mail-page';
  readonly html: string;
}

/** So many are listed, the latest first. */
const MOST_MAILS = 100;

const archive = 'MAIL-ARCHIVE';
type Place = Pick<ArchivedMailItem, 'id' | 'sentDate'>;
const mailKey = (tenant: TenantStore, { id, sentDate }: Place): Key<ArchivedMailItem> =>
  tenant.key(archive, `${sentDate}#${id}`);
const pageKey = (tenant: TenantStore, id: string): Key<ArchivedPageItem> =>
  tenant.key(`ARCHIVED-MAIL#${id}`, 'PAGE');

/** The changes that put a mail into the archive. */
export const putArchived = (
  tenant: TenantStore,
  mail: Omit<ArchivedMailItem, 'type'>,
  html: string,
): Change[] => [
  put(mailKey(tenant, mail), { type: 'archived-mail', ...mail }),
  put(pageKey(tenant, mail.id), { type: 'archived-mail-page', html }),
];

/** The changes that take it out. */
export const removeArchived = (tenant: TenantStore, place: Place): Change[] => [
  remove(mailKey(tenant, place)),
  remove(pageKey(tenant, place.id)),
];

/** The mails of the archive, the latest first. One query. */
export const listArchived = async (tenant: TenantStore): Promise<readonly ArchivedMailItem[]> =>
  (
    await tenant.query(tenant.partition<ArchivedMailItem>(archive), {
      backward: true,
      limit: MOST_MAILS,
    })
  ).items;

/** The page of a mail in the archive, as HTML. One read. */
export const loadArchivedPage = async (tenant: TenantStore, id: string): Promise<string | undefined> =>
  (await tenant.get(pageKey(tenant, id)))?.html;
