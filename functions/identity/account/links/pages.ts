// What the pages of an account say in each of their states.
import { minPasswordLength } from '../../../../shared/auth/passwords/passwords.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { PageContent } from '../../../../shared/pages/page.ts';
import type { Texts } from '../../languages/languages.ts';
import type { EmailConfirmation } from '../email-change.ts';
import { renderCheckbox, renderField, renderProblem } from './form.ts';

/** The page of a link to choose a new password that opens nothing: there can always be another one. */
export const describeExpiredReset = ({ expiredLink: { title, text, newLink } }: Texts): PageContent => ({
  ...{ title, text },
  link: { text: newLink, url: areaUrl('identity', '/Account/ForgotPassword') },
});

export const describeForgotPassword = (
  { forgotPassword: { title, text, button }, common }: Texts,
  sent: { readonly userName?: string; readonly problem?: string } = {},
): PageContent => ({
  ...{ title, text, button },
  details: renderProblem(sent.problem),
  fields: renderField({
    name: 'userName',
    label: common.userName,
    autocomplete: 'username',
    value: sent.userName ?? '',
    isInvalid: sent.problem !== undefined,
  }),
});

export const describeResetSent = ({ common, forgotPassword }: Texts): PageContent => ({
  title: common.lookIntoMail,
  text: forgotPassword.sent,
});

export const describeReset = (
  { resetPassword: { title, everywhere, button }, common }: Texts,
  userName: string,
  sent?: { readonly problem: string; readonly everywhere: boolean },
): PageContent => ({
  title,
  text: common.passwordRule({ userName, least: minPasswordLength }),
  details: renderProblem(sent?.problem),
  fields: `${renderField({
    name: 'password',
    label: common.newPassword,
    type: 'password',
    autocomplete: 'new-password',
    isInvalid: sent !== undefined,
  })}${renderCheckbox('everywhere', everywhere, sent?.everywhere ?? true)}`,
  button,
});

export const describeResetDone = ({ common, resetPassword }: Texts, userName: string): PageContent => ({
  title: common.passwordChanged,
  text: resetPassword.done({ userName }),
});

export const describeEmailConfirmation = (
  { confirmEmail }: Texts,
  { side, user: { userName }, change: { email } }: EmailConfirmation,
): PageContent => ({
  ...(side === 'old'
    ? { title: confirmEmail.changeTitle, text: confirmEmail.change({ userName, email }) }
    : { title: confirmEmail.ownTitle, text: confirmEmail.own({ userName, email }) }),
  button: confirmEmail.button,
});

export const describeEmailConfirmed = (
  { confirmEmail }: Texts,
  { side, user: { userName }, change: { email } }: EmailConfirmation,
  isComplete: boolean,
): PageContent =>
  isComplete
    ? { title: confirmEmail.doneTitle, text: confirmEmail.done({ userName, email }) }
    : {
        title: confirmEmail.confirmedTitle,
        text: side === 'old' ? confirmEmail.newMissing : confirmEmail.oldMissing,
      };
