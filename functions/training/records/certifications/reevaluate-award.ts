// POST /api/v1/Awards/{id}/Reevaluate
import { check, ifAbsent, ifVersion } from '../../../../shared/data/changes.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { awardKey, requireAward } from '../../awards/record/award-record.ts';
import { curriculumKey } from '../../awards/record/curriculum-record.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { loadNames } from '../progress/names.ts';
import { loadPersonRecord } from '../training-record/person-record.ts';
import { snapshotRules } from './awarding/awarding.ts';
import { notifyReevaluated } from './awarding/notification-messages.ts';
import { replaceCertification } from './awarding/store.ts';
import { setCertificationTimers } from './awarding/timers.ts';
import { reevaluateAward } from './contract.ts';
import { listHoldersByAward, presentReevaluation, reevaluate } from './reevaluation.ts';

/** Holders per page: with their timers they stay below the hundred writes of a transaction. */
const MAX_HOLDERS = 10;

export const handler = lambda(reevaluateAward, async (ctx) => {
  const { params, body, tenant, settings: tenantSettings, caller, now, ifMatch } = ctx;
  const { timeZone } = tenantSettings;
  const today = toLocalDate(timeZone, now);
  const [award, curriculum, settings] = await Promise.all([
    requireAward(tenant, params.id),
    tenant.get(curriculumKey(tenant, params.id), { consistent: true }),
    loadTrainingSettings(tenant),
    requireActiveCaller(ctx),
  ]);
  const awardUnchanged = ifUnchanged(award.version, ifMatch);
  const { graceDays, reminderDays } = settings.certification;
  const pageSize = Math.max(1, Math.min(MAX_HOLDERS, Math.floor(96 / (reminderDays.length + 3))));
  const rules = snapshotRules(award, curriculum, graceDays, now, settings.selfReported?.limits);
  const [{ items: holders, next }, names] = await Promise.all([
    listHoldersByAward(tenant, award.id, body.cursor || undefined, pageSize),
    loadNames(tenant, [rules.curriculum]),
  ]);
  const records = await Promise.all(
    holders.map(async (holder) => ({
      holder,
      record: await loadPersonRecord(tenant, holder.personId, { consistent: true }),
    })),
  );
  const by = { by: caller.subject, byName: caller.kind === 'anonymous' ? undefined : caller.name };
  const changing = records.flatMap(({ holder, record }) => {
    const reevaluation = reevaluate(holder, record, rules, names, today, by);
    return reevaluation ? [reevaluation] : [];
  });
  const isApplied = body.apply === true;
  const reply = ok({
    isApplied,
    examined: holders.length,
    changes: changing.map((reevaluation) => presentReevaluation(reevaluation, today)),
    nextCursor: next ?? null,
  });
  if (!isApplied || changing.length === 0) return reply;
  const isCurrent = curriculum ? ifVersion(curriculum.version) : ifAbsent;
  return write(
    [
      check(awardKey(tenant, award.id), awardUnchanged.condition, awardUnchanged.onConflict),
      check(curriculumKey(tenant, award.id), isCurrent, 'retry'),
      ...changing.flatMap(({ before, after }) => [
        replaceCertification(tenant, before, after),
        ...setCertificationTimers(tenant, after, reminderDays, timeZone, now),
        notifyReevaluated(tenant, before, after, now),
      ]),
    ],
    reply,
  );
});
