// The rules of signing up: what a request says, its stamp against robots, and the link that confirms it. Nothing is stored before
// the person confirms: the link carries the whole request, signed.
import { isSignedLink, signLink } from '../../../../shared/credentials/link-signature.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type MailingListItem, mailingLists } from '../../../../shared/directory/lists/mailing-list.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import type { Choices, Decision } from '../../../../shared/mail-consent/consent.ts';
import { compareNames } from '../../lists/compare-names.ts';

/** What a person asks for. */
export interface SignUp {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly listIds: readonly string[];
  /** When the form was sent: ISO 8601 UTC. */
  readonly requestedDate: string;
  /** The page with the form. */
  readonly origin: string;
}

/** How long a form can be sent, and how long a link confirms, in seconds. */
export const STAMP_SECONDS = 24 * 3600;
export const LINK_SECONDS = 7 * 24 * 3600;
/** A person takes longer than this to fill the form in, a robot does not. */
const LEAST_SECONDS = 2;

const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** From when until when a form that is shown at a moment can be sent, in seconds since the epoch. */
export const getSendingTime = (shown: Date, lifetime = STAMP_SECONDS) => ({
  from: toSeconds(shown) + LEAST_SECONDS,
  until: toSeconds(shown) + lifetime,
});

/** Whether a moment is within the time in which a form can be sent, both ends included. */
export const isSendingTime = (moment: Date, { from, until }: ReturnType<typeof getSendingTime>): boolean =>
  from <= toSeconds(moment) && toSeconds(moment) <= until;

/** Whether a link that ends at this second still works. */
export const isLinkOpen = (moment: Date, expires: number): boolean => toSeconds(moment) <= expires;

/** The last second in which the link of a request works. */
export const getLinkEnd = (
  { requestedDate }: Pick<SignUp, 'requestedDate'>,
  lifetime = LINK_SECONDS,
): number => toSeconds(new Date(requestedDate)) + lifetime;

/** The stamp of a form that is shown now: from when until when it can be sent, signed. */
export async function stampForm(tenant: TenantStore, now: Date, lifetime = STAMP_SECONDS): Promise<string> {
  const { from, until } = getSendingTime(now, lifetime);
  const claims = `${from}.${until}`;
  return `${claims}.${await signLink(tenant, 'rostrum sign-up forms', claims)}`;
}

/** Whether a form was shown by us, not too long ago, and to a person, who needs some time to fill it in. */
export async function isStampValid(tenant: TenantStore, stamp: string, now: Date): Promise<boolean> {
  const [, claims, from, until, signature] = /^((\d{1,12})\.(\d{1,12}))\.([\w-]{43})$/.exec(stamp) ?? [];
  if (claims === undefined || signature === undefined) return false;
  return (
    isSendingTime(now, { from: Number(from), until: Number(until) }) &&
    (await isSignedLink(tenant, 'rostrum sign-up forms', claims, signature))
  );
}

/** The secret part of the link that confirms a request. */
export async function buildSignUpToken(
  tenant: TenantStore,
  signUp: SignUp,
  lifetime = LINK_SECONDS,
): Promise<string> {
  const { email, firstName, lastName, listIds, requestedDate, origin } = signUp;
  const expires = getLinkEnd(signUp, lifetime);
  const claims = Buffer.from(
    JSON.stringify([expires, email, firstName, lastName, listIds, requestedDate, origin]),
  ).toString('base64url');
  return `${claims}.${await signLink(tenant, 'rostrum sign-up links', claims)}`;
}

/** The request of a link; undefined for a link that is not one of ours, or too old. */
export async function readSignUpToken(
  tenant: TenantStore,
  token: string,
  now: Date,
): Promise<SignUp | undefined> {
  const [claims = '', signature = ''] = token.split('.');
  if (!(await isSignedLink(tenant, 'rostrum sign-up links', claims, signature))) return undefined;
  const [expires, email, firstName, lastName, listIds, requestedDate, origin] = JSON.parse(
    Buffer.from(claims, 'base64url').toString(),
  );
  return isLinkOpen(now, expires)
    ? { email, firstName, lastName, listIds, requestedDate, origin }
    : undefined;
}

/** The lists that anybody may join, by name. */
export async function loadOpenLists(tenant: TenantStore): Promise<MailingListItem[]> {
  const lists = await listDefinitions(tenant, mailingLists);
  return lists
    .filter(({ isActive, isPublic, kind }) => isActive !== false && isPublic && kind === 'static')
    .toSorted(compareNames);
}

/** What a person agrees to. */
export const describeConsent = (association: string, lists: readonly { readonly name: string }[]): string =>
  `I would like to get e-mail from ${association}: ${lists.map(({ name }) => name).join(', ')}. I can unsubscribe at any time.`;

const isOlder = (decision: Decision | undefined, moment: string): boolean =>
  decision !== undefined && decision.date < moment;

/** The choices of a person who asked for lists: what they refused before that moment is lifted, what they refused since stays. */
export function liftRefusals(
  choices: Choices,
  { listIds, requestedDate }: SignUp,
): Pick<Choices, 'left' | 'optedOut'> {
  const left = Object.entries(choices.left ?? {}).filter(
    ([id, decision]) => !(listIds.includes(id) && isOlder(decision, requestedDate)),
  );
  return {
    left: left.length > 0 ? Object.fromEntries(left) : undefined,
    optedOut: isOlder(choices.optedOut, requestedDate) ? undefined : choices.optedOut,
  };
}
