// Broadcasts in the interface's form.

import {
  countWaiting,
  type Figures,
  loadFigures,
  parseReason,
} from '../../../../shared/broadcast-figures/figures.ts';
import { type BroadcastItem, figureNames } from '../../../../shared/broadcasts/broadcast.ts';
import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import { loadTexts } from '../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { listSizeWarnings } from '../../../../shared/mail/mail-size.ts';
import {
  loadMentionedFields,
  showFieldNames,
  showSubject,
} from '../message-templates/custom-merge-fields.ts';

import { presentSendWhen } from './waiting/present.ts';
/** The address of a broadcast in the public archive; without an id that of the archive. */
export const buildArchiveUrl = (tenantCode: string, id?: string): string =>
  areaUrl('crm', `/api/v1/MailArchive/${tenantCode}${id === undefined ? '' : `/${id}`}`);

/**
 * A broadcast in lists.
 * @param fields the custom fields that subjects may have
 */
export const presentBroadcastEntry = (
  item: BroadcastItem,
  tenantCode: string,
  fields: readonly CustomFieldItem[],
) => ({
  ...{ id: item.id, name: item.name, subject: showSubject(item.subject, fields), status: item.status },
  ...{ listIds: item.listIds, filterBody: item.filterBody ?? null, topicId: item.topicId ?? null },
  ...{
    followUp: item.followUp ?? null,
    excluded: item.excluded ?? { listIds: [], groupIds: [], broadcastIds: [] },
  },
  ...{ groupIds: item.groupIds ?? [], campaignId: item.campaignId ?? null, seriesId: item.seriesId ?? null },
  ...{ replyTo: item.replyTo ?? null, perHour: item.perHour ?? null, oncePerAddress: item.oncePerAddress },
  ...{ tracksOpens: item.tracksOpens ?? false, tracksClicks: item.tracksClicks ?? false },
  ...{ sendAt: item.sendAt ?? null, clock: item.clock ?? null, dueDate: item.dueDate ?? null },
  archiveUrl: item.isArchived ? buildArchiveUrl(tenantCode, item.id) : null,
  ...{ completedDate: item.completedDate ?? null, pausedReason: item.pausedReason ?? null },
  ...{ approvedBy: item.approval?.by ?? null, approvedDate: item.approval?.date ?? null },
  sendWhen: item.sendWhen ? presentSendWhen(item.sendWhen) : null,
  ...{ createdBy: item.createdBy ?? null, sentBy: item.sentBy ?? null },
  ...{ createdDate: item.createdDate, modifiedDate: item.modifiedDate, tenantId: tenantCode },
});

/** The numbers: who once was sent to and then bounced is counted in both. */
export function presentFigures(figures: Figures) {
  const reasons = Object.entries(figures).flatMap(([name, value]) => {
    const reason = parseReason(name);
    return reason === undefined || value <= 0 ? [] : [[reason, value] as const];
  });
  return {
    ...Object.fromEntries(figureNames.map((name) => [name, figures[name] ?? 0])),
    waiting: countWaiting(figures),
    reasons: Object.fromEntries(reasons.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A broadcast as a whole. One query where it has custom fields. */
export async function presentBroadcast(
  tenant: TenantStore,
  item: BroadcastItem,
  texts: MessageContent,
  figures: Figures,
) {
  const fields = await loadMentionedFields(tenant, [texts.subject, texts.mjml, texts.text]);
  const { mjml, text } = showFieldNames(texts, fields);
  return {
    ...presentBroadcastEntry(item, tenant.code, fields),
    ...{ mjml, text: text ?? null, figures: presentFigures(figures) },
    attachments: (item.attachments ?? []).map(({ id, name, contentType, size }) => ({
      ...{ id, name, contentType, size },
    })),
    ...{ htmlBytes: item.htmlBytes ?? null, warnings: listSizeWarnings(item.htmlBytes) },
  };
}

/** The same, with what has to be read for it. Two round trips at once. */
export async function loadAndPresent(tenant: TenantStore, item: BroadcastItem) {
  const [texts, figures] = await Promise.all([loadTexts(tenant, item.id), loadFigures(tenant, item.id)]);
  return presentBroadcast(tenant, item, texts, figures);
}
