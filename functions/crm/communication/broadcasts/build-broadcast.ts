// A draft of a broadcast as a request asks for it.

import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { checkAudience } from '../../../../shared/broadcasts/audience.ts';
import type { BroadcastContent } from '../../../../shared/broadcasts/broadcast.ts';
import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { renderLook } from '../../../../shared/mail-settings/apply-look.ts';
import { loadMailSettings } from '../../../../shared/mail-settings/mail-settings.ts';
import { resolveFilter } from '../../../../shared/people-filter/people-filter.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { mailTopics } from '../mail-topics/topic.ts';
import { checkImages } from '../message-images/record/store.ts';
import { loadCustomMergeFields, storeFieldIds } from '../message-templates/custom-merge-fields.ts';
import { validateMessage } from '../message-templates/message-sandbox.ts';
import { findTemplate } from '../message-templates/template.ts';
import { checkEarlier, findExcluded } from './check-earlier.ts';
import type { BroadcastInput } from './contract.ts';
import { buildSampleTracking } from './links/build-links.ts';

export interface BuildContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
  readonly caller: Caller;
}

/**
 * The draft with its texts, and the pictures of the tenant that they name.
 * @throws Failure VALIDATION_ERROR with everything that is wrong, 403 for a rule about users that the caller may not read
 */
export async function buildBroadcast(
  context: BuildContext,
  body: BroadcastInput,
): Promise<{
  readonly content: BroadcastContent;
  readonly texts: MessageContent;
  readonly imageIds: readonly string[];
}> {
  const { tenant, settings } = context;
  const { templateId, name, listIds, groupIds, filterBody, replyTo, perHour } = body;
  const topicId = body.topicId ?? undefined;
  const [template, details, earlier, topics, mailSettings] = await Promise.all([
    templateId ? findTemplate(tenant, templateId) : undefined,
    checkAudience(context, { listIds, groupIds }),
    checkEarlier(context, body),
    topicId ? listDefinitions(tenant, mailTopics) : [],
    loadMailSettings(tenant),
    filterBody
      ? resolveFilter(context, { filterRules: filterBody.filterRules, isActive: undefined })
      : undefined,
  ]);
  const texts = {
    subject: body.subject ?? template?.subject ?? '',
    mjml: body.mjml ?? template?.mjml ?? '',
    ...omitUndefined({ text: body.text ?? (body.mjml === undefined ? template?.text : undefined) }),
  };
  const fields = await loadCustomMergeFields(tenant, texts);
  const stored = storeFieldIds(texts, fields);
  const images = await checkImages(tenant, texts.mjml);
  const { faults, htmlBytes } =
    templateId && !template
      ? { faults: [unknownId('template', templateId, 'templateId')], htmlBytes: 0 }
      : await validateMessage(
          stored,
          fields,
          buildSampleTracking(
            tenant,
            { association: settings.name, look: renderLook(mailSettings, settings) },
            body,
          ),
        );
  throwIfInvalid([
    ...details,
    ...earlier,
    ...images.faults,
    ...(topicId && !topics.some(({ id }) => id === topicId) ? [unknownId('topic', topicId, 'topicId')] : []),
    ...faults,
  ]);
  return {
    texts: stored,
    imageIds: images.ids,
    content: {
      ...{ name, listIds, htmlBytes, oncePerAddress: body.oncePerAddress ?? true },
      ...omitUndefined({ topicId, replyTo, perHour }),
      ...(groupIds.length > 0 && { groupIds }),
      ...(filterBody && { filterBody: JSON.parse(JSON.stringify(filterBody)) }),
      ...omitUndefined({ followUp: body.followUp ?? undefined, excluded: findExcluded(body) }),
      ...(body.tracksOpens && { tracksOpens: true }),
      ...(body.tracksClicks && { tracksClicks: true }),
    },
  };
}
