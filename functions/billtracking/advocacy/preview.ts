// Builds what one recipient receives: the values of the merge fields, and the texts with them filled in.
import { displayName } from '../../../shared/directory/person.ts';
import type { PersonItem } from '../../../shared/directory/person-store.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import type { BillItem } from '../bills/bill.ts';
import { fillMergeFields, findMergeFields, type MergeValues } from './merge-fields.ts';
import { getChamberName, getOfficialTitle, type Official } from './officials.ts';
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

function buildMergeValues(template: TemplateContent, subjects: MergeContext): MergeValues {
  const { recipient, official, bill, sender, association } = subjects;
  const [home] = recipient.addresses ?? [];
  return {
    'recipient.fullName': displayName(recipient),
    'recipient.firstName': recipient.firstName,
    'recipient.lastName': recipient.lastName,
    'recipient.title': recipient.title,
    'recipient.email': recipient.email,
    'recipient.organization': recipient.organizationName,
    'recipient.city': home?.city,
    'recipient.state': home?.state,
    ...(official && {
      'official.fullName': displayName(official.person),
      'official.firstName': official.person.firstName,
      'official.lastName': official.person.lastName,
      'official.title': getOfficialTitle(official.office),
      'official.party': official.person.party,
      'official.district': official.office.district,
      'official.chamber': getChamberName(official.office),
      'official.email': official.person.email,
      'official.phone': official.person.phone ?? official.person.addresses?.find(({ phone }) => phone)?.phone,
    }),
    ...(bill && {
      'bill.number': bill.billNumber,
      'bill.title': bill.title,
      'bill.status': bill.status,
      'bill.session': bill.sessionName,
      'bill.position': positionLabels[bill.position],
      'bill.lastAction': bill.lastActionTaken,
      'bill.lastActionDate': formatDay(bill.lastActionOn),
    }),
    'sender.fullName': sender ? displayName(sender) : association,
    'sender.title': sender?.title,
    'sender.email': sender?.email,
    'sender.phone': sender?.phone,
    'sender.organization': association,
    'campaign.name': template.name,
    'campaign.startDate': formatDay(template.startDate),
    'campaign.endDate': formatDay(template.endDate),
    'campaign.state': template.stateId === undefined ? undefined : stateById(template.stateId)?.name,
    'campaign.callToAction': template.callToAction?.label,
  };
}

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
