// Sends the invitations of the demo's campaign, without any mail, and makes the link of one of them.
import { randomUUID } from 'node:crypto';
import { runBroadcast } from '../../../../functions/crm/communication/broadcasts/run/run-broadcast.ts';
import { buildLetterToken } from '../../../../shared/campaigns/letter-link.ts';
import { campaignById, loadCampaignTexts } from '../../../../shared/campaigns/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';

/** The values that examples name; none for a tenant without such a campaign. */
export async function seedCampaign(
  tenant: TenantStore,
  { letterCampaignId, inviteeId }: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  if (letterCampaignId === undefined || inviteeId === undefined) return {};
  const [campaign, texts] = await Promise.all([
    campaignById(tenant, letterCampaignId, { consistent: true }),
    loadCampaignTexts(tenant, letterCampaignId),
  ]);
  if (!campaign?.outreach || !texts) return {};
  await runBroadcast(tenant, campaign.outreach.broadcastId, {
    ...{ now: () => new Date(), newId: randomUUID, isInTime: () => true },
    openSender: async () => ({ send: async () => undefined, close: () => undefined }),
  });
  const { linkSecret } = texts;
  return {
    campaignLetterToken: buildLetterToken(tenant, {
      ...{ campaignId: letterCampaignId, personId: inviteeId, linkSecret },
    }),
  };
}
