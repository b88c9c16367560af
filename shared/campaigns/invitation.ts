// The invitation of a campaign: a broadcast whose texts the campaign has. It begins with the campaign, and ends with it.
import { type BroadcastItem, RECIPIENT_SECONDS } from '../broadcasts/broadcast.ts';
import { putInvitee } from '../broadcasts/recipients.ts';
import {
  broadcastRuns,
  callForCancelled,
  callJob,
  findBroadcast,
  saveBroadcast,
  saveTexts,
} from '../broadcasts/store.ts';
import type { Change } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { nextVersion } from '../directory/record/stored.ts';
import { startRun } from '../jobs/leased-run.ts';
import { setTimer } from '../schedule/timers.ts';
import { resolveLocalTime } from '../time/local-time.ts';
import type { CampaignItem, Outreach } from './campaign.ts';
import { type CampaignTextsItem, insertCampaignTexts } from './store.ts';

export const CAMPAIGN_TIMER = 'campaign-start';

/** A scheduled campaign begins to send at this local time of its first day. */
const SEND_TIME = '08:00';

interface Moments {
  /** By the tenant's clock. */
  readonly now: Date;
  /** Real time, by which broadcasts run. */
  readonly receivedAt: Date;
  readonly newId: () => string;
}

/** The changes by which the job begins to send a broadcast. */
const callSender = (tenant: TenantStore, broadcastId: string, { receivedAt, newId }: Moments): Change[] => [
  broadcastRuns.put(tenant, undefined, {
    ...{ type: 'broadcast-run', id: broadcastId, runId: newId(), source: 0, isCollected: false },
    ...startRun(receivedAt),
  }),
  callJob(tenant, broadcastId, newId()),
];

/** The changes that store the invitation of a new campaign, and send it now or on its first day. */
export function startInvitation(
  tenant: TenantStore,
  campaign: CampaignItem & { readonly outreach: Outreach },
  {
    texts,
    personIds,
    sentBy,
    timeZone,
    isScheduled,
    ...moments
  }: Moments & {
    readonly texts: CampaignTextsItem;
    /** The people who were named one by one. */
    readonly personIds: readonly string[];
    readonly sentBy: string;
    readonly timeZone: string;
    readonly isScheduled: boolean;
  },
): Change[] {
  const { now, receivedAt, newId } = moments;
  const { broadcastId, audience } = campaign.outreach;
  const due = isScheduled
    ? resolveLocalTime(`${campaign.startDate}T${SEND_TIME}`, timeZone).instant
    : now.toISOString();
  const broadcast: BroadcastItem = nextVersion(
    'broadcast',
    broadcastId,
    {
      ...{ name: `Campaign: ${campaign.templateName}`.slice(0, 120), campaignId: campaign.id },
      ...{ listIds: audience.listIds, groupIds: audience.groupIds },
      ...(personIds.length > 0 && { hasInvitees: true }),
      ...(audience.filterBody && { filterBody: audience.filterBody }),
      // Everybody has a link of their own.
      oncePerAddress: false,
      ...{ status: isScheduled ? ('scheduled' as const) : ('sending' as const), dueDate: due },
      ...{ subject: texts.invitation.subject, createdBy: sentBy, sentBy },
      linkSecret: `${newId()}${newId()}`,
    },
    undefined,
    now,
  );
  const ttl = Math.floor(receivedAt.getTime() / 1000) + RECIPIENT_SECONDS;
  return [
    insertCampaignTexts(tenant, campaign.id, texts),
    saveBroadcast(tenant, undefined, broadcast),
    saveTexts(tenant, broadcastId, {
      subject: texts.invitation.subject,
      mjml: '',
      text: texts.invitation.body,
    }),
    ...personIds.map((personId) => putInvitee(tenant, { broadcastId, personId, ttl })),
    ...(isScheduled
      ? [
          setTimer(tenant, {
            ...{ kind: CAMPAIGN_TIMER, subject: campaign.id, area: 'billtracking' },
            dueAt: new Date(due),
          }),
        ]
      : callSender(tenant, broadcastId, moments)),
  ];
}

/** The changes by which a scheduled campaign begins to send; none where staff have paused or cancelled its broadcast. */
export async function beginInvitation(
  tenant: TenantStore,
  broadcastId: string,
  moments: Moments,
): Promise<Change[]> {
  const [broadcast, run] = await Promise.all([
    findBroadcast(tenant, broadcastId),
    tenant.get(broadcastRuns.key(tenant, broadcastId), { consistent: true }),
  ]);
  return broadcast?.status === 'scheduled' && !run ? callSender(tenant, broadcastId, moments) : [];
}

/** The broadcast, cancelled. */
export const cancelBroadcast = (broadcast: BroadcastItem, now: Date): BroadcastItem => ({
  ...broadcast,
  ...{ status: 'cancelled', version: broadcast.version + 1, modifiedDate: now.toISOString() },
});

/** The changes that end the invitation of a campaign that ends; none where all of it was sent. */
export async function endInvitation(
  tenant: TenantStore,
  broadcastId: string,
  { now, receivedAt, newId }: Moments,
): Promise<Change[]> {
  const broadcast = await findBroadcast(tenant, broadcastId);
  if (!broadcast || !['scheduled', 'sending', 'paused'].includes(broadcast.status)) return [];
  const run = await tenant.get(broadcastRuns.key(tenant, broadcastId), { consistent: true });
  return [
    saveBroadcast(tenant, broadcast, cancelBroadcast(broadcast, now)),
    ...callForCancelled(tenant, run, receivedAt, newId()),
  ];
}
