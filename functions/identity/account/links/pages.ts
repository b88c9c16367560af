// What the pages of an account say in each of their states.
import { minPasswordLength } from '../../../../shared/auth/passwords.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { PageContent } from '../../../../shared/pages/page.ts';
import type { EmailConfirmation } from '../email-change.ts';
import { renderCheckbox, renderField, renderProblem } from './form.ts';

/** The page of a link that opens nothing. */
export const expiredLinkPage: PageContent = {
  title: 'This link does not work',
  text: 'It was used already, has expired, or is incomplete. Use the link in the latest mail that you received.',
};

/** The same for a link to choose a new password, of which there can always be another. */
export const expiredResetPage = (): PageContent => ({
  ...expiredLinkPage,
  link: { text: 'Ask for a new link', url: areaUrl('identity', '/Account/ForgotPassword') },
});

export const describeForgotPassword = (
  sent: { readonly userName?: string; readonly problem?: string } = {},
) => ({
  title: 'Forgot your password?',
  text: 'Enter your user name. We send you a mail with a link to choose a new password.',
  details: renderProblem(sent.problem),
  fields: renderField({
    name: 'userName',
    label: 'User name',
    autocomplete: 'username',
    value: sent.userName ?? '',
    isInvalid: sent.problem !== undefined,
  }),
  button: 'Send the link',
});

export const resetSentPage: PageContent = {
  title: 'Look into your mail',
  text: 'If there is an account with this user name, a mail with a link is on its way to its address. The link is valid for an hour.',
};

export const describeReset = (
  userName: string,
  sent?: { readonly problem: string; readonly everywhere: boolean },
): PageContent => ({
  title: 'Choose a new password',
  text: `For ${userName}: at least ${minPasswordLength} characters, such as a few words that only you put together.`,
  details: renderProblem(sent?.problem),
  fields: `${renderField({
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    isInvalid: sent !== undefined,
  })}${renderCheckbox('everywhere', 'Sign me out everywhere else', sent?.everywhere ?? true)}`,
  button: 'Save the password',
});

export const describeResetDone = (userName: string): PageContent => ({
  title: 'Your password is changed',
  text: `${userName} can sign in with it now.`,
});

export const describeEmailConfirmation = ({ side, user, change }: EmailConfirmation): PageContent => ({
  title: side === 'old' ? 'Change your mail address?' : 'Is this your mail address?',
  text:
    side === 'old'
      ? `The mail address of ${user.userName} is to become ${change.email}. If you do not want that, close this page: nothing changes.`
      : `${change.email} is to become the mail address of ${user.userName}. If that is not you, close this page: nothing changes.`,
  button: 'Confirm',
});

export const describeEmailConfirmed = (
  { side, user, change }: EmailConfirmation,
  isComplete: boolean,
): PageContent =>
  isComplete
    ? { title: 'The mail address is changed', text: `Mail to ${user.userName} now goes to ${change.email}.` }
    : {
        title: 'Confirmed',
        text: `The mail address changes as soon as the ${side === 'old' ? 'new' : 'old'} address has confirmed too: by the link in the mail that went there.`,
      };
