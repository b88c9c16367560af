// The mails about an account. They go out through the outbox of a tenant, the first that the user may enter.
import { getMailAddress, type UserItem } from '../../../shared/auth/users.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { type Mail, putMail } from '../../../shared/mail/outbox.ts';
import type { Texts } from '../languages/languages.ts';
import { openTenant } from '../open-tenant.ts';
import type { LinkPurpose } from './link.ts';

/** The change that sends a mail about a user; none for a user who may enter no tenant, or for whom there is no address. */
export function mailUser(
  platform: PlatformStore,
  user: UserItem,
  { to = getMailAddress(user), ...mail }: Omit<Mail, 'to'> & { readonly to?: string | undefined },
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): Change[] {
  const [first] = user.tenants;
  return to === undefined || first === undefined
    ? []
    : [putMail(openTenant(platform, first), newId(), { ...mail, to }, now)];
}

const pages: Readonly<Record<LinkPurpose, string>> = {
  'reset-password': 'ResetPassword',
  'confirm-old-email': 'ConfirmEmail',
  'confirm-new-email': 'ConfirmEmail',
  'accept-invitation': 'Invitation',
};

/** The address of the page that a link opens. */
const buildLinkUrl = (purpose: LinkPurpose, token: string): string =>
  areaUrl('identity', `/Account/${pages[purpose]}/${token}`);

type Content = Pick<Mail, 'subject' | 'text'>;

const compose = (subject: string, ...paragraphs: readonly string[]): Content => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

export const buildResetMail = ({ mails }: Texts, userName: string, token: string): Content => {
  const { subject, text, end } = mails.resetPassword;
  return compose(subject, text({ userName }), buildLinkUrl('reset-password', token), end);
};

/** A code that stands for the password once; the subject has no code, because screens show subjects while they are locked. */
export const buildCodeMail = ({ mails }: Texts, userName: string, code: string): Content => {
  const { subject, text, end } = mails.signInCode;
  return compose(subject, text({ userName }), code, end);
};

export const buildPasswordChangedMail = (
  { mails }: Texts,
  userName: string,
  isSignedOut: boolean,
): Content => {
  const { subject, text, signedOut } = mails.passwordChanged;
  return compose(subject, (isSignedOut ? signedOut : text)({ userName }), mails.unexpected);
};

export const buildOldEmailMail = (
  { mails }: Texts,
  userName: string,
  email: string,
  token: string,
): Content => {
  const { subject, text, end } = mails.confirmOldEmail;
  const url = buildLinkUrl('confirm-old-email', token);
  return compose(subject, text({ userName, email }), url, `${end} ${mails.unexpected}`);
};

export const buildNewEmailMail = ({ mails }: Texts, userName: string, token: string): Content => {
  const { subject, text, end } = mails.confirmNewEmail;
  return compose(subject, text({ userName }), buildLinkUrl('confirm-new-email', token), end);
};

export const buildEmailChangedMail = ({ mails }: Texts, userName: string, email: string): Content =>
  compose(mails.emailChanged.subject, mails.emailChanged.text({ userName, email }), mails.unexpected);

export const buildTenantInvitationMail = ({ mails }: Texts, tenantName: string, token: string): Content => {
  const { subject, tenant, unexpected } = mails.invitation;
  const name = toSingleLine(tenantName);
  return compose(subject({ name }), tenant({ name }), buildLinkUrl('accept-invitation', token), unexpected);
};

export const buildSecondFactorMail = (
  { mails }: Texts,
  userName: string,
  what: keyof Texts['mails']['secondFactor'],
): Content => {
  const { subject, text } = mails.secondFactor[what];
  const end = what === 'removed by an administrator' ? mails.notRequested : mails.unexpected;
  return compose(subject, text({ userName }), end);
};

/** That an account elsewhere signs the user in from now on. */
export const buildLinkedAccountMail = ({ mails }: Texts, userName: string, account: string): Content =>
  compose(mails.linkedAccount.subject, mails.linkedAccount.text({ userName, account }), mails.unexpected);

/** A name becomes part of a mail header, which must be one line. */
const toSingleLine = (text: string) => text.replace(/\s+/g, ' ').trim();
