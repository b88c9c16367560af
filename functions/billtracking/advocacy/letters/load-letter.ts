// What a person finds behind the link of an invitation: the letter, or why there is none to send.

import type { MergeValues } from '../../../../shared/advocacy/merge-fields.ts';
import type { Official } from '../../../../shared/advocacy/officials.ts';
import { createRepresentativeFinder } from '../../../../shared/advocacy/representatives.ts';
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { type CampaignItem, getCampaignStatus } from '../../../../shared/campaigns/campaign.ts';
import { loadCampaignValues } from '../../../../shared/campaigns/campaign-values.ts';
import { isValidLetterToken, parseLetterToken } from '../../../../shared/campaigns/letter-link.ts';
import {
  type CampaignTextsItem,
  campaignById,
  loadCampaignTexts,
} from '../../../../shared/campaigns/store.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import {
  type CampaignLetterItem,
  lettersOf,
  type ParticipationItem,
  participationsOf,
} from '../../../../shared/directory/officials/campaign-participation.ts';
import { listEmails } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/people/person-store.ts';
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../../shared/directory/record-merge/merge-record.ts';
import { addressKey, hashAddress } from '../../../../shared/mail-consent/store.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';

/** An official whom the letter is addressed to. */
export interface Addressee {
  readonly official: Official;
  /** Where the letter is mailed; undefined where there is no address that works. */
  readonly email: string | undefined;
  /** The web form of the office, where there is no such address. */
  readonly form: string | undefined;
}

/** Whom a link belongs to, and to which campaign. */
export interface LetterContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly campaign: CampaignItem;
  readonly texts: CampaignTextsItem;
  readonly person: PersonItem;
  /** By the tenant's clock. */
  readonly now: Date;
}

/** What there is to do behind a link. */
export type LetterState =
  | { readonly kind: 'unknown' }
  | ({ readonly kind: 'not-begun' | 'over' | 'no-district' | 'too-many' } & LetterContext)
  | ({
      readonly kind: 'done';
      readonly participation: ParticipationItem;
      readonly letters: readonly CampaignLetterItem[];
      readonly addressees: readonly Addressee[];
      readonly constants: MergeValues;
    } & LetterContext)
  | ({
      readonly kind: 'ready';
      readonly addressees: readonly Addressee[];
      readonly constants: MergeValues;
    } & LetterContext);

/** A person takes part in so many campaigns within a day at most. */
export const MAX_A_DAY = 10;
const DAY = 24 * 3600_000;

/** Whether somebody who took part at these moments may take part in another campaign. */
export function mayTakePart(dates: readonly string[], now: Date): boolean {
  const since = new Date(now.getTime() - DAY).toISOString();
  return dates.filter((date) => date > since).length < MAX_A_DAY;
}

async function findContext(
  platform: PlatformStore,
  { id, tenantCode, token }: { readonly id: string; readonly tenantCode: string; readonly token: string },
  receivedAt: Date,
): Promise<LetterContext | undefined> {
  const parsed = parseLetterToken(token);
  const owner = parsed && (await tenantByCode(platform, tenantCode));
  if (!owner) return undefined;
  const { tenant, settings } = owner;
  const [campaign, texts, [own]] = await Promise.all([
    campaignById(tenant, id, { consistent: true }),
    loadCampaignTexts(tenant, id),
    peopleById(tenant, [parsed.personId]),
  ]);
  if (!campaign?.outreach || !texts) return undefined;
  if (!isValidLetterToken(tenant, { ...parsed, campaignId: id, linkSecret: texts.linkSecret }))
    return undefined;
  // The link of somebody who was merged is that of the person who remained.
  const person = own ?? (await survivorById(tenant, peopleMerges, parsed.personId));
  return person && { tenant, settings, campaign, texts, person, now: tenantTime(settings, receivedAt) };
}

/** The page on which an office takes letters: one that is noted as such, or else its first page. */
function findForm({ person }: Official): string | undefined {
  const pages = (person.links ?? []).filter(({ url }) => /^https?:/i.test(url));
  // Not a platform, and no information.
  return (pages.find(({ note, url }) => /contact|\b(?:web|e|mail)?forms?\b/i.test(note ?? url)) ?? pages[0])
    ?.url;
}

/** The officials with the addresses to which mail can go: one that came back for good gets none. */
async function findAddressees(tenant: TenantStore, officials: readonly Official[]): Promise<Addressee[]> {
  const emails = officials.map(({ person }) => listEmails(person)[0]?.value);
  const known = [...new Set(emails.filter((email) => email !== undefined))];
  const addresses = await tenant.getMany(known.map((email) => addressKey(tenant, hashAddress(email))));
  const dead = new Set(
    addresses.flatMap((each) => (each?.suppressed?.reason === 'hard-bounce' ? each.hash : [])),
  );
  return officials.map((official, index) => {
    const address = emails[index];
    const email = address === undefined || dead.has(hashAddress(address)) ? undefined : address;
    return { official, email, form: email === undefined ? findForm(official) : undefined };
  });
}

/** What there is to do behind a link. */
export async function loadLetter(
  platform: PlatformStore,
  params: { readonly id: string; readonly tenantCode: string; readonly token: string },
  receivedAt: Date,
): Promise<LetterState> {
  const context = await findContext(platform, params, receivedAt);
  if (!context) return { kind: 'unknown' };
  const { tenant, settings, campaign, texts, person, now } = context;
  const today = toLocalDate(settings.timeZone, now);
  const selection = campaign.outreach?.officials ?? { kind: 'representatives' };
  const [participations, officials] = await Promise.all([
    participationsOf(tenant, person.id),
    createRepresentativeFinder(tenant, selection, today).find(person),
  ]);
  const participation = participations.find(({ campaignId }) => campaignId === campaign.id);
  const addressees = await findAddressees(tenant, officials);
  if (participation) {
    const [letters, constants] = await Promise.all([
      lettersOf(tenant, person.id, campaign.id),
      loadCampaignValues(tenant, settings.name, campaign, texts),
    ]);
    return { ...context, kind: 'done', participation, letters, addressees, constants };
  }
  const status = getCampaignStatus(campaign, today);
  if (status === 'ENDED') return { ...context, kind: 'over' };
  if (status === 'SCHEDULED') return { ...context, kind: 'not-begun' };
  if (addressees.length === 0) return { ...context, kind: 'no-district' };
  const dates = participations.map(({ date }) => date);
  if (!mayTakePart(dates, now)) return { ...context, kind: 'too-many' };
  const constants = await loadCampaignValues(tenant, settings.name, campaign, texts);
  return { ...context, kind: 'ready', addressees, constants };
}
