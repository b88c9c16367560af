// Presents exports, with new links to their files.
import { type EmailViewer, seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { createSignedLink } from '../../../shared/files/signed-link.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { type ExportItem, linkExpiry } from './export.ts';
import { getPermission, listColumns } from './open-list.ts';

/** The parts of a request's context that presenting exports needs. */
export interface PresentContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly receivedAt: Date;
}

/** Whether the caller, whose export it is, still may see what its files have. */
function maySee(viewer: EmailViewer, { list, columns }: ExportItem['request']): boolean {
  const hasEmails = listColumns(list, []).some(({ name, isEmail }) => isEmail && columns.includes(name));
  return viewer.caller.permissions.has(getPermission(list)) && (!hasEmails || seesEmails(viewer));
}

/** The files with new links, once all of them are made. */
const presentFiles = (item: ExportItem, context: PresentContext) =>
  item.status === 'success' && maySee(context, item.request)
    ? item.files.map((file) => ({
        name: file.name,
        rows: file.rows,
        link: areaUrl(
          'training',
          createSignedLink(context.tenant, file, linkExpiry(item, context.receivedAt)),
        ),
      }))
    : [];

function computePercent({ status, total, rows }: ExportItem): number | null {
  if (status === 'success') return 100;
  return total === undefined ? null : Math.min(99, Math.floor((100 * rows) / Math.max(1, total)));
}

/** An export as the interface presents it. */
export function presentExport(item: ExportItem, context: PresentContext) {
  const files = presentFiles(item, context);
  const { list, format, columns } = item.request;
  return {
    ...{ id: item.id, list, format, columns, status: item.status },
    progress: { rows: item.rows, total: item.total ?? null, percent: computePercent(item) },
    files,
    linkExpires: files.length === 0 ? null : linkExpiry(item, context.receivedAt).toISOString(),
    reason: item.reason ?? null,
    createdDate: item.createdDate,
    completedDate: item.completedDate ?? null,
    keptUntil: new Date(item.ttl * 1000).toISOString(),
  };
}
