// Broadcasts: one message to many people (docs/interface/communication.md#broadcasts). The record, its states, its recipients.
import type { StoredRecord } from '../directory/record/stored.ts';
import { conflict } from '../errors/failure.ts';
import type { FileReference } from '../files/stored-file.ts';
import type { LeasedRun } from '../jobs/leased-run.ts';
import type { RefusalReason } from '../mail-consent/consent.ts';
import type { SendWhen } from './send-when.ts';

/** The states of a broadcast. */
export const broadcastStates = [
  ...(['draft', 'waiting', 'ready', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const),
] as const;
export type BroadcastState = (typeof broadcastStates)[number];

/** Whose clock `sendAt` is. */
export const clocks = ['tenant', 'recipient'] as const;

/** Which recipients of an earlier broadcast get the next one. */
export const followedRecipients = ['all', 'opened', 'not-opened', 'clicked', 'not-clicked'] as const;

/** Recipients of an earlier broadcast, by what they did with its mail. */
export interface FollowUp {
  readonly broadcastId: string;
  readonly recipients: (typeof followedRecipients)[number];
}

/** Who gets no mail although they are in the audience. */
export interface Excluded {
  /** Who is on these lists. */
  readonly listIds: readonly string[];
  /** The members of these groups. */
  readonly groupIds: readonly string[];
  /** Who got one of these broadcasts. */
  readonly broadcastIds: readonly string[];
}

/** A file that goes with every mail. */
export interface Attachment extends FileReference {
  readonly name: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

/** What a draft says, its texts apart. */
export interface BroadcastContent {
  readonly name: string;
  readonly listIds: readonly string[];
  /** The groups it is sent to, beside the lists. */
  readonly groupIds?: readonly string[] | undefined;
  /** Whether it is sent to people who are named one by one, too. */
  readonly hasInvitees?: boolean | undefined;
  /** Everybody who passes these rules, beside the lists. */
  readonly filterBody?: Readonly<Record<string, unknown>> | undefined;
  /** Recipients of an earlier broadcast, in addition to the lists. */
  readonly followUp?: FollowUp | undefined;
  readonly excluded?: Excluded | undefined;
  readonly topicId?: string | undefined;
  readonly replyTo?: string | undefined;
  /** So many mails an hour at most. */
  readonly perHour?: number | undefined;
  /** Whether people who share an address get it once. */
  readonly oncePerAddress: boolean;
  readonly tracksOpens?: boolean | undefined;
  readonly tracksClicks?: boolean | undefined;
  /** The bytes of its HTML as it is sent to a sample recipient. */
  readonly htmlBytes?: number | undefined;
}

/**
 * A stored broadcast.
 *
 * | from              | event                                  | to        |
 * |-------------------|----------------------------------------|-----------|
 * | (none)            | created                                | draft     |
 * | draft, waiting, ready | is to wait for an event            | waiting   |
 * | waiting           | the event is there                     | ready, or sending where no release is asked for |
 * | waiting, ready    | no longer waits, or cannot any more    | draft     |
 * | draft, waiting, ready | sent, at a later time              | scheduled |
 * | draft, waiting, ready | sent, now                          | sending   |
 * | scheduled         | its time comes                         | sending   |
 * | scheduled, sending | paused                                | paused    |
 * | paused            | resumed                                | scheduled, sending |
 * | scheduled, sending, paused | cancelled                     | cancelled |
 * | sending           | every recipient has it, or never will  | sent      |
 */
export interface BroadcastItem extends BroadcastContent, StoredRecord<'broadcast'> {
  readonly status: BroadcastState;
  readonly attachments?: readonly Attachment[] | undefined;
  /** The campaign whose invitation it is: the campaign has its texts. */
  readonly campaignId?: string | undefined;
  /** The series of which it is a step: its recipients come one by one, and the series steers it. */
  readonly seriesId?: string | undefined;
  /** Signs the links in its mails. */
  readonly linkSecret: string;
  readonly subject: string;
  readonly createdBy?: string | undefined;
  /** Everybody who wrote or changed the draft. */
  readonly writers?: readonly string[] | undefined;
  /** Who approved the draft as it is, and when; a change takes it back. */
  readonly approval?: { readonly by: string; readonly date: string } | undefined;
  /** Who sent it. */
  readonly sentBy?: string | undefined;
  /** The local time at which it is sent, YYYY-MM-DDTHH:MM; absent: at once. */
  readonly sendAt?: string | undefined;
  readonly clock?: (typeof clocks)[number] | undefined;
  /** When the first mail may be sent: ISO 8601 UTC. */
  readonly dueDate?: string | undefined;
  readonly completedDate?: string | undefined;
  /** Whether it is in the public archive. */
  readonly isArchived?: boolean | undefined;
  /** Why it was paused by the platform. */
  readonly pausedReason?: string | undefined;
  /** Whether bounces or complaints have paused it; once it is resumed in spite of them they do not pause it again. */
  readonly reports?: 'paused' | 'tolerated' | undefined;
  /** The event that the draft waits for, or has waited for. */
  readonly sendWhen?: SendWhen | undefined;
  /** Whether all recipients are known. */
  readonly isCollected?: boolean | undefined;
}

/** The states of a broadcast that was not sent yet. */
const unsent = ['draft', 'waiting', 'ready'] as const;

/** Whether a broadcast is a draft, also one that waits for an event. */
export const isUnsent = ({ status }: Pick<BroadcastItem, 'status'>): boolean =>
  (unsent as readonly BroadcastState[]).includes(status);

/** What an endpoint does with a broadcast, and from which states. */
const allowed = {
  change: unsent,
  approve: unsent,
  send: unsent,
  archive: ['sent'],
  wait: unsent,
  stopWaiting: ['waiting', 'ready'],
  release: ['ready'],
  count: [...unsent, 'scheduled'],
  pause: ['scheduled', 'sending'],
  resume: ['paused'],
  cancel: ['scheduled', 'sending', 'paused'],
} as const satisfies Readonly<Record<string, readonly BroadcastState[]>>;

/** @throws Failure 409 when the state of a broadcast does not allow it */
export function assertMay(action: keyof typeof allowed, { name, status }: BroadcastItem): void {
  const states: readonly BroadcastState[] = allowed[action];
  if (!states.includes(status))
    throw conflict(`${name} is ${status}; only a broadcast that is ${states.join(' or ')} allows it.`);
}

/** Who wrote a draft; of one that was stored before writers were, who created it. */
export const listWriters = ({ writers, createdBy }: Pick<BroadcastItem, 'writers' | 'createdBy'>) =>
  writers ?? (createdBy === undefined ? [] : [createdBy]);

/** The draft after a caller has changed what it sends: the caller is one of its writers, and it is not approved. */
export function noteWriter<T extends Pick<BroadcastItem, 'writers' | 'createdBy' | 'approval'>>(
  draft: T,
  subject: string,
): Omit<T, 'approval'> & { readonly writers: readonly string[] } {
  const { approval: _former, ...rest } = draft;
  return { ...rest, writers: [...new Set([...listWriters(draft), subject])] };
}

/** How a recipient stands. */
export const recipientStates = [
  'waiting',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'skipped',
  'failed',
] as const;
export type RecipientState = (typeof recipientStates)[number];

/**
 * A recipient of a broadcast, once for each person.
 *
 * | from              | event                                      | to         |
 * |-------------------|--------------------------------------------|------------|
 * | (none)            | is in the audience                         | waiting    |
 * | (none), waiting   | does not get it: excluded, opted out ...   | skipped    |
 * | waiting           | the broadcast is cancelled                 | skipped    |
 * | waiting           | the server accepts the mail                | sent       |
 * | waiting           | the last attempt fails                     | failed     |
 * | waiting, skipped, failed | a link in the mail is used          | sent       |
 * | any but bounced, complained | the mail system of the recipient has it | delivered |
 * | any               | it came back                               | bounced    |
 * | any               | the recipient complains                    | complained |
 *
 * Reports and links show that a mail went out whose sender was cut off before writing so. A recipient goes with the record of
 * the person; who still waited is then counted as skipped.
 */
export interface RecipientItem {
  readonly type: 'broadcast-recipient';
  readonly broadcastId: string;
  readonly personId: string;
  readonly status: RecipientState;
  /** The lists by which the person was chosen. */
  readonly listIds: readonly string[];
  /** The districts of the person, where the broadcast is the invitation of a campaign, which counts by them. */
  readonly districts?: readonly string[] | undefined;
  readonly campaignId?: string | undefined;
  /** The address that the mail goes to, as its hash. */
  readonly addressHash?: string | undefined;
  readonly tries: number;
  /** Epoch milliseconds of the next attempt; while there is one, when another may follow. */
  readonly dueAt: number;
  /** Why there is no mail, and since when that is so. */
  readonly reason?: RefusalReason | undefined;
  readonly since?: string | undefined;
  readonly detail?: string | undefined;
  /** The list, group or broadcast that excludes the person. */
  readonly excludedBy?: string | undefined;
  /** When the server accepted it, and what came after: ISO 8601 UTC. */
  readonly sentDate?: string | undefined;
  readonly deliveredDate?: string | undefined;
  readonly bouncedDate?: string | undefined;
  readonly complainedDate?: string | undefined;
  readonly unsubscribedDate?: string | undefined;
  readonly openedDate?: string | undefined;
  /** When a program, and not the recipient, loaded its picture. */
  readonly machineOpenedDate?: string | undefined;
  readonly clickedDate?: string | undefined;
  /** The ids of the links that were clicked. */
  readonly clickedLinks?: readonly string[] | undefined;
  readonly version: number;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** The run of a broadcast: which part of the audience is collected next; after the last one mails are sent. */
export interface BroadcastRunItem extends LeasedRun {
  readonly type: 'broadcast-run';
  /** The number of the source in the audience. */
  readonly source: number;
  /** The position in it. */
  readonly after?: string | undefined;
  readonly isCollected: boolean;
  /**
   * With the recipients' clocks: when the mails of the time zones that are left are due, in epoch milliseconds, the next one
   * first. The audience of each is collected then.
   */
  readonly zoneTimes?: readonly number[] | undefined;
  /** Whether it has recipients by now. */
  readonly hasRecipients?: boolean | undefined;
}

/** The numbers of a broadcast. */
export const figureNames = [
  ...['recipients', 'sent', 'delivered', 'bounced', 'complained', 'unsubscribed'],
  ...['skipped', 'failed', 'opened', 'openedByMachine', 'clicked'],
] as const;

/** How long recipients are stored after the broadcast: 400 days. */
export const RECIPIENT_SECONDS = 400 * 24 * 3600;
