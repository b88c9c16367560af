// Writes a step of a series: its place and delay in the series, its texts in the broadcast that it is.
import { type BroadcastItem, listWriters } from '../../../../../shared/broadcasts/broadcast.ts';
import { saveBroadcast, saveTexts } from '../../../../../shared/broadcasts/store.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { nextVersion } from '../../../../../shared/directory/record/stored.ts';
import { conflict } from '../../../../../shared/errors/failure.ts';
import { ok, write } from '../../../../../shared/http/reply.ts';
import { type SeriesItem, type SeriesStep, saveSeries } from '../../../../../shared/mail-series/series.ts';
import { loadMailSettings } from '../../../../../shared/mail-settings/mail-settings.ts';
import { type BuildContext, buildBroadcast } from '../../broadcasts/build-broadcast.ts';
import { loadLinks, putLinks } from '../../broadcasts/clicks/named-links.ts';
import { noteUses } from '../../message-images/record/store.ts';
import { presentSeries } from '../present.ts';
import { addTask } from '../run/series-run.ts';
import type { MailSeriesStepInput } from '../schemas.ts';

interface StepContext extends BuildContext {
  readonly newId: () => string;
  readonly receivedAt: Date;
  readonly body: MailSeriesStepInput;
}

/** The states of the broadcasts of steps. */
const stepStates = { draft: 'scheduled', active: 'sending', paused: 'paused', ended: 'cancelled' } as const;

/** The changes that write a series with other steps, and align the people in it. */
export const saveSteps = async (
  { tenant, now, ...context }: Pick<StepContext, 'tenant' | 'now' | 'receivedAt' | 'newId'>,
  before: SeriesItem,
  steps: readonly SeriesStep[],
): Promise<{ readonly after: SeriesItem; readonly changes: readonly Change[] }> => {
  const version = { version: before.version + 1, modifiedDate: now.toISOString() };
  const after: SeriesItem = { ...before, steps, ...version };
  return {
    after,
    changes: [
      saveSeries(tenant, before, after),
      ...(before.status === 'draft' ? [] : [await addTask(tenant, before.id, { kind: 'align' }, context)]),
    ],
  };
};

/** The steps with one at its place. @param position from 1; by default its own, and of a new one the last */
function placeStep(
  steps: readonly SeriesStep[],
  step: SeriesStep,
  position: number | null | undefined,
): SeriesStep[] {
  const index = steps.findIndex(({ id }) => id === step.id);
  const place = (position ?? (index < 0 ? steps.length : index) + 1) - 1;
  return steps.filter(({ id }) => id !== step.id).toSpliced(place, 0, step);
}

/** Where the tenant asks for approvals, what was started is what was approved. */
async function assertMayRewrite(tenant: TenantStore, { name, status }: SeriesItem): Promise<void> {
  if (status !== 'draft' && (await loadMailSettings(tenant)).asksApproval)
    throw conflict(`${name} was approved as it was started: end it, and start another series.`);
}

/**
 * Writes a new step, or the one that was read as `former`.
 * @throws Failure VALIDATION_ERROR with everything that is wrong
 */
export async function writeStep(context: StepContext, series: SeriesItem, former?: BroadcastItem) {
  const { tenant, caller, body, now, newId } = context;
  await assertMayRewrite(tenant, series);
  const { name, templateId, subject, mjml, text, tracksOpens, tracksClicks } = body;
  const { listId, topicId, replyTo } = series;
  const { content, texts, imageIds } = await buildBroadcast(context, {
    ...{ name, templateId, subject, mjml, text, tracksOpens, tracksClicks, topicId, replyTo },
    ...{ listIds: [], groupIds: [], filterBody: undefined, perHour: undefined, oncePerAddress: false },
  });
  const id = former?.id ?? newId();
  type Kept = 'linkSecret' | 'createdBy' | 'writers' | 'sentBy' | 'dueDate' | 'reports';
  const kept: Pick<BroadcastItem, Kept> = former ?? {
    linkSecret: `${newId()}${newId()}`,
    createdBy: caller.subject,
  };
  const broadcast: BroadcastItem = nextVersion(
    'broadcast',
    id,
    {
      ...{ ...content, listIds: listId === undefined ? [] : [listId] },
      ...{ linkSecret: kept.linkSecret, createdBy: kept.createdBy, sentBy: kept.sentBy ?? series.startedBy },
      writers: [...new Set([...listWriters(kept), caller.subject])],
      ...{ dueDate: kept.dueDate, reports: kept.reports, pausedReason: former?.pausedReason },
      ...{ status: former?.status ?? stepStates[series.status], subject: texts.subject },
      ...{ seriesId: series.id, isCollected: true },
    },
    former,
    now,
  );
  const step = { id: broadcast.id, delayDays: body.delayDays ?? 0, delayHours: body.delayHours ?? 0 };
  // Mails that were sent have links of the former text.
  const formerLinks =
    former && content.tracksClicks && series.status !== 'draft' ? await loadLinks(tenant, former.id) : [];
  const { after, changes } = await saveSteps(context, series, placeStep(series.steps, step, body.position));
  return write(
    [
      ...changes,
      saveBroadcast(tenant, former, broadcast),
      saveTexts(tenant, broadcast.id, texts),
      ...(broadcast.tracksClicks ? [putLinks(tenant, broadcast.id, texts.mjml, formerLinks)] : []),
      ...noteUses(tenant, imageIds, { type: 'message-image-use', by: 'broadcast', id: broadcast.id }),
    ],
    ok(await presentSeries(tenant, after, [broadcast]), { version: after.version, isComposed: true }),
  );
}
