// What the page of the own second factor shows in each of its states.
import { type FactorItem, hasSecondFactor, type Passkey } from '../../../shared/auth/second-factor.ts';
import { requiresSecondFactor } from '../../../shared/auth/sign-in-policy.ts';
import type { UserItem } from '../../../shared/auth/users.ts';
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../shared/pages/own-form.ts';
import { listCodes } from '../connect/interactions/set-up-pages.ts';
import { renderAccountLinks } from '../pages/account-links.ts';
import {
  paragraph,
  platformBrand,
  problem,
  renderIdentityPage,
  submitButton,
  textField,
} from '../pages/identity-page.ts';
import { maxPasskeys } from '../passkeys/answer.ts';
import type { RemovedMethod } from '../second-factor/end-second-factor.ts';
import type { CurrentSession } from '../sessions/store.ts';

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

const presentPasskey = ({ id, name, createdDate, lastUsed }: Passkey): string =>
  listItem(
    name,
    `Passkey, added on ${formatDay(createdDate)}${lastUsed === undefined ? '' : `, last used on ${formatDay(lastUsed)}`}`,
    form(submitButton(`Remove ${name}`, { action: 'remove', quiet: true }), id),
  );

/** The workspaces that let the person enter with two factors only. */
const listRequiring = ({ accesses }: CurrentSession): string[] =>
  accesses
    .filter(({ settings, subject }) => requiresSecondFactor(settings, subject))
    .map(({ settings }) => settings.name);

const render = (title: string, markup: string) => renderIdentityPage({ title, markup, brand: platformBrand });

const links = (): string => renderAccountLinks('/Account/SecondFactor');

/** The page: what there is, and what can be done. */
export function renderFactor(current: CurrentSession, factor: FactorItem | undefined) {
  const { user } = current;
  const title = 'Your second factor';
  if (!hasSecondFactor(user) || !factor)
    return render(
      title,
      `${paragraph(`${user.userName} signs in with the password alone. With a second factor, nobody gets in who has only found out the password.`)}
${form(`${submitButton('Set up an authenticator', { action: 'set-up-authenticator' })}${quiet('Set up a passkey', 'set-up-passkey')}`)}
${links()}`,
    );
  const { sealedKey, passkeys = [], recoveryCodes } = factor;
  const authenticator =
    sealedKey === undefined
      ? ''
      : listItem(
          'Authenticator',
          'One-time codes',
          form(
            `${quiet('Replace the authenticator', 'set-up-authenticator')}${quiet('Remove the authenticator', 'remove')}`,
          ),
        );
  const add = `${sealedKey === undefined ? quiet('Set up an authenticator', 'set-up-authenticator') : ''}${
    passkeys.length < maxPasskeys ? quiet('Add a passkey', 'set-up-passkey') : ''
  }`;
  return render(
    title,
    `${paragraph(`${user.userName} signs in with:`)}
<ul>${authenticator}${passkeys.map(presentPasskey).join('')}${listItem(
      'Recovery codes',
      recoveryCodes.length === 1 ? 'One is left' : `${recoveryCodes.length} are left`,
      form(quiet('Get new recovery codes', 'renew-codes')),
    )}</ul>
${add === '' ? '' : form(add)}
${links()}`,
  );
}

const describeRemoval = (method: RemovedMethod, { passkeys = [] }: FactorItem): string =>
  method.kind === 'authenticator'
    ? 'the authenticator'
    : `the passkey ${passkeys.find(({ id }) => id === method.id)?.name ?? ''}`.trim();

/** What the person confirms a change with: the password, or a code where the account has none. */
const renderProof = ({ passwordHash }: UserItem, isInvalid: boolean): string =>
  passwordHash === undefined
    ? textField({
        ...{
          name: 'code',
          label: 'Code of your authenticator, or a recovery code',
          autocomplete: 'one-time-code',
        },
        ...{ isInvalid, hasFocus: true },
        attributes: 'autocapitalize="none" spellcheck="false" maxlength="40"',
      })
    : textField({
        ...{
          name: 'currentPassword',
          label: 'Current password',
          type: 'password',
          isInvalid,
          hasFocus: true,
        },
        ...{ autocomplete: 'current-password', attributes: 'maxlength="1024"' },
      });

/** Whether the person means it, and is who they are. @param fault what was wrong with the proof */
export function renderRemoval(
  current: CurrentSession,
  factor: FactorItem,
  method: RemovedMethod,
  fault?: string,
) {
  const count = (factor.sealedKey === undefined ? 0 : 1) + (factor.passkeys ?? []).length;
  const requiring = listRequiring(current);
  const consequence =
    count > 1
      ? 'Your other ways to sign in stay.'
      : `It is the only one: the password alone is then enough, and the recovery codes no longer work.${
          requiring.length === 0
            ? ''
            : ` ${requiring.join(', ')} lets you in only after you have set up another one.`
        }`;
  return render(
    'Remove it?',
    `${paragraph(`Do you want to remove ${describeRemoval(method, factor)}? ${consequence}`)}
${problem(fault)}
${form(
  `${submitButton('Remove', { action: 'confirm-removal' })}${quiet('Keep it', 'back')}`,
  method.kind === 'passkey' ? method.id : undefined,
  renderProof(current.user, fault !== undefined),
)}`,
  );
}

/** The person confirms that they get new recovery codes. @param fault what was wrong with the proof */
export const renderRenewal = ({ user }: CurrentSession, fault?: string) =>
  render(
    'Get new recovery codes?',
    `${paragraph('The earlier ones no longer work then.')}
${problem(fault)}
${form(
  `${submitButton('Get new recovery codes', { action: 'confirm-renewal' })}${quiet('Keep them', 'back')}`,
  undefined,
  renderProof(user, fault !== undefined),
)}`,
  );

/** New recovery codes, shown once. */
export const renderNewCodes = (codes: readonly string[]) =>
  render(
    'Keep your recovery codes',
    `${paragraph('Each lets you sign in once without your second factor. The earlier ones no longer work. They are shown only now.')}
${listCodes(codes)}
${form(submitButton('I have kept them', { action: 'back' }))}`,
  );
