// Campaign templates: their content, how a request changes it, and the rules for changing status and deleting.

import { DEFAULT_SALUTATION, type LetterContent } from '../../../shared/campaigns/letter.ts';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import { conflict, type ErrorDetail } from '../../../shared/errors/failure.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import type { Author } from '../caller.ts';
import type { TemplateInput } from './schemas.ts';
import type { actionKinds, templateStatuses } from './template-enums.ts';

export type TemplateStatus = (typeof templateStatuses)[number];

/** The statuses that may follow each status. A template that was in use cannot become a draft again. */
const transitions: Readonly<Record<TemplateStatus, readonly TemplateStatus[]>> = {
  DRAFT: ['ACTIVE', 'PAUSED', 'COMPLETED'],
  ACTIVE: ['PAUSED', 'COMPLETED'],
  PAUSED: ['ACTIVE', 'COMPLETED'],
  COMPLETED: ['ACTIVE', 'PAUSED'],
};

/** The recipients. Names are as they were when the template was saved. */
export type Audience =
  | { readonly kind: 'allPeople' }
  | { readonly kind: 'organization'; readonly organizationId: string; readonly name: string }
  | {
      readonly kind: 'committeeMembers' | 'committeeConstituents';
      readonly committeeId: string;
      readonly name: string;
      /** Whether people of the state whose district is unknown are included. */
      readonly withUnknownDistrict?: boolean | undefined;
    };

/** What recipients are asked to do. */
export interface CallToAction {
  readonly kind: (typeof actionKinds)[number];
  readonly label: string;
  /** May contain merge fields: `tel:{{official.phone}}`. */
  readonly url?: string | undefined;
}

/** The part of a template that users edit. */
export interface TemplateContent {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  /** Whether the body is HTML; values are then escaped. */
  readonly isHtml: boolean;
  readonly audience: Audience;
  readonly callToAction?: CallToAction | undefined;
  /** What recipients write to their officials, where a campaign invites them to. */
  readonly letter?: LetterContent | undefined;
  readonly billIds: readonly string[];
  /** YYYY-MM-DD, both inclusive. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly stateId?: number | undefined;
  readonly status: TemplateStatus;
}

/** A campaign that had not ended when the template was last written. */
export interface LiveCampaign {
  readonly id: string;
  readonly startDate: string;
  readonly endDate?: string | undefined;
}

/** A template as it is stored. */
export interface TemplateItem extends TemplateContent, VersionedRecord {
  readonly type: 'campaign-template';
  readonly id: string;
  /** The campaigns that use it; written only by the transactions that start and end campaigns. */
  readonly campaigns: readonly LiveCampaign[];
  /** The number of those transactions. */
  readonly campaignsVersion: number;
  readonly createdBy?: Author | undefined;
}

const mergeValue = <T>(sent: T | null | undefined, current: T | undefined): T | undefined =>
  sent === undefined ? current : sent === null || sent === '' ? undefined : sent;

/** The defaults of a new template. */
export const templateDefaults: Omit<TemplateContent, 'name'> = {
  subject: '',
  body: '',
  isHtml: false,
  audience: { kind: 'allPeople' },
  billIds: [],
  status: 'DRAFT',
};

const toLetter = ({ subject, salutation, body, isEditable }: NonNullable<TemplateInput['letter']>) => ({
  ...{ subject, body, isEditable: isEditable ?? true },
  salutation: salutation || DEFAULT_SALUTATION,
});

/** The content after a request; null clears a field. @param audience the requested audience, resolved */
export function applyTemplateInput(
  current: TemplateContent,
  sent: TemplateInput,
  audience: Audience | undefined,
): TemplateContent {
  const action = sent.callToAction;
  return {
    name: sent.name ?? current.name,
    subject: mergeValue(sent.subject, current.subject) ?? '',
    body: mergeValue(sent.body, current.body) ?? '',
    isHtml: sent.isHtml ?? current.isHtml,
    audience: audience ?? (sent.audience === null ? templateDefaults.audience : current.audience),
    billIds: sent.billIds === undefined ? current.billIds : [...new Set(sent.billIds ?? [])].map(String),
    status: sent.status ?? current.status,
    ...omitUndefined({
      callToAction: action
        ? { kind: action.kind, label: action.label, ...omitUndefined({ url: action.url || undefined }) }
        : mergeValue(action, current.callToAction),
      letter: sent.letter ? toLetter(sent.letter) : mergeValue(sent.letter, current.letter),
      startDate: mergeValue(sent.startDate, current.startDate),
      endDate: mergeValue(sent.endDate, current.endDate),
      stateId: mergeValue(sent.stateId, current.stateId),
    }),
  };
}

/** Validates dates and texts; merge fields were validated with the request. */
export function validateContent(content: TemplateContent): ErrorDetail[] {
  const { startDate, endDate, status } = content;
  const errors: ErrorDetail[] = [];
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    errors.push({
      code: 'OUT_OF_RANGE',
      message: `endDate (${endDate}) must not be before startDate (${startDate}).`,
      target: 'endDate',
    });
  for (const target of ['subject', 'body'] as const)
    if (status !== 'DRAFT' && content[target].trim() === '')
      errors.push({
        code: 'REQUIRED_FIELD',
        message: `${target} must not be empty when the status is ${status}; only a DRAFT may have an empty ${target}.`,
        target,
      });
  return errors;
}

/** The campaigns that have not ended on a day. */
export const filterLiveCampaigns = (campaigns: readonly LiveCampaign[], today: string): LiveCampaign[] =>
  campaigns.filter(({ endDate }) => endDate === undefined || endDate >= today);

const describeCampaigns = (live: readonly LiveCampaign[]): string =>
  live
    .slice(0, 5)
    .map(({ id, startDate, endDate }) => `${id} (${startDate} to ${endDate ?? 'further notice'})`)
    .join(', ');

/**
 * Asserts that no running or scheduled campaign uses the template.
 * @throws Failure 409 naming the campaigns
 */
export function assertNotInUse({ name, campaigns }: TemplateItem, today: string, action: string): void {
  const live = filterLiveCampaigns(campaigns, today);
  if (live.length === 0) return;
  const [uses, them] = live.length === 1 ? ['campaign uses', 'it'] : ['campaigns use', 'them'];
  throw conflict(
    `${name} cannot be ${action}: ${live.length} ${uses} it: ${describeCampaigns(live)}. End ${them} first with POST /api/1.0/Advocacy/Champaign/{id}/end.`,
  );
}

/**
 * Asserts that the template may change to a status.
 * @throws Failure 409 when the status may not follow the current one, or campaigns use the template
 */
export function assertTransitionAllowed(before: TemplateItem, to: TemplateStatus, today: string): void {
  const from = before.status;
  if (from === to) return;
  if (!transitions[from].includes(to))
    throw conflict(
      `${before.name} is ${from}; its status may change to ${transitions[from].join(' or ')}.`,
      'status',
    );
  if (to === 'COMPLETED') assertNotInUse(before, today, 'completed');
}
