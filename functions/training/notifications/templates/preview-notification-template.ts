// POST /api/v1/Settings/NotificationTemplates/{kind}/Preview
import { readGroups } from '../../../../shared/auth/accounts/read-groups.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getBrand } from '../../../../shared/pages/brand.ts';
import { defaultTrainingSettings, trainingSettingsKey } from '../../training-settings.ts';
import { mergeLine } from '../merge-template.ts';
import { buildNotificationMail } from '../notification-mail.ts';
import {
  applyTemplateInput,
  exampleAction,
  exampleValues,
  templateKey,
  templateWords,
  validateFields,
} from '../template.ts';
import { previewNotificationTemplate } from './contract.ts';

export const handler = lambda(
  previewNotificationTemplate,
  async ({ params: { kind }, body, tenant, settings, now }) => {
    throwIfInvalid(validateFields(kind, body));
    const [[own], [training = defaultTrainingSettings]] = await readGroups(
      [templateKey(tenant, kind)],
      [trainingSettingsKey(tenant)],
    );
    const words = templateWords(kind, applyTemplateInput(kind, own, body, now));
    const place = { timeZone: settings.timeZone, currency: training.currency };
    const values = { ...exampleValues(kind), associationName: settings.name };
    const mail = buildNotificationMail({
      ...{ words, values, place, brand: getBrand(settings), action: exampleAction(kind) },
    });
    return ok({ ...mail, line: mergeLine(words.line, values, place) });
  },
);
