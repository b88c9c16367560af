// PUT /api/v1/Settings/Registration
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { classesByStart } from '../../classes/store.ts';
import { validateTerms } from '../../prices/cancellation-terms.ts';
import { applyRegistrationInput, presentRegistrationSettings } from './change.ts';
import { updateRegistrationSettings } from './contract.ts';
import { loadCurrentSettings, replaceSettings } from './store.ts';

export const handler = lambda(updateRegistrationSettings, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await loadCurrentSettings(tenant);
  throwIfInvalid(validateTerms(body.cancellation, body.currency ?? before.currency, 'cancellation'));
  const after = applyRegistrationInput(before, body, context.now);
  if (after.currency !== before.currency && (await classesByStart(tenant).total()) > 0)
    throw conflict(
      `The currency can't be changed from ${before.currency}: there are classes with fees and payments in it.`,
      'currency',
    );
  const change = {
    setting: 'Registration',
    before: presentRegistrationSettings(before),
    after: presentRegistrationSettings(after),
  } as const;
  return write(
    [replaceSettings(tenant, before, after, ifMatch), auditSettingChange(tenant, change, context)],
    ok(presentRegistrationSettings(after), { version: after.version }),
  );
});
