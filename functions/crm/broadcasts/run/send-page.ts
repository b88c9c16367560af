// Sends mails that are due: claims a recipient, decides once more whether they get it, sends, and writes down what became of it.
//
// A claim is written before a mail is sent, and the outcome after it. A worker that is cut off in between leaves the recipient
// claimed; unless the mail system reports the mail (functions/crm/jobs/receive-mail-events) it is sent again after a while
// with the same Message-ID.

import type { RecipientItem } from '../../../../shared/broadcasts/broadcast.ts';
import {
  advance,
  claimKey,
  noteRecipient,
  putClaim,
  replaceRecipient,
  toClaimOwner,
  waitingRecipients,
} from '../../../../shared/broadcasts/recipients.ts';
import { nameReason } from '../../../../shared/broadcasts/store.ts';
import { type Change, commitUnlessStale, remove } from '../../../../shared/data/changes.ts';
import { formatDueTime } from '../../../../shared/data/due-partition.ts';
import { forEachConcurrently } from '../../../../shared/data/for-each-concurrently.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { isActivePerson, listEmails } from '../../../../shared/directory/person.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/person-store.ts';
import { computeDelay, isExhausted } from '../../../../shared/jobs/attempts.ts';
import type { SendMail } from '../../../../shared/mail/deliver.ts';
import { mailAttempts } from '../../../../shared/mail/outbox.ts';
import { isAddressRefused } from '../../../../shared/mail-address/refused-address.ts';
import { findRefusal, type Refusal } from '../../../../shared/mail-consent/consent.ts';
import { noteRefusedAddress } from '../../../../shared/mail-consent/note-refused-address.ts';
import {
  type AddressItem,
  addressKey,
  type ConsentItem,
  consentKey,
  hashAddress,
  saveConsent,
} from '../../../../shared/mail-consent/store.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { RenderFault } from '../../message-templates/render-fault.ts';
import { buildClickUrl, buildLinks, buildOpenUrl, type RecipientLinks } from '../links/build-links.ts';
import type { RenderMail } from './render-mail.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** How long a claim holds; longer than any attempt lasts. */
export const CLAIM = 120_000;
/** Recipients that are read at once, and mails that are sent at once. */
const PAGE = 25;

/** What sending needs beside the broadcast. */
export interface Sending {
  readonly render: RenderMail;
  readonly send: SendMail;
  readonly now: () => Date;
}

/** Everything that is known about a recipient at this moment. */
interface Known {
  readonly recipient: RecipientItem;
  readonly person: PersonItem | undefined;
  readonly consent: ConsentItem | undefined;
  readonly standing: AddressItem | undefined;
  /** Who gets the mail to the address, where people who share it get it once. */
  readonly owner: string | undefined;
}

async function loadKnown(
  { tenant, item }: TakenBroadcast,
  recipients: readonly RecipientItem[],
): Promise<Known[]> {
  const people = await peopleById(
    tenant,
    recipients.map(({ personId }) => personId),
  );
  const hashes = people.map((person) => hashAddress((person && listEmails(person)[0]?.value) ?? ''));
  const claimed = item.oncePerAddress ? [...new Set(hashes)] : [];
  const [consents, standings, claims] = await Promise.all([
    tenant.getMany(
      recipients.map(({ personId }) => consentKey(tenant, personId)),
      { consistent: true },
    ),
    tenant.getMany(
      [...new Set(hashes)].map((hash) => addressKey(tenant, hash)),
      { consistent: true },
    ),
    tenant.getMany(
      claimed.map((hash) => claimKey(tenant, item.id, hash)),
      { consistent: true },
    ),
  ]);
  return recipients.map((recipient, index) => ({
    ...{ recipient, person: people[index], consent: consents[index] },
    standing: standings.find((each) => each?.hash === hashes[index]),
    owner: claims[claimed.indexOf(hashes[index] ?? '')]?.owner,
  }));
}

const findReason = (
  { item, settings }: TakenBroadcast,
  { recipient, person, consent, standing }: Known,
  now: Date,
): Refusal | undefined =>
  findRefusal(
    {
      isActive: person !== undefined && isActivePerson(person, toLocalDate(settings.timeZone, now)),
      email: person && listEmails(person)[0]?.value,
      choices: [consent ?? {}, standing ?? {}],
      standing: standing ?? {},
      lastBroadcast: consent?.lastBroadcast,
    },
    { listIds: recipient.listIds, topicId: item.topicId },
    now,
  );

/** Writes down what became of a recipient, and counts it. */
const settle = (
  { tenant }: TakenBroadcast,
  before: RecipientItem,
  change: Partial<RecipientItem> & Pick<RecipientItem, 'status'>,
  more: readonly Change[] = [],
): Promise<boolean> => {
  const name = change.reason ? { [nameReason(change.reason)]: 1 } : {};
  return commitUnlessStale([
    ...noteRecipient(tenant, before, change, { [change.status]: 1, ...name }),
    ...more,
  ]);
};

const describeError = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 200);

/** Whether the server refuses the mail for good: an SMTP reply of the class 5 (RFC 5321 4.2.1). */
const isFinal = (error: unknown): boolean => {
  const code = (error as { readonly responseCode?: unknown } | null)?.responseCode;
  return typeof code === 'number' && code >= 500;
};

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
    import('../../../../shared/mail/add-tracking.ts'),
    import('../../../../shared/mail/way-out.ts'),
  ]);
  const counted = addTracking(html, {
    openUrl: item.tracksOpens ? buildOpenUrl(tenant, item, personId) : undefined,
    clickUrl: (target) =>
      item.tracksClicks && !own.includes(target) ? buildClickUrl(tenant, item, personId, target) : undefined,
  });
  return keepWayOut(counted, links);
}

