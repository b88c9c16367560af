// POST /api/v1/MessageTemplates/{templateId}/Preview
import { seesEmails } from '../../../../shared/auth/access/email-visibility.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../../people/write-person.ts';
import { previewMessageTemplate } from './contract.ts';
import { assertFieldsExist } from './lost-fields.ts';
import { previewMessage } from './preview-message.ts';
import { requireTemplate } from './template.ts';

export const handler = lambda(previewMessageTemplate, async (context) => {
  const { tenant, settings, params, body, now } = context;
  const [template, person] = await Promise.all([
    requireTemplate(tenant, params.templateId),
    body.personId ? requirePerson(tenant, body.personId) : undefined,
  ]);
  await assertFieldsExist(tenant, template);
  const today = toLocalDate(settings.timeZone, now);
  return ok(
    await previewMessage(template, person, {
      ...{ tenant, associationName: settings.name, today, showsEmails: seesEmails(context) },
    }),
  );
});
