// Ends the run of a feed: its line of the log, the health of the feed, and a mail to the administrators when that becomes bad.
import type { SubjectItem } from '../../../../shared/auth/records.ts';
import { subjectsByName, tenantKey } from '../../../../shared/auth/records.ts';
import { listHeldRoles } from '../../../../shared/auth/role-ids.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { recordId } from '../../../../shared/directory/record-id.ts';
import type { RunContext, TakenRun } from '../../../../shared/jobs/leased-run.ts';
import { listSessions } from '../../../../shared/legislature/sessions.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { putMail } from '../../../../shared/mail/outbox.ts';
import { findUserEmail } from '../../../../shared/subscriptions/find-user-email.ts';
import type { FeedHealth, FeedItem, FeedLogItem, FeedProgress, FeedRunItem } from '../record/feed.ts';
import { assessHealth, isHeld } from '../record/health.ts';
import { buildProgress, buildWaitingRun } from '../record/schedule-run.ts';
import { checkFeed, feedById, feedRuns, lastLog, putLog, updateFeed } from '../record/store.ts';

/** A run that a worker has, with its feed. */
export interface TakenFeed extends TakenRun<FeedRunItem> {
  readonly feed: FeedItem;
}

/** The line of a run in the log. */
export const describeRun = (
  feed: FeedItem,
  progress: FeedProgress,
  outcome: Pick<FeedLogItem, 'status' | 'reason' | 'endedDate' | 'lastBroughtDate'>,
): Omit<FeedLogItem, 'type' | 'ttl'> => ({ ...progress, ...outcome, feedId: feed.id });

const hasBrought = ({ bills, events }: FeedProgress): boolean =>
  [bills, events].some(({ created, changed }) => created + changed > 0);

/** The sessions from which something is expected: those of the feed's states, unless the feed names sessions. */
async function listHeldSessions(tenant: TenantStore, { stateIds, sessions }: FeedItem, now: Date) {
  if (sessions.length > 0) return [];
  const all = await Promise.all(stateIds.map((stateId) => listSessions(tenant, { stateId })));
  return all
    .flat()
    .filter((session) => isHeld(session, toLocalDate(stateById(session.stateId)?.timeZone ?? 'UTC', now)));
}

/** So many administrators get a mail at most. */
const MAX_RECIPIENTS = 20;

/** The mail addresses of the tenant's administrators. */
async function listAdministrators(tenant: TenantStore): Promise<string[]> {
  const [settings, users] = await Promise.all([
    tenant.get(tenantKey(tenant)),
    tenant.queryAll<SubjectItem>(subjectsByName(tenant), { beginsWith: 'user#' }),
  ]);
  const administrators = users.filter(
    (user) => settings && !user.disabled && listHeldRoles(user, settings).includes('admin'),
  );
  const found = await Promise.all(
    administrators.slice(0, MAX_RECIPIENTS).map((user) => findUserEmail(tenant, user)),
  );
  return [...new Set(found.filter((email) => email !== undefined))];
}

const words: Readonly<Record<Exclude<FeedHealth['state'], 'OK'>, string>> = {
  SILENT: 'has gone silent',
  EMPTY: 'finds nothing to read',
  REFUSING: 'was refused rows',
  FAILING: 'cannot be read',
};

/** The mails that say what is wrong with a feed. */
async function buildAlarms(
  tenant: TenantStore,
  feed: FeedItem,
  { state, reason = '' }: FeedHealth,
  { version, lastBroughtDate }: { readonly version: number; readonly lastBroughtDate: string | undefined },
  now: Date,
): Promise<Change[]> {
  if (state === 'OK') return [];
  const last =
    lastBroughtDate === undefined
      ? 'It has brought nothing so far.'
      : `It brought something last on ${toLocalDate(feed.schedule.timeZone, new Date(lastBroughtDate))}.`;
  const mail = {
    subject: `The data feed ${feed.name} ${words[state]}`,
    text: `${[`The data feed "${feed.name}" ${words[state]}.`, reason, last, 'Until it is mended, changes of the bills that it reads may go unnoticed. You get no other mail about it before its state changes.'].filter(Boolean).join('\n\n')}\n`,
  };
  return (await listAdministrators(tenant)).map((to) =>
    putMail(tenant, recordId(tenant.code, 'feed-alarm', `${feed.id} ${version} ${to}`), { ...mail, to }, now),
  );
}

/**
 * Ends a run: writes its line of the log, and waits for the next time that the feed has by now, unless it is paused. A run that
 * another worker has, or that removes the feed, is left alone.
 */
export async function endRun(
  { tenant, run }: TakenFeed,
  outcome: Pick<FeedLogItem, 'status' | 'reason'>,
  { now, newId }: RunContext,
): Promise<void> {
  const moment = now();
  const progress = run.progress ?? buildProgress(newId(), 'SCHEDULE', moment);
  await decideAndCommit(async () => {
    const [{ feed, run: current }, last] = await Promise.all([
      feedById(tenant, run.id),
      lastLog(tenant, run.id),
    ]);
    if (!feed || current?.runId !== run.runId || current.version !== run.version) return { changes: [] };
    const lastBroughtDate = hasBrought(progress) ? moment.toISOString() : last?.lastBroughtDate;
    const line = describeRun(feed, progress, {
      ...{ ...outcome, endedDate: moment.toISOString() },
      ...(lastBroughtDate !== undefined && { lastBroughtDate }),
    });
    const { timeZone } = feed.schedule;
    const assessed = assessHealth({
      ...{
        outcome,
        held: await listHeldSessions(tenant, feed, moment),
        today: toLocalDate(timeZone, moment),
      },
      lastDay: toLocalDate(timeZone, new Date(lastBroughtDate ?? feed.createdDate)),
    });
    const isSame = assessed.state === (feed.health?.state ?? 'OK');
    const health: FeedHealth = { ...assessed, since: moment.toISOString() };
    const version = feed.version + 1;
    return {
      changes: [
        ...(isSame
          ? [checkFeed(tenant, feed)]
          : [
              updateFeed(tenant, feed, { ...feed, health, version }),
              ...(await buildAlarms(tenant, feed, health, { version, lastBroughtDate }, moment)),
            ]),
        putLog(tenant, line, moment),
        feed.isPaused
          ? feedRuns.remove(tenant, run)
          : feedRuns.put(tenant, run, buildWaitingRun(feed, newId(), moment)),
      ],
    };
  });
}
