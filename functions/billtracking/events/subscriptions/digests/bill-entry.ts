// Reports what changed in a bill, with old and new values. An action from before the period is reported as late.

import type { BillChange } from '../../../../../shared/subscriptions/subscription.ts';
import { type BillItem, chamberName, type RollCall, type TextChange } from '../../../bills/record/bill.ts';
import { describeOfficialNews, type OfficialNews } from '../officials/official-news.ts';
import { type BillEntryFacts, type DigestEntry, type EntryText, formatEnumValue } from './digest-entry.ts';
import { formatDay } from './format-times.ts';
import { buildHistory, formatHistory } from './record-history.ts';

export type BillEntry = DigestEntry<BillItem> &
  BillEntryFacts & {
    /** The kinds of its changes that the subscription covers. */
    readonly kinds: readonly BillChange[];
    /** What its changes say of the officials whom the subscription follows. */
    readonly officials: readonly OfficialNews[];
  };

/** A mail is one item of the table: a bill has as many lines at most. */
const MAX_LINES = 400;
/** A bill that came with a long past gets as many lines; how many more there are is said. */
const MAX_NEWS_LINES = 40;

const formatRollCall = ({ chamber, description, passed, yea, nay }: RollCall): string =>
  `roll call${chamber === undefined ? '' : `, ${chamberName(chamber)}`}, ${passed ? 'passed' : 'failed'} ${yea} to ${nay}: ${description}`;

/** Actions and roll calls, the oldest first; those from before the period are marked as late. */
function formatNews({ news, periodStart }: Pick<BillEntry, 'news' | 'periodStart'>): string[] {
  const dated = [
    ...news.actions.map(({ date, text }) => ({ date, text })),
    ...news.rollCalls.map((rollCall) => ({ date: rollCall.date, text: formatRollCall(rollCall) })),
  ].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const shown = dated.slice(-MAX_NEWS_LINES);
  const omitted = dated.length - shown.length;
  return [
    ...(omitted > 0 ? [`Entered late: ${omitted} more up to ${formatDay(shown[0]?.date ?? '')}`] : []),
    ...shown.map(
      ({ date, text }) => `${date < periodStart ? 'Entered late: ' : ''}${formatDay(date)}: ${text}`,
    ),
  ];
}

const formatLastAction = ({ lastActionOn, lastActionTaken = '' }: BillItem): string =>
  [...(lastActionOn === undefined ? [] : [formatDay(lastActionOn)]), lastActionTaken].join(': ');

/** The last action when it changed without a new one, such as one that the legislature withdrew. */
function formatWithdrawnAction({ states }: BillEntry): string[] {
  const history = buildHistory(states, formatLastAction);
  if (history.current === '' && history.earlier.length === 0) return [];
  return history.earlier.length > 0 ? [`Last action: ${formatHistory(history, 'none')}`] : [history.current];
}

type ListedField = 'sponsors' | 'committees' | 'versions' | 'documents' | 'relations';

/** What came to a list of a bill in the period, and what went from it, each in words. */
function formatList<F extends ListedField>(
  { states, record }: BillEntry,
  field: F,
  label: string,
  format: (entry: NonNullable<BillItem[F]>[number]) => string,
): string[] {
  const list = (bill: BillItem | undefined): string[] => (bill?.[field] ?? []).map(format);
  const [before, after] = [list(states[0]), list(record)];
  const difference = (of: readonly string[], without: readonly string[]) =>
    [...new Set(of)].filter((text) => !without.includes(text));
  return [
    ...difference(after, before).map((text) => `New ${label}: ${text}`),
    ...difference(before, after).map((text) => `No longer ${label}: ${text}`),
  ].slice(0, MAX_NEWS_LINES);
}

const formatRelation = (relation: string): string => relation.replaceAll('-', ' ');

const formatPaper = ({ type, date, url }: { type: string; date?: string; url?: string }): string =>
  [type, date === undefined ? undefined : formatDay(date), url].filter(Boolean).join(', ');

/** News of a followed official; a vote from before the period is marked as late. */
function formatOfficialNews(one: OfficialNews, periodStart: string): string {
  const text = describeOfficialNews(one);
  if (one.kind !== 'VOTE') return text;
  const { date } = one.rollCall;
  return `${date < periodStart ? 'Entered late: ' : ''}${formatDay(date)}: ${text}`;
}

const formatText = ({ title, date }: { title: string; date?: string | undefined }): string =>
  date === undefined ? title : `${title} (${formatDay(date)})`;

