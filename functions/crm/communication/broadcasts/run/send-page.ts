// Sends mails that are due: decides once more whether a recipient gets the mail, renders it, claims the recipient, sends, and
// writes down what became of it.
//
// A claim is written just before the mail is handed over, on the condition that the person, their decisions and the status of
// the address are as they were when it was decided: who opts out, is erased or merged until then gets no mail. The outcome is
// written afterwards. A worker that is cut off in between leaves the recipient claimed; unless the mail system reports the mail
// (functions/crm/jobs/receive-mail-events) it is sent again after a while with the same Message-ID.

import type { RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import {
  advance,
  claimKey,
  putClaim,
  replaceRecipient,
  toClaimOwner,
  waitingRecipients,
} from '../../../../../shared/broadcasts/recipients.ts';
import { type Change, commitUnlessStale, remove } from '../../../../../shared/data/changes.ts';
import { formatDueTime } from '../../../../../shared/data/due-partition.ts';
import { forEachConcurrently } from '../../../../../shared/data/work/for-each-concurrently.ts';
import { listEmails } from '../../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../../shared/directory/people/person-store.ts';
import type { AttachedFile } from '../../../../../shared/mail/attached-files.ts';
import type { SendMail } from '../../../../../shared/mail/deliver.ts';
import type { Mail } from '../../../../../shared/mail/outbox.ts';
import type { Refusal } from '../../../../../shared/mail-consent/consent.ts';
import { hashAddress } from '../../../../../shared/mail-consent/store.ts';
import type { MailOrigin } from '../../../../../shared/mail-sender/mail-origin.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { buildClickUrl, buildLinks, buildOpenUrl, type RecipientLinks } from '../links/build-links.ts';
import { checkKnown, findReason, type KnownRecipient, loadKnown } from './known-recipient.ts';
import type { RenderMail } from './render-mail.ts';
import { settle, settleFailure, settleSent } from './settle.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** How long a claim holds; longer than any attempt lasts. */
export const CLAIM = 120_000;
/** Recipients that are read at once, and mails that are sent at once. */
const PAGE = 25;
/** How long a recipient waits whose person is being merged. */
const MERGE_DELAY = 5_000;

/** What sending needs in addition to the broadcast. */
export interface Sending {
  readonly render: RenderMail;
  readonly send: SendMail;
  /** What goes with every mail. */
  readonly files: readonly AttachedFile[] | undefined;
  readonly origin: MailOrigin;
  readonly now: () => Date;
}

/** A recipient whose person exists. */
type KnownPerson = KnownRecipient & { readonly person: PersonItem };

/** The HTML with what counts its use, where the broadcast does; the links to unsubscribe and to choose are not counted. */
async function trackUse(
  { tenant, item }: TakenBroadcast,
  personId: string,
  html: string,
  links: RecipientLinks,
): Promise<string> {
  if (!item.tracksOpens && !item.tracksClicks) return html;
  const own = Object.values(links);
  const [{ addTracking }, { keepWayOut }] = await Promise.all([
    import('../../../../../shared/mail/add-tracking.ts'),
    import('../../../../../shared/mail/way-out.ts'),
  ]);
  const counted = addTracking(html, {
    openUrl: item.tracksOpens ? buildOpenUrl(tenant, item, personId) : undefined,
    clickUrl: (target) =>
      item.tracksClicks && !own.includes(target) ? buildClickUrl(tenant, item, personId, target) : undefined,
  });
  return keepWayOut(counted, links);
}

/**
 * The changes by which a recipient takes the address of those who share it: the first for whom nothing speaks against it gets the
 * mail. Undefined where another one has it.
 */
function takeAddress(
  { tenant, item }: TakenBroadcast,
  { recipient, owner }: KnownRecipient,
  addressHash: string,
): readonly Change[] | undefined {
  // A recipient who was tried before has it, also under the id of the person who remained after a merge.
  const isTried = recipient.tries > 0 && recipient.addressHash === addressHash;
  if (!item.oncePerAddress || isTried) return [];
  if (owner !== undefined) return owner === toClaimOwner(recipient.personId) ? [] : undefined;
  return [putClaim(tenant, addressHash, recipient)];
}

/** Settles a recipient who does not get the mail; the next one of those who share the address gets it. */
async function skip(
  taken: TakenBroadcast,
  { recipient, person, owner }: KnownRecipient,
  refusal: Refusal,
  now: Date,
): Promise<void> {
  const { tenant, item } = taken;
  const hash = person && hashAddress(listEmails(person)[0]?.value ?? '');
  const isOwner = hash !== undefined && owner === toClaimOwner(recipient.personId);
  const skipped = { status: 'skipped', ...refusal, since: refusal.since ?? now.toISOString() } as const;
  await settle(taken, recipient, skipped, isOwner ? [remove(claimKey(tenant, item.id, hash))] : []);
}

/** The mail to a recipient. */
async function buildMail(
  taken: TakenBroadcast,
  { recipient, person }: KnownPerson,
  email: string,
  { render, origin }: Pick<Sending, 'render' | 'origin'>,
  local: Date,
): Promise<Mail> {
  const { tenant, item, settings } = taken;
  const links = buildLinks(tenant, item, recipient.personId);
  const today = toLocalDate(settings.timeZone, local);
  const message = await render({ person, email, links, today });
  return {
    ...{ ...message, to: email, fromName: origin.name ?? settings.name, origin },
    html: await trackUse(taken, recipient.personId, message.html, links),
    ...(item.replyTo !== undefined && { replyTo: item.replyTo }),
    tags: { tenant: tenant.code, broadcast: item.id, person: recipient.personId },
    list: `${recipient.listIds[0] ?? 'broadcasts'}.${tenant.code}`,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
  };
}

/** The recipient while a worker hands the mail over; another one sends it again when the claim has ended. */
export const claimRecipient = (recipient: RecipientItem, addressHash: string, now: Date): RecipientItem =>
  advance(recipient, { tries: recipient.tries + 1, dueAt: now.getTime() + CLAIM, addressHash });

/** Sends one mail, and writes down what became of it. Returns whether a mail was handed over, or was tried to be. */
async function sendOne(taken: TakenBroadcast, known: KnownRecipient, sending: Sending): Promise<boolean> {
  const { send, files, now } = sending;
  const { tenant, item, settings } = taken;
  const { recipient, person, consent } = known;
  if (known.isMoving) {
    const later = advance(recipient, { dueAt: now().getTime() + MERGE_DELAY });
    await commitUnlessStale([replaceRecipient(tenant, recipient, later)]);
    return false;
  }
  const local = tenantTime(settings, now());
  const refusal = findReason(taken, known, local);
  if (refusal || !person) {
    await skip(taken, known, refusal ?? { reason: 'removed' }, local);
    return false;
  }
  const email = listEmails(person)[0]?.value ?? '';
  const addressHash = hashAddress(email);
  const addressClaim = takeAddress(taken, known, addressHash);
  if (!addressClaim) {
    await skip(taken, known, { reason: 'shared-address' }, local);
    return false;
  }
  const prepared = await buildMail(taken, { ...known, person }, email, sending, local).then(
    (mail) => ({ mail }),
    (error: unknown) => ({ error }),
  );
  const claimed = claimRecipient(recipient, addressHash, now());
  const isClaimed = await commitUnlessStale([
    replaceRecipient(tenant, recipient, claimed),
    ...addressClaim,
    ...checkKnown(taken, { ...known, person }, addressHash),
  ]);
  if (!isClaimed) return false;
  try {
    if (!('mail' in prepared)) throw prepared.error;
    await send({ ...prepared.mail, files }, `${item.id}.${recipient.personId}`);
  } catch (error) {
    await settleFailure(taken, claimed, error, { email, now: now() });
    return true;
  }
  await settleSent(taken, claimed, consent, now());
  return true;
}

/** What is left after a page. */
export type PageResult = { readonly mails: number } | { readonly nextDueAt: number | undefined };

/**
 * Sends to the recipients that are due, a page of them.
 * @param limit the most mails
 * @returns how many mails there were; where no mail was due, when the next one is, if any waits
 */
export async function sendPage(taken: TakenBroadcast, limit: number, sending: Sending): Promise<PageResult> {
  const { tenant, item } = taken;
  const waiting = waitingRecipients(tenant, item.id);
  const { items } = await tenant.query(waiting, {
    ...{ to: `${formatDueTime(sending.now().getTime())}~`, limit: Math.min(limit, PAGE) },
  });
  if (items.length === 0) {
    const { items: later } = await tenant.query(waiting, { limit: 1 });
    return { nextDueAt: later[0]?.dueAt };
  }
  const known = await loadKnown(taken, items);
  // It ends with every mail: one that was handed over while another failed is still written down.
  let mails = 0;
  await forEachConcurrently(known, PAGE, async (each) => {
    if (await sendOne(taken, each, sending)) mails += 1;
  });
  return { mails };
}
