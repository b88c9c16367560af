// How the mails of a broadcast are rendered: from its own texts, or from those of the campaign whose invitation it is.
import { describeOfficial, describeRecipient } from '../../../../../shared/advocacy/merge-values.ts';
import { createRepresentativeFinder } from '../../../../../shared/advocacy/representatives.ts';
import { loadTexts } from '../../../../../shared/broadcasts/store.ts';
import { getCampaignStatus } from '../../../../../shared/campaigns/campaign.ts';
import { loadCampaignValues } from '../../../../../shared/campaigns/campaign-values.ts';
import { buildLetterUrl } from '../../../../../shared/campaigns/letter-link.ts';
import { campaignById, loadCampaignTexts } from '../../../../../shared/campaigns/store.ts';
import type { PersonItem } from '../../../../../shared/directory/people/person-store.ts';
import { applyLook, renderLook } from '../../../../../shared/mail-settings/apply-look.ts';
import { loadMailSettings } from '../../../../../shared/mail-settings/mail-settings.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { loadCustomMergeFields } from '../../message-templates/custom-merge-fields.ts';
import { assertFieldsExist } from '../../message-templates/lost-fields.ts';
import { describePerson } from '../../message-templates/merge-fields.ts';
import { renderMessage } from '../../message-templates/message-sandbox.ts';
import { RenderFault } from '../../message-templates/render-fault.ts';
import type { RenderedMessage } from '../../message-templates/render-message.ts';
import type { RecipientLinks } from '../links/build-links.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** What of a broadcast its mails are made of. */
type RenderedBroadcast = Pick<TakenBroadcast, 'tenant' | 'settings' | 'item'>;

/** A mail to one recipient. */
interface RecipientMail {
  readonly person: PersonItem;
  readonly email: string;
  readonly links: RecipientLinks;
  /** The tenant's day. */
  readonly today: string;
}
export type RenderMail = (recipient: RecipientMail) => Promise<RenderedMessage>;

/** Whether a broadcast is the invitation of a campaign that is over by now. */
export async function isOfEndedCampaign(
  { tenant, settings, item }: TakenBroadcast,
  now: Date,
): Promise<boolean> {
  if (item.campaignId === undefined) return false;
  const campaign = await campaignById(tenant, item.campaignId, { consistent: true });
  return !campaign || getCampaignStatus(campaign, toLocalDate(settings.timeZone, now)) === 'ENDED';
}

/** The mails of a campaign: what one recipient needs to know of officials, the next ones use. */
async function createInvitationRenderer(
  { tenant, settings }: RenderedBroadcast,
  campaignId: string,
  today: string,
): Promise<RenderMail> {
  const [campaign, texts] = await Promise.all([
    campaignById(tenant, campaignId),
    loadCampaignTexts(tenant, campaignId),
  ]);
  if (!campaign?.outreach || !texts) throw new Error(`The campaign ${campaignId} has no texts`);
  const constants = await loadCampaignValues(tenant, settings.name, campaign, texts);
  const finder = createRepresentativeFinder(tenant, campaign.outreach.officials, today);
  return async ({ person, links }) => {
    const [official] = await finder.find(person);
    const values = {
      ...constants,
      ...describeRecipient(person),
      ...(official && describeOfficial(official)),
    };
    const letter = buildLetterUrl(tenant, {
      ...{ campaignId, personId: person.id, linkSecret: texts.linkSecret },
    });
    const { renderInvitation } = await import('../../../../../shared/campaigns/invitation-mail.ts');
    const mail = renderInvitation(texts.invitation, values, settings.name, { ...links, letter });
    const { showWayOut } = await import('../../../../../shared/mail/way-out.ts');
    const html = showWayOut(mail.html, settings.name, links);
    if (html === undefined) throw new RenderFault('The link to unsubscribe would not be seen.');
    return { ...mail, html };
  };
}

/** The renderer of a broadcast, with what every mail of the tenant says. */
export async function createMailRenderer(taken: RenderedBroadcast, now: Date): Promise<RenderMail> {
  const [render, mailSettings] = await Promise.all([
    createTextRenderer(taken, now),
    loadMailSettings(taken.tenant),
  ]);
  const look = renderLook(mailSettings, taken.settings);
  return async (recipient) => applyLook(await render(recipient), look);
}

async function createTextRenderer(taken: RenderedBroadcast, now: Date): Promise<RenderMail> {
  const { tenant, settings, item } = taken;
  if (item.campaignId !== undefined)
    return createInvitationRenderer(taken, item.campaignId, toLocalDate(settings.timeZone, now));
  const texts = await loadTexts(tenant, item.id);
  await assertFieldsExist(tenant, texts);
  const fields = await loadCustomMergeFields(tenant, texts);
  return ({ person, email, links, today }) =>
    renderMessage(texts, {
      person: describePerson(person, email, fields),
      association: { name: settings.name },
      links,
      today,
    });
}