/**
 * Whether a recipient is the one of those who share an address who gets the mail: the first for whom nothing speaks against it.
 * Undefined where another one was quicker just now, which the next look sees.
 */
async function takeAddress(
  { tenant, item }: TakenBroadcast,
  { recipient, owner }: Known,
  addressHash: string,
): Promise<boolean | undefined> {
  // A recipient who was tried before has it, also under the id of the person who remained after a merge.
  const isTried = recipient.tries > 0 && recipient.addressHash === addressHash;
  if (!item.oncePerAddress || isTried) return true;
  if (owner !== undefined) return owner === toClaimOwner(recipient.personId);
  return (await commitUnlessStale([putClaim(tenant, addressHash, recipient)])) ? true : undefined;
}

/** Sends one mail, and writes down what became of it. Returns whether a mail was handed over, or was tried to be. */
async function sendOne(
  taken: TakenBroadcast,
  known: Known,
  { render, send, now }: Sending,
): Promise<boolean> {
  const { tenant, item, settings } = taken;
  const { recipient, person, consent } = known;
  const real = now();
  const local = tenantTime(settings, real);
  const refusal = findReason(taken, known, local);
  if (refusal || !person) {
    const since = refusal?.since ?? local.toISOString();
    const skipped = { status: 'skipped', reason: 'inactive', ...refusal, since } as const;
    const hash = person && hashAddress(listEmails(person)[0]?.value ?? '');
    // The next one of those who share the address gets it.
    const isOwner = known.owner === toClaimOwner(recipient.personId);
    await settle(
      taken,
      recipient,
      skipped,
      hash !== undefined && isOwner ? [remove(claimKey(tenant, item.id, hash))] : [],
    );
    return false;
  }
  const email = listEmails(person)[0]?.value ?? '';
  const addressHash = hashAddress(email);
  const isFirst = await takeAddress(taken, known, addressHash);
  if (isFirst === undefined) return false;
  if (!isFirst) {
    await settle(taken, recipient, {
      ...{ status: 'skipped', reason: 'shared-address', since: local.toISOString() },
    });
    return false;
  }
  const claimed = advance(recipient, { tries: recipient.tries + 1, dueAt: real.getTime() + CLAIM });
  if (!(await commitUnlessStale([replaceRecipient(tenant, recipient, { ...claimed, addressHash })])))
    return false;
  try {
    const links = buildLinks(tenant, item, recipient.personId);
    const today = toLocalDate(settings.timeZone, local);
    const message = await render({ person, email, links, today });
    const html = await trackUse(taken, recipient.personId, message.html, links);
    await send(
      {
        ...{ ...message, html, to: email, fromName: settings.name },
        ...(item.replyTo !== undefined && { replyTo: item.replyTo }),
        tags: { tenant: tenant.code, broadcast: item.id, person: recipient.personId },
        list: `${recipient.listIds[0] ?? 'broadcasts'}.${tenant.code}`,
        headers: {
          'List-Unsubscribe': `<${links.unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          Precedence: 'bulk',
        },
      },
      `${item.id}.${recipient.personId}`,
    );
  } catch (error) {
    await settleFailure(taken, { ...claimed, addressHash }, error, { email, now: now() });
    return true;
  }
  const sentDate = tenantTime(settings, now()).toISOString();
  // Who wants broadcasts seldom: the next ones wait.
  const isSeldom = (consent?.frequency ?? 'all') !== 'all';
  await settle(
    taken,
    { ...claimed, addressHash },
    { status: 'sent', sentDate },
    isSeldom && consent ? [saveConsent(tenant, consent, { lastBroadcast: sentDate })] : [],
  );
  return true;
}

/** After a failed attempt: another one later, or none where it would fail again. */
async function settleFailure(
  taken: TakenBroadcast,
  recipient: RecipientItem,
  error: unknown,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<void> {
  const detail = describeError(error);
  const since = tenantTime(taken.settings, now).toISOString();
  if (error instanceof RenderFault) {
    await settle(taken, recipient, { status: 'failed', reason: 'not-rendered', since, detail });
  } else if (isFinal(error)) {
    if (isAddressRefused(error))
      await noteRefusedAddress(taken.tenant, email, { detail, broadcastId: taken.item.id, date: since });
    await settle(taken, recipient, { status: 'failed', reason: 'refused-by-server', since, detail });
  } else if (isExhausted(mailAttempts, recipient)) {
    await settle(taken, recipient, { status: 'failed', reason: 'given-up', since, detail });
  } else {
    const dueAt = Math.round(now.getTime() + computeDelay(mailAttempts, recipient.tries, Math.random()));
    await commitUnlessStale([
      replaceRecipient(taken.tenant, recipient, advance(recipient, { dueAt, detail })),
    ]);
  }
}

/** What is left after a page. */
export type PageResult = { readonly mails: number } | { readonly nextDueAt: number | undefined };

/**
 * Sends to the recipients that are due, a page of them.
 * @param limit the most mails
 * @returns how many mails there were; where nobody was due when the next one is, if any waits
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
