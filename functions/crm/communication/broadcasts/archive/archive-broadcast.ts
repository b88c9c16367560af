// POST /api/v1/Broadcasts/{id}/Archive
import type { TenantItem } from '../../../../../shared/auth/accounts/records.ts';
import { assertMay, type BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { loadTexts, requireBroadcast, saveBroadcast } from '../../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { conflict } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../../shared/http/reply.ts';
import { applyLook, renderLook } from '../../../../../shared/mail-settings/apply-look.ts';
import { loadMailSettings } from '../../../../../shared/mail-settings/mail-settings.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { assertFieldsExist } from '../../message-templates/lost-fields.ts';
import { bareValues } from '../../message-templates/merge-fields.ts';
import { renderMessage } from '../../message-templates/message-sandbox.ts';
import { RenderFault } from '../../message-templates/render-fault.ts';
import { buildArchiveUrl, loadAndPresent } from '../present.ts';
import { putArchived, removeArchived } from './archived-mail.ts';
import { archiveBroadcast } from './contract.ts';

/** The mail for everybody: without a recipient, and with links to the archive in the place of a recipient's own. */
async function renderForAll(
  tenant: TenantStore,
  settings: TenantItem,
  { id, name }: BroadcastItem,
  sentDate: string,
) {
  const [texts, mailSettings] = await Promise.all([loadTexts(tenant, id), loadMailSettings(tenant)]);
  await assertFieldsExist(tenant, texts);
  const all = buildArchiveUrl(tenant.code);
  try {
    const message = await renderMessage(texts, {
      person: { ...bareValues.person, email: undefined },
      association: { name: settings.name },
      links: { unsubscribe: all, preferences: all, view: buildArchiveUrl(tenant.code, id) },
      today: toLocalDate(settings.timeZone, new Date(sentDate)),
    });
    return applyLook(message, renderLook(mailSettings, settings));
  } catch (error) {
    if (error instanceof RenderFault)
      throw conflict(`${name} cannot be shown without a recipient: ${error.message}`);
    throw error;
  }
}

export const handler = lambda(archiveBroadcast, async (context) => {
  const { tenant, settings, params, body, now, ifMatch } = context;
  const before = await requireBroadcast(tenant, params.id);
  if (before.campaignId !== undefined)
    throw conflict(
      `${before.name} is the invitation of a campaign, whose links are those of its recipients.`,
    );
  assertMay('archive', before);
  const isPublic = body.isPublic ?? true;
  const { id, completedDate: sentDate = before.modifiedDate } = before;
  const { isArchived: _former, ...rest } = before;
  const after: BroadcastItem = {
    ...rest,
    ...(isPublic && { isArchived: true }),
    ...{ version: before.version + 1, modifiedDate: now.toISOString() },
  };
  const mail = isPublic ? await renderForAll(tenant, settings, before, sentDate) : undefined;
  return write(
    [
      saveBroadcast(tenant, before, after, ifMatch),
      ...(mail
        ? putArchived(tenant, { id, title: mail.subject, sentDate }, mail.html)
        : removeArchived(tenant, { id, sentDate })),
    ],
    ok(await loadAndPresent(tenant, after), { version: after.version, isComposed: true }),
  );
});
