// Notes in a tracked bill that a new text has taken the place of an earlier one, or most of it. The platform calls it for each new
// document, because a comparison takes too long for a request.
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { type BillItem, DEFAULT_REWRITE_PERCENT, isTracked, type TextChange } from '../record/bill.ts';
import { billById, putBills } from '../record/store.ts';
import { loadBillSettings } from '../settings/store.ts';
import { measureReplacedShare } from './comparison/compare-documents.ts';
import type { DocumentItem } from './record/document.ts';
import { documentsById, listDocuments } from './record/store.ts';

/** The place of a version among the others. */
const sortKey = ({ date, createdDate, id }: DocumentItem): string =>
  `${date ?? createdDate} ${createdDate} ${id}`;

/** The text before a new one: the one that it replaces, or of a version the one before it. */
async function findEarlier(tenant: TenantStore, document: DocumentItem): Promise<DocumentItem | undefined> {
  if (document.replaces !== undefined) return (await documentsById(tenant, [document.replaces]))[0];
  if (document.kind !== 'VERSION') return undefined;
  return (await listDocuments(tenant, document.billId))
    .filter(
      (other) =>
        other.kind === 'VERSION' &&
        other.text !== undefined &&
        other.replacedDate === undefined &&
        sortKey(other) < sortKey(document),
    )
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    .at(-1);
}

const describeChange = (earlier: DocumentItem, document: DocumentItem, seenAt: string): TextChange => ({
  ...{ documentId: document.id, earlierId: earlier.id, title: document.title, earlierTitle: earlier.title },
  ...omitUndefined({ date: document.date, earlierDate: earlier.date }),
  seenAt,
});

/** Whether a share of a text that is gone is most of it. @param percent of the settings */
export const isRewrite = (share: number, percent = DEFAULT_REWRITE_PERCENT): boolean =>
  share * 100 >= percent;

/** What a new document changes of its bill. */
async function findChange(
  tenant: TenantStore,
  document: DocumentItem,
  now: Date,
): Promise<Pick<BillItem, 'replacedText' | 'rewrite'>> {
  const earlier = document.text && (await findEarlier(tenant, document));
  if (!earlier?.text) return {};
  const [share, { rewritePercent }, settings] = await Promise.all([
    document.kind === 'VERSION' ? measureReplacedShare(tenant, earlier, document, now) : 0,
    loadBillSettings(tenant),
    tenant.get(tenantKey(tenant)),
  ]);
  const moment = (settings ? tenantTime(settings, now) : now).toISOString();
  const change = describeChange(earlier, document, moment);
  return {
    ...(document.replaces !== undefined && { replacedText: change }),
    ...(isRewrite(share, rewritePercent) &&
      document.kind === 'VERSION' && { rewrite: { ...change, replacedPercent: Math.floor(share * 100) } }),
  };
}

/** Notes what a new document is to the text before it, once. @param now real time */
export async function noteTextChange(tenant: TenantStore, id: string, now: Date): Promise<void> {
  const [document] = await documentsById(tenant, [id]);
  const bill = document && (await billById(tenant, document.billId));
  if (!document || !bill || !isTracked(bill)) return;
  const change = await findChange(tenant, document, now);
  if (Object.keys(change).length === 0) return;
  await decideAndCommit(async () => {
    const before = await billById(tenant, document.billId, { consistent: true });
    const isNoted = [before?.replacedText, before?.rewrite].some((noted) => noted?.documentId === id);
    if (!before || isNoted) return { changes: [] };
    const after = {
      ...before,
      ...change,
      ...{
        version: before.version + 1,
        modifiedDate: (change.replacedText ?? change.rewrite)?.seenAt ?? before.modifiedDate,
      },
    };
    return { changes: await putBills(tenant, [{ before, after }]) };
  });
}
