// Begins to send the invitation of a scheduled campaign on its first day, unless the campaign was ended before.
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { getCampaignStatus } from '../../../../shared/campaigns/campaign.ts';
import { beginInvitation } from '../../../../shared/campaigns/invitation.ts';
import { campaignById } from '../../../../shared/campaigns/store.ts';
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';

/** @param real the real time at which the run began */
export const campaignTimerRule =
  (real: Date): TimerRule =>
  async (tenant, { subject }, now, newId) => {
    const [campaign, settings] = await Promise.all([
      campaignById(tenant, subject, { consistent: true }),
      tenant.get(tenantKey(tenant)),
    ]);
    if (!campaign?.outreach || !settings) return [];
    const today = toLocalDate(settings.timeZone, now);
    if (getCampaignStatus(campaign, today) === 'ENDED') return [];
    return beginInvitation(tenant, campaign.outreach.broadcastId, { now, receivedAt: real, newId });
  };
