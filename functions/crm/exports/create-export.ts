// POST /api/v1/Exports
import { seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import { findOwner } from '../../../shared/auth/access/owner.ts';
import { conflict, permissionDenied } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { chooseColumns } from './columns.ts';
import { createExport } from './contract.ts';
import { buildRun, type ExportItem, exportTtl } from './export.ts';
import { getPermission, listColumns, loadListFields, openList } from './open-list.ts';
import { presentExport } from './present.ts';
import { callJob, exportRuns, insertExport, listExportsOf } from './store.ts';

/** The most exports of one caller; Delete all exports removes them in one transaction. */
export const MAX_EXPORTS = 25;

/** Whether a caller with so many exports may have another. */
export const hasRoom = (count: number): boolean => count < MAX_EXPORTS;

export const handler = lambda(createExport, async (context) => {
  const { tenant, settings, caller, body, now, receivedAt, newId, url } = context;
  const permission = getPermission(body.list);
  if (!caller.permissions.has(permission)) throw permissionDenied(permission);
  const showsEmails = seesEmails(context);
  const fields = await loadListFields(tenant, body.list);
  const all = listColumns(body.list, fields);
  const columns = chooseColumns(all, body.columns, showsEmails);
  if (!showsEmails && all.some(({ name, isEmail }) => isEmail && columns.includes(name)))
    throw permissionDenied('crm.emails.read');
  const today = toLocalDate(settings.timeZone, now);
  const owner = findOwner(caller);
  const list = await openList(
    { tenant, settings, now, caller, owner, today, showsEmails, fields },
    body,
    columns,
  );
  if (!hasRoom((await listExportsOf(tenant, owner, receivedAt)).length))
    throw conflict(`You have ${MAX_EXPORTS} exports already; delete one first.`);
  const item: ExportItem = {
    ...{ type: 'export', id: newId(), requestedBy: owner, showsEmails, today, status: 'inprogress' },
    request: { ...JSON.parse(JSON.stringify(body)), columns },
    ...{ total: await list.count(), rows: 0, files: [], createdDate: now.toISOString(), version: 1 },
    ttl: exportTtl(receivedAt),
  };
  return write(
    [
      insertExport(tenant, item),
      exportRuns.put(tenant, undefined, buildRun(item, receivedAt)),
      callJob(tenant, item, newId()),
    ],
    reply(202, presentExport(item, context), {
      headers: { Location: url(`/api/v1/Exports/${item.id}`) },
      version: item.version,
      isComposed: true,
    }),
  );
});
