// Notes an event of the mail system: how the address stands from now on, and how the recipient of the broadcast does.

import type { RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { noteUseOfMail } from '../../../../../shared/broadcasts/recipients.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { noteUndelivered } from '../../../../../shared/directory/officials/campaign-participation.ts';
import { type AddressStatus, addBounce } from '../../../../../shared/mail-consent/consent.ts';
import { type AddressItem, loadAddress, saveAddress } from '../../../../../shared/mail-consent/store.ts';
import { findMergedRecipient } from '../recipients/find-merged-recipient.ts';
import type { MailEventDetail } from './mail-event.ts';

/** What an event says: of which addresses, and what to write down. */
interface Report {
  readonly kind: 'delivered' | 'bounced' | 'complained';
  readonly addresses: readonly string[];
  /** ISO 8601 UTC. */
  readonly date: string;
  readonly isHard: boolean;
  readonly detail?: string | undefined;
}

const MAX_DETAIL = 300;

/** What an event says; undefined for one that changes nothing. */
function readReport(
  { eventType, mail, bounce, complaint, delivery }: MailEventDetail,
  now: Date,
): Report | undefined {
  const toDate = (timestamp: string): string => {
    const moment = Date.parse(timestamp);
    return new Date(Number.isNaN(moment) ? now.getTime() : moment).toISOString();
  };
  if (eventType === 'Delivery' && delivery)
    return {
      kind: 'delivered',
      addresses: mail.destination,
      date: toDate(delivery.timestamp),
      isHard: false,
    };
  if (eventType === 'Bounce' && bounce) {
    const [first] = bounce.bouncedRecipients;
    return {
      kind: 'bounced',
      addresses: bounce.bouncedRecipients.map(({ emailAddress }) => emailAddress),
      date: toDate(bounce.timestamp),
      isHard: bounce.bounceType === 'Permanent',
      detail: (first?.diagnosticCode ?? bounce.bounceSubType)?.slice(0, MAX_DETAIL),
    };
  }
  if (eventType === 'Complaint' && complaint)
    return {
      kind: 'complained',
      addresses: complaint.complainedRecipients.map(({ emailAddress }) => emailAddress),
      date: toDate(complaint.timestamp),
      isHard: false,
      detail: complaint.complaintFeedbackType,
    };
  return undefined;
}

/** How an address stands after a report; the same when there is nothing new. */
function applyReport(
  before: AddressItem,
  { kind, date, isHard, detail }: Report,
  broadcastId: string | undefined,
): AddressStatus {
  if (kind === 'delivered') return before.softBounces ? { ...before, softBounces: undefined } : before;
  if (kind === 'complained')
    return before.suppressed?.reason === 'complaint'
      ? before
      : { ...before, suppressed: { reason: 'complaint', date, detail, broadcastId } };
  const isKnown = isHard ? before.suppressed !== undefined : before.softBounces?.includes(date);
  return isKnown ? before : addBounce(before, { isHard, detail, broadcastId }, date);
}

/** The changes that note a report with the recipient; none where it was noted before. */
function noteReport(
  tenant: TenantStore,
  before: RecipientItem,
  { kind, date, isHard, detail }: Report,
): readonly Change[] {
  const dateName = `${kind}Date` as const;
  if (before[dateName] !== undefined) return [];
  // A delivery that is reported late does not hide what came after it.
  const isLate = kind === 'delivered' && (before.status === 'bounced' || before.status === 'complained');
  const reason = isHard ? ('hard-bounce' as const) : ('soft-bounce' as const);
  return noteUseOfMail(tenant, before, date, {
    ...{ status: isLate ? before.status : kind, [dateName]: date },
    ...(kind === 'bounced' && { reason, since: date, detail }),
    ...(kind === 'complained' && { reason: 'complaint', since: date, detail }),
  });
}

/** The changes that note that a letter of a campaign was returned for good. */
async function noteReturnedLetter(
  tenant: TenantStore,
  { tags }: MailEventDetail['mail'],
  { kind, isHard }: Report,
): Promise<readonly Change[]> {
  const [campaignId] = tags.campaign ?? [];
  const [personId] = tags.person ?? [];
  const [officialId] = tags.official ?? [];
  if (kind !== 'bounced' || !isHard || !campaignId || !personId || !officialId) return [];
  return noteUndelivered(tenant, { campaignId, personId, officialId });
}

/** Notes an event, in one transaction. What was noted before stays as it is. */
export async function noteMailEvent(tenant: TenantStore, event: MailEventDetail, now: Date): Promise<void> {
  const report = readReport(event, now);
  if (!report) return;
  const [broadcastId] = event.mail.tags.broadcast ?? [];
  const [personId] = event.mail.tags.person ?? [];
  await decideAndCommit(async () => {
    const changes: Change[] = [];
    for (const email of new Set(report.addresses.map((address) => address.toLowerCase()))) {
      const before = await loadAddress(tenant, email);
      const after = applyReport(before, report, broadcastId);
      if (after !== before) changes.push(saveAddress(tenant, before, after));
    }
    const recipient =
      broadcastId && personId ? await findMergedRecipient(tenant, broadcastId, personId) : undefined;
    if (recipient) changes.push(...noteReport(tenant, recipient, report));
    changes.push(...(await noteReturnedLetter(tenant, event.mail, report)));
    return { changes };
  });
}
