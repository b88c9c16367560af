// The form of a passkey, which the script of the page shows and fills where the browser has them.
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import type { Texts } from '../../languages/languages.ts';
import { paragraph, submitButton } from '../../pages/identity-page.ts';

/** The form; hidden until the script runs. */
export const renderPasskeyForm = (
  { passkeys }: Texts,
  {
    intro,
    fields = '',
    button,
    isMain = false,
  }: {
    readonly intro?: string;
    readonly fields?: string;
    readonly button: string;
    readonly isMain?: boolean;
  },
): string =>
  ownForm(
    `
${intro === undefined ? '' : paragraph(intro)}${fields}
<input type="hidden" name="credential"><input type="hidden" name="remember"><input type="hidden" name="action" value="passkey">
<p class="problem" role="alert" hidden></p>
<div class="actions">${isMain ? submitButton(button) : `<button type="submit" class="quiet">${escapeHtml(button)}</button>`}</div>
`,
    ` class="passkey" hidden${Object.entries(passkeys)
      .map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`)
      .join('')}`,
  );

/** Where nothing else can be done. */
export const renderScriptHint = ({ setUp }: Texts): string =>
  `<noscript><p class="hint">${escapeHtml(setUp.needsScript)}</p></noscript>`;
