// The mails about an account. They go out through the outbox of a tenant, the first that the user may enter.
import { getMailAddress, type UserItem } from '../../../shared/auth/users.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { type Mail, putMail } from '../../../shared/mail/outbox.ts';
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

const unexpected =
  'If this was not you, somebody else may know your password: choose a new one, and tell your administrator.';

export const buildResetMail = (userName: string, token: string): Content =>
  compose(
    'Choose a new password',
    `Somebody asked for a new password for ${userName}. Choose it here, within an hour; the link works once:`,
    buildLinkUrl('reset-password', token),
    'If you did not ask for this, ignore this mail: your password stays as it is.',
  );

/** A code that stands for the password once; the subject has no code, because screens show subjects while they are locked. */
export const buildCodeMail = (userName: string, code: string): Content =>
  compose(
    'Your code to sign in',
    `Sign in as ${userName} with this code, within ten minutes and in the browser where you requested it:`,
    code,
    'If you did not request it, ignore this mail, and do not pass the code on: anyone who has it can sign in.',
  );

export const buildPasswordChangedMail = (userName: string, isSignedOut: boolean): Content =>
  compose(
    'Your password was changed',
    `The password of ${userName} was changed.${isSignedOut ? ' You were signed out everywhere else.' : ''}`,
    unexpected,
  );

export const buildOldEmailMail = (userName: string, email: string, token: string): Content =>
  compose(
    'Confirm the change of your mail address',
    `The mail address of ${userName} is to become ${email}. Confirm that you want this, within a day:`,
    buildLinkUrl('confirm-old-email', token),
    `The address changes when both addresses have confirmed. ${unexpected}`,
  );

export const buildNewEmailMail = (userName: string, token: string): Content =>
  compose(
    'Confirm your new mail address',
    `This is to become the mail address of ${userName}. Confirm that it is yours, within a day:`,
    buildLinkUrl('confirm-new-email', token),
    'If you do not know about this, ignore this mail: nothing changes.',
  );

export const buildEmailChangedMail = (userName: string, email: string): Content =>
  compose('Your mail address was changed', `The mail address of ${userName} is now ${email}.`, unexpected);

export const buildTenantInvitationMail = (tenantName: string, token: string): Content =>
  compose(
    `Your invitation to ${toSingleLine(tenantName)}`,
    `You are invited to ${toSingleLine(tenantName)}. Accept here, within seven days; the link works once:`,
    buildLinkUrl('accept-invitation', token),
    'If you did not expect this mail, you can ignore it.',
  );

/** What else is said of a change by which the account keeps a second factor; the user name follows. */
const methodChanges: Readonly<Record<string, Content>> = {
  'passkey added': {
    subject: 'A passkey was added',
    text: 'A passkey was added, with which one can sign in as',
  },
  'passkey removed': {
    subject: 'A passkey was removed',
    text: 'A passkey was removed, with which one could sign in as',
  },
  'authenticator added': {
    subject: 'An authenticator was added',
    text: 'An authenticator was added beside your passkeys, with which one can sign in as',
  },
  'authenticator replaced': {
    subject: 'Your authenticator was replaced',
    text: 'Codes of another authenticator now work, and those of the earlier one no longer, to sign in as',
  },
  'authenticator removed, passkeys stay': {
    subject: 'Your authenticator was removed',
    text: 'Codes of the authenticator no longer work; a passkey or a recovery code is needed to sign in as',
  },
};

export const buildSecondFactorMail = (
  userName: string,
  what:
    | 'added'
    | 'passkey added'
    | 'passkey removed'
    | 'authenticator added'
    | 'authenticator replaced'
    | 'authenticator removed, passkeys stay'
    | 'recovery codes renewed'
    | 'removed'
    | 'removed by an administrator',
): Content => {
  const changed = methodChanges[what];
  if (changed) return compose(changed.subject, `${changed.text} ${userName}.`, unexpected);
  if (what === 'added')
    return compose(
      'A second factor was added',
      `From now on a second factor is needed to sign in as ${userName}: a code of the authenticator, a passkey or a recovery code. You were signed out everywhere else.`,
      unexpected,
    );
  if (what === 'recovery codes renewed')
    return compose(
      'You have new recovery codes',
      `The recovery codes of ${userName} were replaced; the earlier ones no longer work.`,
      unexpected,
    );
  return compose(
    'Your second factor was removed',
    `${what === 'removed' ? 'The second factor was removed' : 'An administrator removed the second factor and signed you out everywhere'}: the password alone is now enough to sign in as ${userName}, and the recovery codes no longer work.`,
    what === 'removed' ? unexpected : 'If you did not ask for this, tell your administrator.',
  );
};

/** That an account elsewhere signs the user in from now on. */
export const buildLinkedAccountMail = (userName: string, account: string): Content =>
  compose(
    'Another account signs you in',
    `From now on the ${account} signs you in as ${userName}. You can end that on the page of your access.`,
    unexpected,
  );

/** A name becomes part of a mail header, which must be one line. */
const toSingleLine = (text: string) => text.replace(/\s+/g, ' ').trim();
