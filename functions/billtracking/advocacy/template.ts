// Campaign templates: what is said to whom, by which call to action; how they change and what stands in the way.
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { conflict, type ErrorDetail } from '../../../shared/errors/failure.ts';
import type { TemplateInput } from './schemas.ts';
import type { actionKinds, templateStatuses } from './template-enums.ts';

export type TemplateStatus = (typeof templateStatuses)[number];

/** What may follow each status. What was once in use is no draft again. */
const transitions: Readonly<Record<TemplateStatus, readonly TemplateStatus[]>> = {
  DRAFT: ['ACTIVE', 'PAUSED', 'COMPLETED'],
  ACTIVE: ['PAUSED', 'COMPLETED'],
  PAUSED: ['ACTIVE', 'COMPLETED'],
  COMPLETED: ['ACTIVE', 'PAUSED'],
};

/** Who is written to. Names are those they had when the template was saved. */
export type Audience =
  | { readonly kind: 'allPeople' }
  | { readonly kind: 'organization'; readonly organizationId: string; readonly name: string }
  | {
      readonly kind: 'committeeMembers' | 'committeeConstituents';
      readonly committeeId: string;
      readonly name: string;
      /** Whether people of the state whose district is not known are counted in. */
      readonly withUnknownDistrict?: boolean | undefined;
    };

/** What recipients are asked to do. */
export interface CallToAction {
  readonly kind: (typeof actionKinds)[number];
  readonly label: string;
  /** May hold merge fields: `tel:{{official.phone}}`. */
  readonly url?: string | undefined;
}

/** What people say of a template. */
export interface TemplateContent {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  /** Whether the body is HTML; values are then written into it as text. */
  readonly isHtml: boolean;
  readonly audience: Audience;
  readonly callToAction?: CallToAction | undefined;
  readonly billIds: readonly string[];
  /** YYYY-MM-DD, both inclusive. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly stateId?: number | undefined;
  readonly status: TemplateStatus;
}

/** A campaign that is not over, or was not when the template was last looked at. */
export interface LiveCampaign {
  readonly id: string;
  readonly startDate: string;
  readonly endDate?: string | undefined;
}

/** A template as the table holds it. */
export interface TemplateItem extends TemplateContent {
  readonly type: 'campaign-template';
  readonly id: string;
  /** What holds it; written in the transactions that start and end campaigns, and by nothing else. */
  readonly campaigns: readonly LiveCampaign[];
  /** Counts those transactions. */
  readonly campaignsVersion: number;
  readonly createdBy?: { readonly name: string; readonly personId?: string | undefined } | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

const mergeValue = <T>(sent: T | null | undefined, kept: T | undefined): T | undefined =>
  sent === undefined ? kept : sent === null || sent === '' ? undefined : sent;

/** What a template is unless told otherwise. */
export const templateDefaults: Omit<TemplateContent, 'name'> = {
  subject: '',
  body: '',
  isHtml: false,
  audience: { kind: 'allPeople' },
  billIds: [],
  status: 'DRAFT',
};

/** The content with what was sent laid over it; null clears. The audience is given as it is to be kept. */
export function applyTemplateInput(
  kept: TemplateContent,
  sent: TemplateInput,
  audience: Audience | undefined,
): TemplateContent {
  const action = sent.callToAction;
  return {
    name: sent.name ?? kept.name,
    subject: mergeValue(sent.subject, kept.subject) ?? '',
    body: mergeValue(sent.body, kept.body) ?? '',
    isHtml: sent.isHtml ?? kept.isHtml,
    audience: audience ?? (sent.audience === null ? templateDefaults.audience : kept.audience),
    billIds: sent.billIds === undefined ? kept.billIds : [...new Set(sent.billIds ?? [])].map(String),
    status: sent.status ?? kept.status,
    ...omitUndefined({
      callToAction: action
        ? { kind: action.kind, label: action.label, ...omitUndefined({ url: action.url || undefined }) }
        : mergeValue(action, kept.callToAction),
      startDate: mergeValue(sent.startDate, kept.startDate),
      endDate: mergeValue(sent.endDate, kept.endDate),
      stateId: mergeValue(sent.stateId, kept.stateId),
    }),
  };
}

/** What is wrong with a template in itself; its texts were held to their merge fields when they were sent. */
export function validateContent(content: TemplateContent): ErrorDetail[] {
  const { startDate, endDate, status } = content;
  const faults: ErrorDetail[] = [];
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    faults.push({
      code: 'OUT_OF_RANGE',
      message: `endDate (${endDate}) must not lie before startDate (${startDate}).`,
      target: 'endDate',
    });
  for (const target of ['subject', 'body'] as const)
    if (status !== 'DRAFT' && content[target].trim() === '')
      faults.push({
        code: 'REQUIRED_FIELD',
        message: `${target} must not be empty unless the template is a DRAFT, but its status is ${status}.`,
        target,
      });
  return faults;
}

/** The campaigns that are not over on a day. */
export const filterLiveCampaigns = (campaigns: readonly LiveCampaign[], today: string): LiveCampaign[] =>
  campaigns.filter(({ endDate }) => endDate === undefined || endDate >= today);

const describeCampaigns = (live: readonly LiveCampaign[]): string =>
  live
    .slice(0, 5)
    .map(({ id, startDate, endDate }) => `${id} (${startDate} to ${endDate ?? 'further notice'})`)
    .join(', ');

/**
 * A template that a campaign uses, now or from a later day on, stays.
 * @throws Failure 409 with the campaigns
 */
export function assertNotInUse({ name, campaigns }: TemplateItem, today: string, what: string): void {
  const live = filterLiveCampaigns(campaigns, today);
  if (live.length === 0) return;
  const [are, them] = live.length === 1 ? ['campaign uses', 'it'] : ['campaigns use', 'them'];
  throw conflict(
    `${name} can't be ${what}: ${live.length} ${are} it: ${describeCampaigns(live)}. End ${them} first with POST /api/1.0/Advocacy/Champaign/{id}/end.`,
  );
}

/**
 * Whether a template may take a status.
 * @throws Failure 409 when it may not follow, or campaigns run
 */
export function assertTransitionAllowed(before: TemplateItem, to: TemplateStatus, today: string): void {
  const from = before.status;
  if (from === to) return;
  if (!transitions[from].includes(to))
    throw conflict(`${before.name} is ${from}; it may become ${transitions[from].join(' or ')}.`, 'status');
  if (to === 'COMPLETED') assertNotInUse(before, today, 'completed');
}