/** The changes of texts in the period, each with the page that compares them. */
function formatTextChanges<C extends TextChange>(
  { states, comparisons }: BillEntry,
  read: (bill: BillItem) => C | undefined,
  describe: (change: C) => string,
): string[] {
  // The first state is that before the period.
  const [before, ...later] = states.map(read);
  const changes = later.filter(
    (change, index) =>
      change !== undefined &&
      change.documentId !== before?.documentId &&
      later.findIndex((other) => other?.documentId === change.documentId) === index,
  );
  return changes.flatMap((change) => {
    const page = comparisons.find(({ documentId }) => documentId === change?.documentId)?.pageUrl;
    return change ? [describe(change), ...(page === undefined ? [] : [page])] : [];
  });
}

const lineBuilders: Readonly<Record<BillChange, (entry: BillEntry) => string[]>> = {
  status: ({ createdAt, states, fields }) => {
    const isNew = createdAt !== undefined;
    const tracking = buildHistory(states, ({ trackingStatus }) => formatEnumValue(trackingStatus));
    const status = buildHistory(states, (bill) => bill.status);
    return [
      ...(isNew || fields.includes('trackingStatus') ? [`Tracking status: ${formatHistory(tracking)}`] : []),
      ...(isNew || fields.includes('status') ? [`Status: ${formatHistory(status)}`] : []),
    ];
  },
  action: (entry) => {
    const news = formatNews(entry);
    return news.length > 0 ? news : formatWithdrawnAction(entry);
  },
  vote: ({ kinds, ...entry }) =>
    kinds.includes('action') ? [] : formatNews({ ...entry, news: { ...entry.news, actions: [] } }),
  title: ({ states, fields }) => {
    const title = buildHistory(states, (bill) => bill.title);
    return [
      ...(fields.includes('title') ? [`Title: ${formatHistory(title)}`] : []),
      ...(fields.includes('alternateTitle') ? ['The short title has changed'] : []),
      ...(fields.includes('summary') ? ['The summary has changed'] : []),
    ];
  },
  sponsor: (entry) => formatList(entry, 'sponsors', 'sponsor', ({ name }) => name),
  committee: (entry) => formatList(entry, 'committees', 'committee', ({ name }) => name),
  version: (entry) => formatList(entry, 'versions', 'version', formatPaper),
  text: (entry) =>
    formatTextChanges(
      entry,
      (bill) => bill.replacedText,
      (change) => `The text of ${formatText(change)} was replaced where it is published`,
    ),
  rewrite: (entry) =>
    formatTextChanges(
      entry,
      (bill) => bill.rewrite,
      ({ replacedPercent, earlierTitle, earlierDate, ...change }) =>
        `${replacedPercent}% of the text was replaced: of ${formatText({ title: earlierTitle, date: earlierDate })} so much is no longer in ${formatText(change)}`,
    ),
  document: (entry) => formatList(entry, 'documents', 'document', formatPaper),
  relation: (entry) =>
    formatList(
      entry,
      'relations',
      'related bill',
      ({ billNumber, relation, session }) => `${billNumber} (${formatRelation(relation)}, ${session})`,
    ),
  position: ({ states }) => {
    const history = buildHistory(states, ({ position }) => formatEnumValue(position));
    const isCorrected = states.length > 1 && history.earlier.length === 0;
    return [`Our position: ${formatHistory(history)}${isCorrected ? ', with a change to its history' : ''}`];
  },
};

/** A bill that is new here may be old: one that was introduced before the period is not announced as new. */
function describeBill({ record, createdAt, periodStart }: BillEntry): string {
  const name = `${record.billNumber} ${record.title}`;
  if (createdAt === undefined) return name;
  return record.introducedDate !== undefined && record.introducedDate < periodStart
    ? `Entered late, introduced ${formatDay(record.introducedDate)}: ${name}`
    : `New: ${name}`;
}

export function formatBill(entry: BillEntry): EntryText {
  const lines = [
    ...entry.officials.map((one) => formatOfficialNews(one, entry.periodStart)),
    ...entry.kinds.flatMap((kind) => lineBuilders[kind](entry)),
  ].slice(0, MAX_LINES);
  // Such as a sponsor who became the primary one.
  const isUntold = lines.length === 0 && entry.createdAt === undefined;
  return { heading: describeBill(entry), lines: isUntold ? ['Details have changed'] : lines };
}
