// POST /api/v1/Broadcasts/{id}/Copy
import { type BroadcastItem, listWriters } from '../../../../shared/broadcasts/broadcast.ts';
import { loadTexts, requireBroadcast } from '../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { findSeries } from '../../../../shared/mail-series/series.ts';
import { loadMentionedFields, showFieldNames } from '../message-templates/custom-merge-fields.ts';
import { type BroadcastInput, copyBroadcast } from './contract.ts';
import { writeDraft } from './write-draft.ts';

const LONGEST_NAME = 120;
const SUFFIX = ' (copy)';

const nameCopy = (name: string): string =>
  `${name.slice(0, LONGEST_NAME - SUFFIX.length).toWellFormed()}${SUFFIX}`;

/** Whom a copy of a mail of a series goes to: the list of the series. @throws Failure 409 where it has none */
async function loadListOfSeries(
  tenant: TenantStore,
  { name, seriesId = '' }: BroadcastItem,
): Promise<readonly string[]> {
  const series = await findSeries(tenant, seriesId);
  if (series?.listId === undefined)
    throw conflict(
      `${name} is a mail of a series without a list, so its copy would have no recipients; create a broadcast with its texts and a list.`,
    );
  return [series.listId];
}

export const handler = lambda(copyBroadcast, async (context) => {
  const { tenant, params, body } = context;
  const original = await requireBroadcast(tenant, params.id);
  if (original.campaignId !== undefined)
    throw conflict(
      `${original.name} is the invitation of a campaign, which has its texts; copy the campaign.`,
    );
  const [texts, audience] = await Promise.all([
    loadTexts(tenant, original.id),
    original.seriesId === undefined ? original.listIds : loadListOfSeries(tenant, original),
  ]);
  const fields = await loadMentionedFields(tenant, [texts.subject, texts.mjml, texts.text]);
  const { groupIds = [], filterBody, topicId, replyTo, perHour, oncePerAddress } = original;
  const { tracksOpens, tracksClicks, followUp, excluded } = original;
  // Checked as a new draft is: a list may be inactive by now, and a group may be one that this caller does not see.
  const input: BroadcastInput = {
    ...{ templateId: undefined, text: undefined, ...showFieldNames(texts, fields) },
    ...{ name: body.name ?? nameCopy(original.name), listIds: [...audience], groupIds: [...groupIds] },
    filterBody: filterBody as BroadcastInput['filterBody'],
    followUp,
    excluded: excluded && {
      ...{ listIds: [...excluded.listIds], groupIds: [...excluded.groupIds] },
      broadcastIds: [...excluded.broadcastIds],
    },
    ...{ topicId, replyTo, perHour, oncePerAddress, tracksOpens, tracksClicks },
  };
  return writeDraft(context, input, listWriters(original));
});
