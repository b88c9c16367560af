// What the page of the own mail address shows in each of its states.
import { getMailAddress, type UserItem } from '../../../shared/auth/users.ts';
import { ownForm } from '../../../shared/pages/own-form.ts';
import type { EmailChangeItem } from '../account/email-change.ts';
import { renderAccountLinks } from '../pages/account-links.ts';
import {
  paragraph,
  platformBrand,
  problem,
  renderIdentityPage,
  submitButton,
  textField,
} from '../pages/identity-page.ts';

const render = (title: string, markup: string, options?: { readonly forgotten: boolean }) =>
  renderIdentityPage({
    title,
    markup: `${markup}\n${renderAccountLinks('/Account/Email', options)}`,
    brand: platformBrand,
  });

/** Whether the user can ask for another address: with the password of the account, and a workspace that sends the mails. */
export const canChangeEmail = ({ passwordHash, tenants }: UserItem): boolean =>
  passwordHash !== undefined && tenants.length > 0;

/** Why there is nothing to change here. */
const explainFixed = ({ userName, passwordHash }: UserItem): string =>
  passwordHash === undefined
    ? `${userName} has no password here: your organization signs you in, and knows your mail address. Change it there.`
    : `${userName} can enter no workspace at present, so that no mail can be sent to confirm a change. Ask an administrator.`;

/** Whose confirmation a change waits for. */
const describeOpen = ({ email, confirmed }: EmailChangeItem): string => {
  const missing = confirmed.includes('old')
    ? `the new address has confirmed: by the link in the mail to ${email}`
    : confirmed.includes('new')
      ? 'the old address has confirmed too: by the link in the mail that went there'
      : 'both addresses have confirmed: by the links in the mails that went there';
  return `It is to become ${email} as soon as ${missing}. If you ask for another change, the links of this one end.`;
};

/** What was entered, and which part of it was refused. */
export interface EmailState {
  /** The change that has not been confirmed yet. */
  readonly change?: EmailChangeItem | undefined;
  readonly sent?: string;
  readonly fault?: { readonly field: 'email' | 'currentPassword'; readonly text: string };
}

/** The page; of somebody who cannot change the address here, why. */
export function renderEmail(user: UserItem, { change, sent, fault }: EmailState) {
  const title = 'Your mail address';
  const address = getMailAddress(user);
  const present =
    address === undefined
      ? `${user.userName} has no mail address.`
      : `Mail to ${user.userName} goes to ${address}.`;
  if (!canChangeEmail(user)) return render(title, `${paragraph(present)}\n${paragraph(explainFixed(user))}`);
  const confirming =
    address === undefined
      ? 'The new address gets a link to confirm the change, valid for a day.'
      : 'Both addresses get a link to confirm a change, valid for a day.';
  const focus = fault?.field ?? 'email';
  return render(
    title,
    `${paragraph(present)}
${change ? paragraph(describeOpen(change)) : ''}
${paragraph(`${confirming} You sign in as ${user.userName} as before.`)}
${problem(fault?.text)}
${ownForm(`
${textField({ name: 'email', label: 'New mail address', type: 'email', autocomplete: 'email', value: sent, isInvalid: fault?.field === 'email', hasFocus: focus === 'email', attributes: 'maxlength="254"' })}
${textField({ name: 'currentPassword', label: 'Current password', type: 'password', autocomplete: 'current-password', isInvalid: fault?.field === 'currentPassword', hasFocus: focus === 'currentPassword', attributes: 'maxlength="1024"' })}
<div class="actions">${submitButton('Send the links')}</div>
`)}`,
    { forgotten: true },
  );
}

/** That the links are on their way. */
export function renderRequested(user: UserItem, email: string) {
  const address = getMailAddress(user);
  return render(
    'Look into your mail',
    paragraph(
      address === undefined
        ? `A mail with a link went to ${email}. The mail address changes as soon as you have confirmed it there, within a day.`
        : `A mail with a link went to ${address}, and another one to ${email}. The mail address changes as soon as you have confirmed in both, within a day.`,
    ),
  );
}
