// What a request to start a campaign says about whom it invites and to whom they write (docs/interface/billtracking.md#campaigns).
import { findOfficial } from '../../../../shared/advocacy/officials.ts';
import type { OfficialSelection } from '../../../../shared/advocacy/representatives.ts';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { checkAudience } from '../../../../shared/broadcasts/audience.ts';
import type { Outreach } from '../../../../shared/campaigns/campaign.ts';
import type { CampaignTextsItem } from '../../../../shared/campaigns/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import {
  conflict,
  type ErrorDetail,
  Failure,
  invalid,
  throwIfInvalid,
} from '../../../../shared/errors/failure.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { resolveFilter } from '../../../../shared/people-filter/people-filter.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { billById } from '../../bills/record/store.ts';
import { unknownValue } from '../../unknown-value.ts';
import { describeSubject } from '../preview.ts';
import { findCommittee } from '../references.ts';
import type { TemplateItem } from '../template.ts';
import type { CampaignAudienceInput, CampaignOfficialsInput } from './contract.ts';

interface OutreachContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly caller: Caller;
  readonly now: Date;
}

/** The whole legislature of the template's state, or Congress, where a request does not say which officials. */
function findDefaultSelection({ audience, stateId }: TemplateItem): OfficialSelection {
  if (audience.kind === 'committeeConstituents')
    return { kind: 'committee', committeeId: audience.committeeId, name: audience.name };
  if (stateId === undefined) return { kind: 'representatives' };
  if (stateId === 0) return { kind: 'representatives', level: 'congress' };
  return { kind: 'representatives', level: 'state', state: stateById(stateId)?.abbreviation };
}

const requireField = (target: string, kind: string): ErrorDetail => ({
  code: 'REQUIRED_FIELD',
  message: `${target} is required for officials of the kind ${kind}.`,
  target,
});

/** Which officials people write to, or what is wrong with the request. At most two round trips. */
async function resolveOfficials(
  { tenant, settings, now }: Pick<OutreachContext, 'tenant' | 'settings' | 'now'>,
  template: TemplateItem | undefined,
  input: CampaignOfficialsInput | undefined,
): Promise<{ readonly selection: OfficialSelection; readonly errors: readonly ErrorDetail[] }> {
  const fallback: OfficialSelection = template ? findDefaultSelection(template) : { kind: 'representatives' };
  const fail = (...errors: ErrorDetail[]) => ({ selection: fallback, errors });
  if (!input) return { selection: fallback, errors: [] };
  if (input.kind === 'committee') {
    const target = 'officials.committeeId';
    if (!input.committeeId) return fail(requireField(target, input.kind));
    const committee = await findCommittee(tenant, input.committeeId);
    return committee
      ? { selection: { kind: 'committee', committeeId: committee.id, name: committee.name }, errors: [] }
      : fail(unknownValue(target, `There is no committee with the id ${input.committeeId}.`));
  }
  if (input.kind === 'named') {
    const target = 'officials.personIds';
    if (input.personIds.length === 0) return fail(requireField(target, input.kind));
    const today = toLocalDate(settings.timeZone, now);
    const people = await peopleById(tenant, input.personIds);
    const errors = input.personIds.flatMap((id, index) => {
      const person = people[index];
      return person && findOfficial(person, today)
        ? []
        : [unknownValue(`${target}[${index}]`, `There is no official in office with the id ${id}.`)];
    });
    return { selection: { kind: 'named', personIds: input.personIds }, errors };
  }
  const base = fallback.kind === 'representatives' ? fallback : { kind: 'representatives' as const };
  const level = input.level ?? base.level;
  return {
    selection: {
      kind: 'representatives',
      ...omitUndefined({
        ...{ level, chamber: input.chamber ?? undefined },
        state: level === 'congress' ? undefined : base.state,
      }),
    },
    errors: [],
  };
}

/** What is wrong with an audience. At most three round trips. */
async function checkPeople(
  context: OutreachContext,
  { listIds, groupIds, personIds, filterBody }: CampaignAudienceInput,
): Promise<ErrorDetail[]> {
  const { tenant } = context;
  const [errors, people] = await Promise.all([
    checkAudience(context, { listIds, groupIds }, 'audience.'),
    personIds.length > 0 ? peopleById(tenant, personIds) : [],
    filterBody
      ? resolveFilter(context, {
          ...{ filterRules: filterBody.filterRules, isActive: undefined },
          target: 'audience.filterBody.filterRules',
        })
      : undefined,
  ]);
  return [
    ...errors,
    ...personIds.flatMap((id, index) =>
      people[index]
        ? []
        : [unknownValue(`audience.personIds[${index}]`, `There is no person with the id ${id}.`)],
    ),
  ];
}

/** What a campaign with an audience refers to. */
export interface OutreachReferences {
  readonly selection: OfficialSelection;
  readonly bill: Awaited<ReturnType<typeof billById>>;
  /** What is wrong with the audience and the officials. */
  readonly errors: readonly ErrorDetail[];
}

/**
 * Checks whom a campaign invites and to whom they write; without a template, what does not depend on it.
 * @throws Failure 401 without a token
 */
export async function checkOutreach(
  context: OutreachContext,
  template: TemplateItem | undefined,
  audience: CampaignAudienceInput,
  officials: CampaignOfficialsInput | undefined,
): Promise<OutreachReferences> {
  const { tenant, caller } = context;
  if (caller.kind === 'anonymous')
    throw new Failure(
      'AUTHENTICATION_REQUIRED',
      'A campaign with an audience sends mail, which requires a bearer token.',
      { target: 'Authorization' },
    );
  const billId = template?.billIds[0];
  const [errors, resolved, bill] = await Promise.all([
    checkPeople(context, audience),
    resolveOfficials(context, template, officials),
    billId === undefined ? undefined : billById(tenant, billId),
  ]);
  return { selection: resolved.selection, bill, errors: [...errors, ...resolved.errors] };
}

/**
 * The template of a campaign.
 * @throws Failure VALIDATION_ERROR with everything that is wrong, a template that does not exist included
 */
export function requireTemplate(
  template: TemplateItem | undefined,
  templateId: string,
  errors: readonly ErrorDetail[],
): TemplateItem {
  const message = `There is no campaign template with the id ${templateId}.`;
  if (!template) throw invalid([unknownValue('templateId', message), ...errors]);
  throwIfInvalid(errors);
  return template;
}

/**
 * The audience, officials and texts of a campaign.
 * @throws Failure 409 for a template without a letter
 */
export function buildOutreach(
  template: TemplateItem,
  audience: CampaignAudienceInput,
  { selection, bill }: OutreachReferences,
): {
  readonly outreach: Omit<Outreach, 'broadcastId'>;
  readonly texts: Omit<CampaignTextsItem, 'linkSecret'>;
} {
  const { letter, callToAction, subject, body, isHtml } = template;
  if (!letter)
    throw conflict(
      `${template.name} has no letter; a campaign with an audience requires a template with one.`,
      'templateId',
    );
  return {
    outreach: {
      audience: {
        ...{ listIds: audience.listIds, groupIds: audience.groupIds, named: audience.personIds.length },
        ...(audience.filterBody && { filterBody: JSON.parse(JSON.stringify(audience.filterBody)) }),
      },
      officials: selection,
    },
    texts: {
      type: 'campaign-texts',
      invitation: { subject, body, isHtml, action: callToAction?.label ?? 'Write to your officials' },
      letter,
      constants: describeSubject(template, bill),
    },
  };
}
