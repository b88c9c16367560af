// What the page of the own second factor shows in each of its states.

import type { UserItem } from '../../../../shared/auth/accounts/users.ts';
import {
  type FactorItem,
  hasSecondFactor,
  type Passkey,
} from '../../../../shared/auth/sign-in/second-factor.ts';
import { requiresSecondFactor } from '../../../../shared/auth/sign-in/sign-in-policy.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import { listCodes } from '../../connect/interactions/set-up-pages.ts';
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
import { maxPasskeys } from '../../passkeys/answer.ts';
import type { RemovedMethod } from '../../second-factor/end-second-factor.ts';
import type { CurrentSession } from '../../sessions/store.ts';

const form = (buttons: string, passkey?: string, fields = ''): string =>
  ownForm(
    `${
      passkey === undefined ? '' : `<input type="hidden" name="passkey" value="${escapeHtml(passkey)}">`
    }${fields}<div class="actions">${buttons}</div>`,
  );

const quiet = (label: string, action: string) => submitButton(label, { action, quiet: true });

const formatDay = (moment: string): string => `${moment.slice(0, 10)} (UTC)`;

const listItem = (title: string, detail: string, buttons: string): string =>
  `<li><span dir="auto">${escapeHtml(title)}</span><small>${escapeHtml(detail)}</small>${buttons}</li>`;

const presentPasskey = ({ secondFactor }: Texts, { id, name, createdDate, lastUsed }: Passkey): string => {
  const added = formatDay(createdDate);
  return listItem(
    name,
    lastUsed === undefined
      ? secondFactor.passkeyAdded({ added })
      : secondFactor.passkeyUsed({ added, used: formatDay(lastUsed) }),
    form(quiet(secondFactor.removeNamed({ name }), 'remove'), id),
  );
};

/** The workspaces that let the person enter with two factors only. */
const listRequiring = ({ accesses }: CurrentSession): string[] =>
  accesses
    .filter(({ settings, subject }) => requiresSecondFactor(settings, subject))
    .map(({ settings }) => settings.name);

const render = (texts: Texts, title: string, markup: string) =>
  renderIdentityPage({ title, markup, texts, brand: platformBrand });

const links = (texts: Texts): string => renderAccountLinks(texts, '/Account/SecondFactor');

/** The page: what there is, and what can be done. */
export function renderFactor(texts: Texts, { user }: CurrentSession, factor: FactorItem | undefined) {
  const { secondFactor: own, accountPages } = texts;
  const title = accountPages['/Account/SecondFactor'];
  if (!hasSecondFactor(user) || !factor)
    return render(
      texts,
      title,
      `${paragraph(own.passwordAlone(user))}
${form(`${submitButton(own.setUpAuthenticator, { action: 'set-up-authenticator' })}${quiet(own.setUpPasskey, 'set-up-passkey')}`)}
${links(texts)}`,
    );
  const { sealedKey, passkeys = [], recoveryCodes } = factor;
  const authenticator =
    sealedKey === undefined
      ? ''
      : listItem(
          own.authenticator,
          own.oneTimeCodes,
          form(
            `${quiet(own.replaceAuthenticator, 'set-up-authenticator')}${quiet(own.removeAuthenticator, 'remove')}`,
          ),
        );
  const add = `${sealedKey === undefined ? quiet(own.setUpAuthenticator, 'set-up-authenticator') : ''}${
    passkeys.length < maxPasskeys ? quiet(own.addPasskey, 'set-up-passkey') : ''
  }`;
  return render(
    texts,
    title,
    `${paragraph(own.signsInWith(user))}
<ul>${authenticator}${passkeys.map((passkey) => presentPasskey(texts, passkey)).join('')}${listItem(
      own.recoveryCodes,
      own.left({ count: recoveryCodes.length }),
      form(quiet(own.newCodes, 'renew-codes')),
    )}</ul>
${add === '' ? '' : form(add)}
${links(texts)}`,
  );
}

const describeRemoval = (
  { secondFactor: own }: Texts,
  method: RemovedMethod,
  { sealedKey, passkeys = [] }: FactorItem,
): { readonly text: string; readonly isLast: boolean } => {
  const isLast = (sealedKey === undefined ? 0 : 1) + passkeys.length <= 1;
  if (method.kind === 'authenticator')
    return { isLast, text: isLast ? own.removeLastAuthenticator : own.removeAuthenticatorToo };
  const passkey = { name: passkeys.find(({ id }) => id === method.id)?.name ?? '' };
  return { isLast, text: isLast ? own.removeLastPasskey(passkey) : own.removePasskeyToo(passkey) };
};

/** What the person confirms a change with: the password, or a code where the account has none. */
const renderProof = (
  { secondFactor, common }: Texts,
  { passwordHash }: UserItem,
  isInvalid: boolean,
): string =>
  passwordHash === undefined
    ? textField({
        ...{
          name: 'code',
          label: secondFactor.codeOrRecoveryCode,
          autocomplete: 'one-time-code',
        },
        ...{ isInvalid, hasFocus: true },
        attributes: 'autocapitalize="none" spellcheck="false" maxlength="40"',
      })
    : textField({
        ...{
          name: 'currentPassword',
          label: common.currentPassword,
          type: 'password',
          isInvalid,
          hasFocus: true,
        },
        ...{ autocomplete: 'current-password', attributes: 'maxlength="1024"' },
      });

/** Whether the person means it, and is who they are. @param fault what was wrong with the proof */
export function renderRemoval(
  texts: Texts,
  current: CurrentSession,
  factor: FactorItem,
  method: RemovedMethod,
  fault?: string,
) {
  const { secondFactor: own } = texts;
  const { text, isLast } = describeRemoval(texts, method, factor);
  const requiring = isLast ? listRequiring(current) : [];
  const consequence = requiring.length === 0 ? '' : ` ${own.requiring({ names: requiring.join(', ') })}`;
  return render(
    texts,
    own.removeTitle,
    `${paragraph(`${text}${consequence}`)}
${problem(fault)}
${form(
  `${submitButton(own.remove, { action: 'confirm-removal' })}${quiet(own.keepIt, 'back')}`,
  method.kind === 'passkey' ? method.id : undefined,
  renderProof(texts, current.user, fault !== undefined),
)}`,
  );
}

/** The person confirms that they get new recovery codes. @param fault what was wrong with the proof */
export const renderRenewal = (texts: Texts, { user }: CurrentSession, fault?: string) =>
  render(
    texts,
    texts.secondFactor.newCodesTitle,
    `${paragraph(texts.secondFactor.earlierCodesEnd)}
${problem(fault)}
${form(
  `${submitButton(texts.secondFactor.newCodes, { action: 'confirm-renewal' })}${quiet(texts.secondFactor.keepThem, 'back')}`,
  undefined,
  renderProof(texts, user, fault !== undefined),
)}`,
  );

/** New recovery codes, shown once. */
export const renderNewCodes = (texts: Texts, codes: readonly string[]) =>
  render(
    texts,
    texts.secondFactor.keepCodesTitle,
    `${paragraph(texts.secondFactor.renewedCodes)}
${listCodes(codes)}
${form(submitButton(texts.secondFactor.codesKept, { action: 'back' }))}`,
  );
