// The page on which a person enters the code that a device shows.
import { ownForm } from '../../../../shared/pages/own-form.ts';
import {
  paragraph,
  platformBrand,
  problem,
  renderIdentityPage,
  submitButton,
  textField,
} from '../../pages/identity-page.ts';

/** The form; with a code that came with the address, for the person to compare (RFC 8628 3.3.1). */
export const renderDeviceForm = (userCode = '', fault?: string) =>
  renderIdentityPage({
    title: 'Sign in a device',
    brand: platformBrand,
    markup: `${problem(fault)}
${paragraph(
  userCode === '' || fault !== undefined
    ? 'Enter the code that the device or the command shows.'
    : 'Compare this code with the one that the device or the command shows. Continue only if it is the same, and you began this yourself.',
)}
${ownForm(`
${textField({ name: 'userCode', label: 'Code', autocomplete: 'off', value: userCode, isInvalid: fault !== undefined, hasFocus: true, attributes: 'autocapitalize="characters" spellcheck="false" maxlength="20"' })}
<div class="actions">${submitButton('Continue')}</div>`)}`,
  });
