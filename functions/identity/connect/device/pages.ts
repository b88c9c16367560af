// The page on which a person enters the code that a device shows.
import { ownForm } from '../../../../shared/pages/own-form.ts';
import type { Texts } from '../../languages/languages.ts';
import {
  paragraph,
  platformBrand,
  problem,
  renderIdentityPage,
  submitButton,
  textField,
} from '../../pages/identity-page.ts';

/** The form; with a code that came with the address, for the person to compare (RFC 8628 3.3.1). */
export const renderDeviceForm = (texts: Texts, userCode = '', fault?: string) =>
  renderIdentityPage({
    title: texts.device.title,
    ...{ brand: platformBrand, texts },
    markup: `${problem(fault)}
${paragraph(userCode === '' || fault !== undefined ? texts.device.enter : texts.device.compare)}
${ownForm(`
${textField({ name: 'userCode', label: texts.common.code, autocomplete: 'off', value: userCode, isInvalid: fault !== undefined, hasFocus: true, attributes: 'autocapitalize="characters" spellcheck="false" maxlength="20"' })}
<div class="actions">${submitButton(texts.common.continue)}</div>`)}`,
  });
