// A broadcast as a person would get it.
import { type EmailViewer, seesEmails } from '../../../../shared/auth/access/email-visibility.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { loadTexts, requireBroadcast } from '../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { renderLook } from '../../../../shared/mail-settings/apply-look.ts';
import { loadMailSettings } from '../../../../shared/mail-settings/mail-settings.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../../people/write-person.ts';
import { assertFieldsExist } from '../message-templates/lost-fields.ts';
import { type PreviewedMessage, previewMessage } from '../message-templates/preview-message.ts';
import { buildSampleTracking } from './links/build-links.ts';

interface PreviewContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
}

/**
 * The message for a person, or for an invented one.
 * @throws Failure 404; 409 for the invitation of a campaign; VALIDATION_ERROR when it can't be rendered for this person
 */
export async function renderPreview(
  context: PreviewContext,
  id: string,
  personId: string | null | undefined,
): Promise<PreviewedMessage> {
  const { tenant, settings, now } = context;
  const broadcast = await requireBroadcast(tenant, id);
  if (broadcast.campaignId !== undefined)
    throw conflict(
      `${broadcast.name} is the invitation of a campaign, which has its texts; preview it there.`,
    );
  const [texts, mailSettings, person] = await Promise.all([
    loadTexts(tenant, broadcast.id),
    loadMailSettings(tenant),
    personId ? requirePerson(tenant, personId) : undefined,
  ]);
  await assertFieldsExist(tenant, texts);
  const today = toLocalDate(settings.timeZone, now);
  const look = renderLook(mailSettings, settings);
  return previewMessage(texts, person, {
    ...{ tenant, associationName: settings.name, today, showsEmails: seesEmails(context), look },
    tracking: buildSampleTracking(tenant, { association: settings.name, look }, broadcast),
  });
}
