// PUT /api/v1/Settings/Registration
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { classesByStart } from '../../classes/store.ts';
import { validateTerms } from '../../prices/cancellation-terms.ts';
import { loadCurrentSettings, writeSettings } from '../store.ts';
import { updateRegistrationSettings } from './contract.ts';
import { applyRegistrationInput, presentRegistrationSettings } from './registration-settings.ts';

export const handler = lambda(updateRegistrationSettings, async (context) => {
  const { tenant, body } = context;
  const before = await loadCurrentSettings(tenant);
  throwIfInvalid(validateTerms(body.cancellation, body.currency ?? before.currency, 'cancellation'));
  const after = applyRegistrationInput(before, body, context.now);
  if (after.currency !== before.currency && (await classesByStart(tenant).total()) > 0)
    throw conflict(
      `The currency can't be changed from ${before.currency}: there are classes with fees and payments in it.`,
      'currency',
    );
  return writeSettings(context, {
    setting: 'Registration',
    before,
    after,
    present: presentRegistrationSettings,
  });
});
