// Who opens a link, and whether it is still valid for them.
import { loadAccounts } from '../../../shared/auth/access/person-accounts.ts';
import { tenantByCode } from '../../../shared/auth/access/tenant-by-code.ts';
import type { SubjectItem, TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personById } from '../../../shared/directory/people/person-store.ts';
import { peopleMerges } from '../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../shared/directory/record-merge/merge-record.ts';
import { getBrand } from '../../../shared/pages/brand.ts';
import { type PageContent, renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { tenantTime } from '../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { mayAct } from '../access/acting-people.ts';
import {
  hasLinkEnded,
  type LinkClaims,
  type LinkPurpose,
  readLinkToken,
} from '../notifications/action-link.ts';
import { formatMoment } from '../time/format-moment.ts';

/** A link that holds, with the person who has it. */
export interface OpenLink {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly claims: LinkClaims;
  readonly person: PersonItem;
  /** The account of the person, if they have one. */
  readonly account: SubjectItem | undefined;
  /** The tenant's time. */
  readonly now: Date;
}

/** What became of a link. */
export type LinkState =
  | { readonly kind: 'open'; readonly link: OpenLink }
  | { readonly kind: 'expired'; readonly settings: TenantItem; readonly claims: LinkClaims }
  | { readonly kind: 'unknown' };

/** The request for a page, as its handler has it. */
export interface LinkRequest {
  readonly platform: PlatformStore;
  readonly params: { readonly tenantCode: string; readonly token: string };
  readonly receivedAt: Date;
}

/** The person of a link; whoever was merged into another is the one who remained. */
const findPerson = async (tenant: TenantStore, id: string): Promise<PersonItem | undefined> =>
  (await personById(tenant, id)) ?? survivorById(tenant, peopleMerges, id);

/**
 * Opens a link. It is unknown where it was not signed for its purpose, and where its person is no longer active or their
 * account is disabled: it acts for them and grants no more than they have. At most four round trips.
 */
export async function openLink(
  purpose: LinkPurpose,
  { platform, params, receivedAt }: LinkRequest,
): Promise<LinkState> {
  const owner = await tenantByCode(platform, params.tenantCode);
  const claims = owner && (await readLinkToken(owner.tenant, purpose, params.token));
  if (!claims) return { kind: 'unknown' };
  const { tenant, settings } = owner;
  const now = tenantTime(settings, receivedAt);
  if (hasLinkEnded(claims, now)) return { kind: 'expired', settings, claims };
  const [person, accounts] = await Promise.all([
    findPerson(tenant, claims.personId),
    loadAccounts(tenant, settings, [claims.personId]),
  ]);
  if (!mayAct(person, toLocalDate(settings.timeZone, now))) return { kind: 'unknown' };
  const account =
    person.id === claims.personId
      ? accounts.get(person.id)
      : (await loadAccounts(tenant, settings, [person.id])).get(person.id);
  if (account?.disabled) return { kind: 'unknown' };
  return { kind: 'open', link: { tenant, settings, claims, person, account, now } };
}

/** The page of a link that has expired. */
const describeExpired = ({ expires }: LinkClaims, { timeZone, name }: TenantItem): PageContent => ({
  title: 'This link has expired',
  text: `It was valid until ${formatMoment(new Date(expires * 1000).toISOString(), timeZone)}. Sign in, or ask ${name}, to see how things are now.`,
});

/** The page of a link that holds no longer. */
export const renderClosedLink = (state: Exclude<LinkState, { readonly kind: 'open' }>) =>
  state.kind === 'unknown'
    ? renderPage(unknownLinkPage)
    : renderPage(describeExpired(state.claims, state.settings), getBrand(state.settings));

/** A page of an open link, with the look of its tenant. */
export const renderLinkPage = ({ settings }: OpenLink, content: PageContent) =>
  renderPage(content, getBrand(settings));

/** What the history of a record names as the one who acted by a link: the person's user, or the person who has none. */
export const getActor = ({ account, person }: OpenLink): string => account?.id ?? person.id;
