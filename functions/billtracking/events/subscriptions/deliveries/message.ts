// The message about a change: its id and kind, and the current state of the event or the bill.
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import { isOver } from '../../../../../shared/legislature/is-over.ts';
import type { Message } from '../../../../../shared/subscriptions/message.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import { type BillNews, noNews } from '../../../bills/bill-news.ts';
import { legislatureDay } from '../../../bills/legislature-day.ts';
import type { BillItem, TextChange } from '../../../bills/record/bill.ts';
import { presentEvent } from '../../present.ts';
import { classifyBillChange } from '../matching.ts';
import { presentCommitteeMove } from '../officials/committee-move.ts';
import { listOfficialNews, presentOfficialNews } from '../officials/official-news.ts';
import type { ChangeDetails } from './change-details.ts';
import type { Subject } from './subject.ts';

const presentBill = (bill: BillItem) => ({
  id: Number(bill.id),
  billNumber: bill.billNumber,
  title: bill.title,
  stateId: bill.stateId,
  sessionName: bill.sessionName,
  status: bill.status,
  trackingStatus: bill.trackingStatus,
  position: bill.position,
  ...omitUndefined({ lastActionOn: bill.lastActionOn, lastActionTaken: bill.lastActionTaken }),
});

/** A bill that is found some days after it was introduced is not new to its legislature. */
const isIntroducedBefore = (bill: BillItem, moment: Date): boolean =>
  bill.introducedDate !== undefined && bill.introducedDate < legislatureDay(bill, moment);

/** Fields that receivers do not see. */
const internalFields = new Set([
  ...['contentHash', 'sequence', 'schemaVersion', 'createdDate', 'actionsSeenAt'],
  ...['sources', 'noticeCount', 'legiscanTexts'],
  ...['sponsorMoves', 'sponsorsMovedAt'],
]);

/** The names of the changed fields that receivers see. */
export const visibleFields = ({ data }: Pick<ChangeEvent, 'data'>): string[] =>
  data.fields.filter((field) => !internalFields.has(field));

/** The old and the new value of each changed field that receivers see. */
const presentFieldChanges = (change: ChangeEvent, { values = {} }: ChangeDetails) =>
  visibleFields(change).flatMap((field) => (values[field] ? [{ field, ...values[field] }] : []));

/** What is new of a bill; what happened before the day on which it was first seen is late. */
function presentNews(bill: BillItem, { actions, rollCalls }: BillNews, changedAt: string) {
  const day = legislatureDay(bill, new Date(changedAt));
  return {
    newActions: actions.map(({ date, at, chamber, text }) => ({
      date,
      ...omitUndefined({ at, chamber }),
      text,
      isLate: date < day,
    })),
    newRollCalls: rollCalls.map(({ date, chamber, description, passed, yea, nay, notVoting, absent }) => ({
      date,
      ...omitUndefined({ chamber }),
      description,
      passed,
      yea,
      nay,
      notVoting,
      absent,
      isLate: date < day,
    })),
  };
}

/** What became of texts: which replaced which, and the page that compares them. */
function presentTextChanges(
  { data }: ChangeEvent,
  bill: BillItem,
  comparisons: ChangeDetails['comparisons'] = [],
) {
  const present = <T extends TextChange>(change: T | undefined, field: string) =>
    change && data.fields.includes(field)
      ? {
          ...change,
          comparisonUrl:
            comparisons.find(({ documentId }) => documentId === change.documentId)?.pageUrl ?? null,
        }
      : undefined;
  return omitUndefined({
    replacedText: present(bill.replacedText, 'replacedText'),
    rewrite: present(bill.rewrite, 'rewrite'),
  });
}

/** What a message says of the record itself. */
function presentSubject(
  subscription: SubscriptionItem,
  change: ChangeEvent,
  subject: Subject,
  details: ChangeDetails,
) {
  if (subject.kind === 'bill') {
    const officials = listOfficialNews(subscription, change, subject.record, details);
    return {
      changes: classifyBillChange(change, subject.record),
      bill: presentBill(subject.record),
      ...presentNews(subject.record, details.news ?? noNews, change.time),
      ...(officials.length > 0 && { officials: officials.map(presentOfficialNews) }),
      ...presentTextChanges(change, subject.record, details.comparisons),
    };
  }
  if (subject.kind === 'bill-match') {
    const { record, bill, searchName } = subject;
    return {
      search: { id: record.searchId, name: searchName },
      bill: presentBill(bill),
      excerpts: record.excerpts,
      isLate: isIntroducedBefore(bill, new Date(record.createdDate)),
    };
  }
  if (subject.kind === 'membership') return { officials: [presentCommitteeMove(subject)] };
  return {
    event: presentEvent(subject.record, subject.bills),
    isOver: isOver(subject.record, new Date(change.time)),
  };
}

/**
 * The message about a change. `version` never decreases from one message to the next. `leftFilter` says that the event
 * no longer matches the subscription, which receives nothing more of it; `isOver` that the event was over when it
 * changed, so that nobody announces it as new.
 */
export const buildChangeMessage = (
  subscription: SubscriptionItem,
  change: ChangeEvent,
  subject: Subject,
  { hasLeft = false, ...details }: ChangeDetails & { readonly hasLeft?: boolean } = {},
): Message => ({
  type: change.type,
  timestamp: change.time,
  data: {
    changeId: change.id,
    subscriptionId: subscription.id,
    subject: change.subject,
    version: subject.record.version,
    fields: visibleFields(change),
    fieldChanges: presentFieldChanges(change, details),
    ...(hasLeft && { leftFilter: true }),
    ...presentSubject(subscription, change, subject, details),
  },
});
