// What the pages of setting up a second factor show.
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import { paragraph, problem, submitButton, textField } from '../../pages/identity-page.ts';
import type { SetUpStep } from './interaction.ts';
import { actions, cancelButton, type PageContext, render } from './pages.ts';
import { renderPasskeyForm, renderScriptHint } from './passkey-form.ts';

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

const explain = (
  { clientName, texts: { setUp } }: PageContext,
  { step, tenantName, userName }: SetUpContent,
): string => {
  if (step.by === 'workspace')
    return tenantName === undefined
      ? setUp.byUnknownWorkspace({ userName })
      : setUp.byWorkspace({ name: tenantName, userName });
  if (step.by === 'request')
    return clientName === undefined
      ? setUp.byUnknownApplication({ userName })
      : setUp.byApplication({ name: clientName, userName });
  return setUp[step.factor === 'passkey' ? 'passkey' : 'authenticator']({ userName });
};

/** The key in groups of four, as people type it. */
const groupLetters = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

/** The page on which an authenticator is set up. */
export function renderSetUp(context: PageContext, content: SetUpContent) {
  const { fault, authenticator } = content;
  const { texts } = context;
  const { setUp, common } = texts;
  const key = authenticator
    ? `<ol class="steps">
<li>${escapeHtml(setUp.scan)}
${authenticator.qrCode}
<details><summary>${escapeHtml(setUp.cannotScan)}</summary>${paragraph(setUp.typeKey)}<p><code>${escapeHtml(groupLetters(authenticator.secret))}</code></p></details></li>
<li>${escapeHtml(setUp.enterDigits)}
${ownForm(`
${textField({ name: 'code', label: common.code, autocomplete: 'one-time-code', isInvalid: fault !== undefined, hasFocus: fault !== undefined, attributes: 'inputmode="numeric" autocapitalize="none" spellcheck="false" maxlength="40"' })}
${actions(submitButton(common.continue, { action: 'set-up' }), cancelButton(context))}`)}</li>
</ol>`
    : '';
  const { factor, by } = content.step;
  const passkey =
    factor === 'authenticator'
      ? ''
      : `${authenticator ? `<h2>${escapeHtml(setUp.orPasskey)}</h2>` : ''}${renderPasskeyForm(texts, {
          intro: setUp.passkeyIntro,
          fields: textField({
            name: 'name',
            label: setUp.passkeyName,
            autocomplete: 'off',
            attributes: `maxlength="100" placeholder="${escapeHtml(setUp.passkeyExample)}"`,
          }),
          button: setUp.createPasskey,
          isMain: !authenticator,
        })}${authenticator ? '' : renderScriptHint(texts)}`;
  return render(context, {
    usesPasskeys: passkey !== '',
    title:
      by !== 'person' ? setUp.title : factor === 'passkey' ? setUp.createPasskey : setUp.authenticatorTitle,
    markup: `${paragraph(explain(context, content))}
${problem(fault)}
${key}
${passkey}
${content.step.by === 'person' ? `<p class="links"><a href="${escapeHtml(areaUrl('identity', '/Account/SecondFactor'))}">${escapeHtml(setUp.back)}</a></p>` : ''}`,
  });
}

/** The recovery codes, shown once. */
export const renderRecoveryCodes = (context: PageContext, codes: readonly string[]) =>
  render(context, {
    title: context.texts.secondFactor.keepCodesTitle,
    markup: `${paragraph(context.texts.secondFactor.firstCodes)}
${listCodes(codes)}
${ownForm(actions(submitButton(context.texts.secondFactor.codesKept, { action: 'continue' })))}`,
  });

/** Recovery codes as a list. */
export const listCodes = (codes: readonly string[]): string =>
  `<ul class="codes">${codes.map((code) => `<li><code>${escapeHtml(code)}</code></li>`).join('')}</ul>`;
