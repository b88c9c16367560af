// Series in the interface's form.
import { type Figures, loadFigures } from '../../../../shared/broadcast-figures/figures.ts';
import type { BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import { findBroadcast } from '../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { SeriesItem, SeriesStep } from '../../../../shared/mail-series/series.ts';
import { presentFigures } from '../broadcasts/present.ts';
import { loadMentionedFields, showSubject } from '../message-templates/custom-merge-fields.ts';

const presentStep = ({ id, delayDays, delayHours }: SeriesStep) => ({ id, delayDays, delayHours });

/** A series in lists. */
export const presentSeriesEntry = (series: SeriesItem, tenantCode: string) => ({
  ...{ id: series.id, name: series.name, status: series.status },
  ...{ listId: series.listId ?? null, topicId: series.topicId ?? null, replyTo: series.replyTo ?? null },
  steps: series.steps.map(presentStep),
  ...{ createdBy: series.createdBy, startedBy: series.startedBy ?? null },
  ...{ createdDate: series.createdDate, modifiedDate: series.modifiedDate, tenantId: tenantCode },
});

/** The broadcasts that the steps of a series are, as they are stored. */
export const loadSteps = async (tenant: TenantStore, { steps }: SeriesItem): Promise<BroadcastItem[]> => {
  const found = await Promise.all(steps.map(({ id }) => findBroadcast(tenant, id)));
  return found.filter((broadcast) => broadcast !== undefined);
};

/** A series with the numbers of its steps. @param written broadcasts of it as the same request writes them */
export async function presentSeries(
  tenant: TenantStore,
  series: SeriesItem,
  written: readonly BroadcastItem[] = [],
) {
  const stored = series.steps.filter(({ id }) => !written.some((each) => each.id === id));
  const [read, figures] = await Promise.all([
    loadSteps(tenant, { ...series, steps: stored }),
    Promise.all(series.steps.map(({ id }) => loadFigures(tenant, id))),
  ]);
  const broadcasts = [...written, ...read];
  const fields = await loadMentionedFields(
    tenant,
    broadcasts.map(({ subject }) => subject),
  );
  return {
    ...presentSeriesEntry(series, tenant.code),
    steps: series.steps.flatMap((step, index) => {
      const broadcast = broadcasts.find(({ id }) => id === step.id);
      const counted: Figures = figures[index] ?? {};
      if (!broadcast) return [];
      return {
        ...presentStep(step),
        ...{ name: broadcast.name, subject: showSubject(broadcast.subject, fields) },
        ...{ status: broadcast.status, pausedReason: broadcast.pausedReason ?? null },
        figures: presentFigures(counted),
      };
    }),
  };
}
