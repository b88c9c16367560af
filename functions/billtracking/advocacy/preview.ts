// Builds what one recipient receives: the values of the merge fields, and the texts with them filled in.

import { fillMergeFields, findMergeFields, type MergeValues } from '../../../shared/advocacy/merge-fields.ts';
import {
  describeOfficial,
  describeRecipient,
  describeSender,
} from '../../../shared/advocacy/merge-values.ts';
import type { Official } from '../../../shared/advocacy/officials.ts';
import type { PersonItem } from '../../../shared/directory/people/person-store.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import type { BillItem } from '../bills/record/bill.ts';
import type { TemplateContent } from './template.ts';

/** The records from which merge fields take their values. */
export interface MergeContext {
  readonly recipient: PersonItem;
  readonly official?: Official | undefined;
  readonly bill?: BillItem | undefined;
  readonly sender?: PersonItem | undefined;
  /** The name of the tenant. */
  readonly association: string;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `February 3, 2027` */
const formatDay = (day: string | undefined): string | undefined =>
  day === undefined ? undefined : longDate.format(new Date(day));

const positionLabels = {
  SUPPORT: 'support',
  OPPOSE: 'oppose',
  NEUTRAL: 'neutral',
  MONITOR: 'monitor',
  NO_POSITION: 'no position',
} as const;

/** The values that are the same for every recipient: those of the bill and of the template. */
export const describeSubject = (template: TemplateContent, bill: BillItem | undefined): MergeValues => ({
  ...(bill && {
    'bill.number': bill.billNumber,
    // Many titles end with a period, which would stand in the middle of a sentence.
    'bill.title': bill.title.replace(/\.$/, ''),
    'bill.status': bill.status,
    'bill.session': bill.sessionName,
    'bill.position': positionLabels[bill.position],
    'bill.lastAction': bill.lastActionTaken,
    'bill.lastActionDate': formatDay(bill.lastActionOn),
  }),
  'campaign.name': template.name,
  'campaign.startDate': formatDay(template.startDate),
  'campaign.endDate': formatDay(template.endDate),
  'campaign.state': template.stateId === undefined ? undefined : stateById(template.stateId)?.name,
  'campaign.callToAction': template.callToAction?.label,
});

const buildMergeValues = (
  template: TemplateContent,
  { recipient, official, bill, sender, association }: MergeContext,
): MergeValues => ({
  ...describeRecipient(recipient),
  ...(official && describeOfficial(official)),
  ...describeSender(sender, association),
  ...describeSubject(template, bill),
});

/** The texts of a template for one recipient, and the used fields that have no value. */
export function buildPreview(template: TemplateContent, subjects: MergeContext) {
  const values = buildMergeValues(template, subjects);
  const { subject, body, isHtml, callToAction } = template;
  const used = findMergeFields([subject, body, callToAction?.label ?? '', callToAction?.url ?? '']);
  return {
    subject: fillMergeFields(subject, values, 'text').replace(/\s+/g, ' ').trim(),
    body: fillMergeFields(body, values, isHtml ? 'html' : 'text'),
    isHtml,
    callToAction: callToAction && {
      kind: callToAction.kind,
      label: fillMergeFields(callToAction.label, values, 'text'),
      url: callToAction.url === undefined ? undefined : fillMergeFields(callToAction.url, values, 'address'),
    },
    missing: used.filter((field) => !values[field]),
  };
}
