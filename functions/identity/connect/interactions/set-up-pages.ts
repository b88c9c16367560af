// What the pages of setting up a second factor show.
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import { paragraph, problem, submitButton, textField } from '../../pages/identity-page.ts';
import type { SetUpStep } from './interaction.ts';
import { actions, cancelButton, type PageContext, render } from './pages.ts';
import { passkeyNeedsScript, renderPasskeyForm } from './passkey-form.ts';

/** What a set-up page shows. */
export interface SetUpContent {
  readonly step: SetUpStep;
  readonly userName: string;
  /** The workspace that requires it, where it is known. */
  readonly tenantName: string | undefined;
  readonly fault: string | undefined;
  /** The key to give to an authenticator. */
  readonly authenticator?: { readonly secret: string; readonly qrCode: string };
}

const explain = ({ clientName }: PageContext, { step, tenantName, userName }: SetUpContent): string => {
  if (step.by === 'workspace')
    return `${tenantName ?? 'The workspace'} requires a second factor of ${userName}. You set it up once; from then on you need it to sign in.`;
  if (step.by === 'request')
    return `${clientName ?? 'The application'} requires a second factor. You set it up once; from then on ${userName} needs it to sign in.`;
  return step.factor === 'passkey'
    ? `With it you sign in as ${userName} without the password, or beside it.`
    : `From then on a code of it is needed to sign in as ${userName}.`;
};

/** The key in groups of four, as people type it. */
const groupLetters = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

/** The page on which an authenticator is set up. */
export function renderSetUp(context: PageContext, content: SetUpContent) {
  const { fault, authenticator } = content;
  const key = authenticator
    ? `<ol class="steps">
<li>Open an authenticator, such as the one of your password manager or an app on your phone, and scan this code:
${authenticator.qrCode}
<details><summary>You cannot scan it?</summary>${paragraph('Type this key into the authenticator:')}<p><code>${escapeHtml(groupLetters(authenticator.secret))}</code></p></details></li>
<li>Enter the six digits that it shows:
${ownForm(`
${textField({ name: 'code', label: 'Code', autocomplete: 'one-time-code', isInvalid: fault !== undefined, hasFocus: fault !== undefined, attributes: 'inputmode="numeric" autocapitalize="none" spellcheck="false" maxlength="40"' })}
${actions(submitButton('Continue', { action: 'set-up' }), cancelButton(context))}`)}</li>
</ol>`
    : '';
  const { factor, by } = content.step;
  const passkey =
    factor === 'authenticator'
      ? ''
      : `${authenticator ? '<h2>Or use a passkey</h2>' : ''}${renderPasskeyForm({
          intro:
            'Your device, or your password manager, keeps it and asks for your fingerprint, your face or your PIN.',
          fields: textField({
            name: 'name',
            label: 'Name of the passkey',
            autocomplete: 'off',
            attributes: 'maxlength="100" placeholder="Such as: my phone"',
          }),
          button: 'Create a passkey',
          isMain: !authenticator,
        })}${authenticator ? '' : passkeyNeedsScript}`;
  return render(context, {
    usesPasskeys: passkey !== '',
    title:
      by !== 'person'
        ? 'Set up a second factor'
        : factor === 'passkey'
          ? 'Create a passkey'
          : 'Set up an authenticator',
    markup: `${paragraph(explain(context, content))}
${problem(fault)}
${key}
${passkey}
${content.step.by === 'person' ? `<p class="links"><a href="${escapeHtml(areaUrl('identity', '/Account/SecondFactor'))}">Back without a change</a></p>` : ''}`,
  });
}

/** The recovery codes, shown once. */
export const renderRecoveryCodes = (context: PageContext, codes: readonly string[]) =>
  render(context, {
    title: 'Keep your recovery codes',
    markup: `${paragraph('Each of these codes lets you sign in once without your second factor, when you have lost it. Print them, or keep them in your password manager. They are shown only now.')}
${listCodes(codes)}
${ownForm(actions(submitButton('I have kept them', { action: 'continue' })))}`,
  });

/** Recovery codes as a list. */
export const listCodes = (codes: readonly string[]): string =>
  `<ul class="codes">${codes.map((code) => `<li><code>${escapeHtml(code)}</code></li>`).join('')}</ul>`;
