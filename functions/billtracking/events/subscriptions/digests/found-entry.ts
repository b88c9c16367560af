// Tells of bills that a saved search found, with the words that matched. A bill from before the day on which it was found is
// not announced as new.
import { legislatureDay } from '../../../bills/legislature-day.ts';
import type { Excerpt } from '../../../searches/match-bill.ts';
import type { FoundBill } from '../deliveries/subject.ts';
import type { EntryText, MarkedLine } from './digest-entry.ts';
import { formatDay } from './format-times.ts';

const fieldNames: Readonly<Record<Excerpt['field'], string>> = {
  title: 'Title',
  alternateTitle: 'Short title',
  summary: 'Summary',
  subjects: 'Subjects',
  text: 'Text',
};

const formatExcerpt = ({ field, document, parts }: Excerpt): MarkedLine => [
  { text: `${document ? `Text of ${document.title}` : fieldNames[field]}: `, isMatch: false },
  ...parts,
];

function describeFoundBill({ bill, record }: FoundBill): string {
  const name = `${bill.billNumber} ${bill.title}`;
  const foundOn = legislatureDay(bill, new Date(record.createdDate));
  const { introducedDate: introduced } = bill;
  return introduced === undefined || introduced >= foundOn
    ? `New: ${name}`
    : `Introduced ${formatDay(introduced)}: ${name}`;
}

export const formatFoundBill = (found: FoundBill): EntryText => {
  const { bill, record } = found;
  const sponsors = bill.sponsors.filter(({ isPrimary }) => isPrimary).map(({ name }) => name);
  const committees = bill.committees.map(({ name }) => name);
  return {
    heading: describeFoundBill(found),
    lines: [
      [bill.sessionName, bill.status].join(', '),
      ...(sponsors.length > 0 ? [`Sponsor: ${sponsors.join(', ')}`] : []),
      ...(committees.length > 0 ? [`Committee: ${committees.join(', ')}`] : []),
      ...record.excerpts.map(formatExcerpt),
      ...bill.sources.slice(0, 1).map(({ url }) => url),
    ],
  };
};
