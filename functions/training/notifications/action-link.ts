// The link of a notification by which its recipient acts without signing in: for one record, one purpose and a time.
//
// Nothing is stored for a link. Its token names the record and the person and is signed with a secret of the tenant, and
// the signature covers the purpose, so that a link of one purpose opens nothing of another.
import { isSignedLink, signLink } from '../../../shared/credentials/link-signature.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import type { NotificationKind } from './notification-kinds.ts';
import type { NotificationMessage } from './notification-message.ts';

/** What a link is for, with the text of its button. */
export const linkPurposes = {
  offer: 'Answer the offer',
  approval: 'Decide about the request',
  registration: 'See the registration',
  certificate: 'Get the certificate',
  evaluation: 'Answer the questions',
} as const;
export type LinkPurpose = keyof typeof linkPurposes;

/** What a link says, beside its purpose. */
export interface LinkClaims {
  /** The registration or the certification. */
  readonly recordId: string;
  /** Whom the link was made for. */
  readonly personId: string;
  /** What the link is about in the record: the number of events of an approval when the decision was requested; else 0. */
  readonly bound: number;
  /** Epoch seconds of the tenant's clock. */
  readonly expires: number;
}

/** The link of a notification, before it is signed for its recipient. */
export type NotificationAction = { readonly purpose: LinkPurpose } & Omit<LinkClaims, 'personId'>;

const DAY_SECONDS = 24 * 3600;
/** How long a link is valid where nothing in the record ends it, in seconds; an evaluation may be open for a year. */
export const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  offer: 30 * DAY_SECONDS,
  approval: 30 * DAY_SECONDS,
  registration: 90 * DAY_SECONDS,
  certificate: 90 * DAY_SECONDS,
  evaluation: 366 * DAY_SECONDS,
};

const certificateKinds: readonly NotificationKind[] = ['certificationAwarded', 'certificationExpiring'];
const evaluationKinds: readonly NotificationKind[] = ['evaluationOpened', 'evaluationReminder'];

function findPurpose({ kind, link, values }: NotificationMessage): LinkPurpose | undefined {
  if (kind === 'approvalAsked') return 'approval';
  if (link?.type === 'certification' && certificateKinds.includes(kind)) return 'certificate';
  if (link?.type !== 'registration') return undefined;
  if (evaluationKinds.includes(kind)) return 'evaluation';
  const isOffer = kind === 'offerExpiring' || kind === 'registrationPromoted';
  return isOffer && values.offerExpiresAt ? 'offer' : 'registration';
}

const toSeconds = (moment: string): number => Math.floor(Date.parse(moment) / 1000);

/** The link of a notification; undefined where there is nothing to do. @param createdAt by the tenant's clock */
export function findAction(
  message: NotificationMessage & { readonly createdAt: string },
): NotificationAction | undefined {
  const purpose = findPurpose(message);
  if (purpose === undefined || !message.link || (purpose === 'approval' && message.bound === undefined))
    return undefined;
  const latest = toSeconds(message.createdAt) + lifetimes[purpose];
  const offerEnd = toSeconds(String(message.values.offerExpiresAt ?? ''));
  const expires = purpose === 'offer' && Number.isFinite(offerEnd) ? offerEnd : latest;
  return { purpose, recordId: message.link.id, bound: message.bound ?? 0, expires };
}

/** Whether a link no longer works. @param now the tenant's clock */
export const hasLinkEnded = ({ expires }: Pick<LinkClaims, 'expires'>, now: Date): boolean =>
  expires * 1000 <= now.getTime();

const SIGNED_USE = 'rostrum notification links';

/** What the signature covers. */
const toSignedText = (purpose: LinkPurpose, { recordId, personId, bound, expires }: LinkClaims): string =>
  `${purpose}\n${recordId}\n${personId}\n${bound}\n${expires}`;

/** The secret part of a link. */
export async function buildLinkToken(
  tenant: Pick<TenantStore, 'code'>,
  purpose: LinkPurpose,
  claims: LinkClaims,
): Promise<string> {
  const { recordId, personId, bound, expires } = claims;
  return `${recordId}.${personId}.${bound}.${expires}.${await signLink(tenant, SIGNED_USE, toSignedText(purpose, claims))}`;
}

/** What a token says; undefined when it was not signed for this tenant and purpose. It may have expired. */
export async function readLinkToken(
  tenant: Pick<TenantStore, 'code'>,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkClaims | undefined> {
  const pattern = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(\d{1,6})\.(\d{1,12})\.([\w-]{43})$/;
  const [, recordId, personId, bound, expires, signature] = pattern.exec(token) ?? [];
  if (recordId === undefined || personId === undefined || signature === undefined) return undefined;
  const claims = { recordId, personId, bound: Number(bound), expires: Number(expires) };
  return (await isSignedLink(tenant, SIGNED_USE, toSignedText(purpose, claims), signature))
    ? claims
    : undefined;
}

const paths: Readonly<Record<LinkPurpose, string>> = {
  offer: 'Offer',
  approval: 'Approval',
  registration: 'Registration',
  certificate: 'Certificate',
  evaluation: 'Evaluation',
};

/** The path of the page behind a link. */
export const buildLinkPath = (
  { code }: Pick<TenantStore, 'code'>,
  purpose: LinkPurpose,
  token: string,
): string => `/api/v1/Links/${paths[purpose]}/${code}/${token}`;

/** A link for one person. */
export interface ActionLink {
  /** The text of its button. */
  readonly text: string;
  readonly url: string;
}

/** Signs the link of a notification for its recipient. */
export async function buildActionLink(
  tenant: TenantStore,
  { purpose, ...claims }: NotificationAction,
  personId: string,
): Promise<ActionLink> {
  const token = await buildLinkToken(tenant, purpose, { ...claims, personId });
  return { text: linkPurposes[purpose], url: areaUrl('training', buildLinkPath(tenant, purpose, token)) };
}
