// What the page of the own password shows in each of its states.

import type { UserItem } from '../../../../shared/auth/accounts/users.ts';
import { minPasswordLength } from '../../../../shared/auth/passwords/passwords.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
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

const render = (texts: Texts, title: string, markup: string, headers?: Readonly<Record<string, string>>) =>
  renderIdentityPage({ title, markup, texts, brand: platformBrand, ...(headers && { headers }) });

/** What was refused: the current password, or the new one. */
export interface PasswordFault {
  readonly field: 'currentPassword' | 'password';
  readonly text: string;
}

/** The page; of somebody whom their organization signs in, that there is nothing to change here. */
export function renderPassword(texts: Texts, user: UserItem, fault?: PasswordFault) {
  const { userName, passwordHash } = user;
  const { passwordPage, common, accountPages } = texts;
  const title = accountPages['/Account/Password'];
  if (passwordHash === undefined)
    return render(
      texts,
      title,
      `${paragraph(passwordPage.noPassword(user))}
${renderAccountLinks(texts, '/Account/Password')}`,
    );
  const field = (name: PasswordFault['field'], label: string, autocomplete: string) =>
    textField({
      ...{ name, label, autocomplete, type: 'password', attributes: 'maxlength="1024"' },
      isInvalid: fault?.field === name,
      hasFocus: (fault?.field ?? 'currentPassword') === name,
    });
  return render(
    texts,
    title,
    `${paragraph(passwordPage.rule({ userName, least: minPasswordLength }))}
${problem(fault?.text)}
${ownForm(`
${field('currentPassword', common.currentPassword, 'current-password')}
${field('password', common.newPassword, 'new-password')}
<div class="actions">${submitButton(passwordPage.button)}</div>
`)}
${renderAccountLinks(texts, '/Account/Password', { forgotten: true })}`,
  );
}

/** That the password is changed. @param headers with the cookie of the session that goes on */
export const renderChanged = (texts: Texts, user: UserItem, headers: Readonly<Record<string, string>>) =>
  render(
    texts,
    texts.common.passwordChanged,
    `${paragraph(texts.passwordPage.changed(user))}
${renderAccountLinks(texts, '/Account/Password')}`,
    headers,
  );
