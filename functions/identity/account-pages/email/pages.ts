// What the page of the own mail address shows in each of its states.
import { getMailAddress, type UserItem } from '../../../../shared/auth/accounts/users.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import type { EmailChangeItem } from '../../account/email-change.ts';
import type { Texts } from '../../languages/languages.ts';
import { renderAccountLinks } from '../../pages/account-links.ts';
import {
  paragraph,
  platformBrand,
  problem,
  renderIdentityPage,
  submitButton,
  textField,
} from '../../pages/identity-page.ts';

const render = (texts: Texts, title: string, markup: string, options?: { readonly forgotten: boolean }) =>
  renderIdentityPage({
    title,
    markup: `${markup}\n${renderAccountLinks(texts, '/Account/Email', options)}`,
    brand: platformBrand,
    texts,
  });

/** Whether the user can ask for another address: with the password of the account, and a workspace that sends the mails. */
export const canChangeEmail = ({ passwordHash, tenants }: UserItem): boolean =>
  passwordHash !== undefined && tenants.length > 0;

/** Why there is nothing to change here. */
const explainFixed = ({ email }: Texts, user: UserItem): string =>
  user.passwordHash === undefined ? email.noPassword(user) : email.noWorkspace(user);

/** Whose confirmation a change waits for. */
const describeOpen = ({ email }: Texts, change: EmailChangeItem): string => {
  if (change.confirmed.includes('old')) return email.newMissing(change);
  return change.confirmed.includes('new') ? email.oldMissing(change) : email.bothMissing(change);
};

/** What was entered, and which part of it was refused. */
export interface EmailState {
  /** The change that has not been confirmed yet. */
  readonly change?: EmailChangeItem | undefined;
  readonly sent?: string;
  readonly fault?: { readonly field: 'email' | 'currentPassword'; readonly text: string };
}

/** The page; of somebody who cannot change the address here, why. */
export function renderEmail(texts: Texts, user: UserItem, { change, sent, fault }: EmailState) {
  const { email: own, common, accountPages } = texts;
  const title = accountPages['/Account/Email'];
  const address = getMailAddress(user);
  const { userName } = user;
  const present = address === undefined ? own.none(user) : own.present({ userName, email: address });
  if (!canChangeEmail(user))
    return render(texts, title, `${paragraph(present)}\n${paragraph(explainFixed(texts, user))}`);
  const focus = fault?.field ?? 'email';
  return render(
    texts,
    title,
    `${paragraph(present)}
${change ? paragraph(describeOpen(texts, change)) : ''}
${paragraph(address === undefined ? own.confirmNew(user) : own.confirmBoth(user))}
${problem(fault?.text)}
${ownForm(`
${textField({ name: 'email', label: own.newAddress, type: 'email', autocomplete: 'email', value: sent, isInvalid: fault?.field === 'email', hasFocus: focus === 'email', attributes: 'maxlength="254"' })}
${textField({ name: 'currentPassword', label: common.currentPassword, type: 'password', autocomplete: 'current-password', isInvalid: fault?.field === 'currentPassword', hasFocus: focus === 'currentPassword', attributes: 'maxlength="1024"' })}
<div class="actions">${submitButton(own.button)}</div>
`)}`,
    { forgotten: true },
  );
}

/** That the links are on their way. */
export function renderRequested(texts: Texts, user: UserItem, email: string) {
  const { common, email: own } = texts;
  const address = getMailAddress(user);
  const sent = address === undefined ? own.sentToNew({ email }) : own.sentToBoth({ address, email });
  return render(texts, common.lookIntoMail, paragraph(sent));
}
