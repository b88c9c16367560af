// What the endpoints of training's settings have in common: a GET shows settings, a PUT changes those that are sent.
import * as z from 'zod';

const shared = { area: 'training', tags: ['Settings'] } as const;

export const reading = {
  ...shared,
  method: 'GET',
  access: { permission: 'training.settings.read', token: 'required', showsSettings: true },
  example: {},
} as const;

export const writing = {
  ...shared,
  method: 'PUT',
  access: { permission: 'training.settings.write', token: 'tenant' },
} as const;

export const onlyWhatIsSent =
  'Only the fields that are sent are changed. Send the ETag as If-Match to avoid overwriting the changes of others. The change is audited.';

export const modifiedDate = z.iso
  .datetime()
  .optional()
  .meta({ description: 'When the settings of training were last changed; absent when they never were.' });

const maxDays = 3650;
export const days = z.int().min(0).max(maxDays);

export const reminderDays = z
  .array(z.int().min(1).max(maxDays))
  .max(12)
  .meta({ description: 'Different numbers of days, largest first.', example: [7, 1] });
