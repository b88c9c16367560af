// POST /api/1.0/Advocacy/saveChampaignTemplate

import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { toAuthor } from '../caller.ts';
import { successReply } from '../envelopes.ts';
import { unknownValue } from '../unknown-value.ts';
import { auditTemplateChange } from './audit.ts';
import { saveCampaignTemplate } from './contract.ts';
import { presentTemplate } from './present.ts';
import { loadReferences } from './references.ts';
import { insertTemplate, replaceTemplate, templateById } from './store.ts';
import {
  applyTemplateInput,
  assertTransitionAllowed,
  type TemplateItem,
  templateDefaults,
  validateContent,
} from './template.ts';

const unknownTemplate = (id: string): ErrorDetail =>
  unknownValue('id', `There is no campaign template with the id ${id}; omit id to create one.`);

export const handler = lambda(
  saveCampaignTemplate,
  async ({ body, tenant, settings, caller, now, newId, ifMatch, ...context }) => {
    const [before, references] = await Promise.all([
      body.id ? templateById(tenant, body.id, { consistent: true }) : undefined,
      loadReferences(tenant, body),
    ]);
    const content = applyTemplateInput(
      before ?? { ...templateDefaults, name: '' },
      body,
      references.audience,
    );
    throwIfInvalid([
      ...(body.id && !before ? [unknownTemplate(body.id)] : []),
      ...validateContent(content),
      ...references.errors,
    ]);
    const timestamp = now.toISOString();
    const today = toLocalDate(settings.timeZone, now);
    if (before) assertTransitionAllowed(before, content.status, today);
    const after: TemplateItem = {
      ...content,
      campaigns: before?.campaigns ?? [],
      campaignsVersion: before?.campaignsVersion ?? 0,
      createdBy: before ? before.createdBy : toAuthor(caller),
      type: 'campaign-template',
      id: before?.id ?? newId(),
      version: (before?.version ?? 0) + 1,
      createdDate: before?.createdDate ?? timestamp,
      modifiedDate: timestamp,
      schemaVersion: 1,
    };
    const changes = before
      ? await replaceTemplate(tenant, before, after, ifMatch)
      : await insertTemplate(tenant, after);
    const audit = auditTemplateChange(tenant, { before, after }, { caller, now, newId, ...context });
    return write(
      [...changes, audit],
      successReply(
        await presentTemplate(tenant, after, today),
        `${after.name} was ${before ? 'updated' : 'created'}.`,
        { version: after.version },
      ),
    );
  },
);
