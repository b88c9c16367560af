// What the page of the own password shows in each of its states.

import { minPasswordLength } from '../../../shared/auth/passwords.ts';
import type { UserItem } from '../../../shared/auth/users.ts';
import { ownForm } from '../../../shared/pages/own-form.ts';
import { renderAccountLinks } from '../pages/account-links.ts';
import {
  paragraph,
  platformBrand,
  problem,
  renderIdentityPage,
  submitButton,
  textField,
} from '../pages/identity-page.ts';

const links = (): string => renderAccountLinks('/Account/Password');

const render = (title: string, markup: string, headers?: Readonly<Record<string, string>>) =>
  renderIdentityPage({ title, markup, brand: platformBrand, ...(headers && { headers }) });

/** What was refused: the current password, or the new one. */
export interface PasswordFault {
  readonly field: 'currentPassword' | 'password';
  readonly text: string;
}

/** The page; of somebody whom their organization signs in, that there is nothing to change here. */
export function renderPassword({ userName, passwordHash }: UserItem, fault?: PasswordFault) {
  const title = 'Your password';
  if (passwordHash === undefined)
    return render(
      title,
      `${paragraph(`${userName} has no password here: your organization signs you in. Change your password there.`)}
${links()}`,
    );
  const field = (name: PasswordFault['field'], label: string, autocomplete: string) =>
    textField({
      ...{ name, label, autocomplete, type: 'password', attributes: 'maxlength="1024"' },
      isInvalid: fault?.field === name,
      hasFocus: (fault?.field ?? 'currentPassword') === name,
    });
  return render(
    title,
    `${paragraph(`For ${userName}: at least ${minPasswordLength} characters, such as a few words that only you put together. You are signed out everywhere else.`)}
${problem(fault?.text)}
${ownForm(`
${field('currentPassword', 'Current password', 'current-password')}
${field('password', 'New password', 'new-password')}
<div class="actions">${submitButton('Change the password')}</div>
`)}
${renderAccountLinks('/Account/Password', { forgotten: true })}`,
  );
}

/** That the password is changed. @param headers with the cookie of the session that goes on */
export const renderChanged = ({ userName }: UserItem, headers: Readonly<Record<string, string>>) =>
  render(
    'Your password is changed',
    `${paragraph(`From now on ${userName} signs in with the new one. You were signed out everywhere else.`)}
${links()}`,
    headers,
  );
