// POST /api/1.0/CapitolReport/save-legislationDays/{stateId}
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { allValid, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { toAuthor } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import { saveLegislationDays } from './contract.ts';
import { computeEffect } from './effect.ts';
import { buildKeyDateChanges } from './key-dates.ts';
import { validateDayMap, validateWithinSession } from './legislation-days.ts';
import { parseMap, pickMap } from './map-input.ts';
import { presentLegislationDays } from './present.ts';
import { requireSession } from './resolve-session.ts';
import { buildNextVersion, type LegislationDaysItem, legislationDaysBySession } from './store.ts';

/** A version as the audit has it: its days are read by its number, because each version stays stored. */
const summarizeVersion = ({ days, ...item }: LegislationDaysItem) => ({
  ...pick(item, [
    'stateId',
    'sessionId',
    'version',
    'instrument',
    'isComplete',
    'crossoverDay',
    'sineDieDay',
  ]),
  numberOfDays: days.length,
});

export const handler = lambda(
  saveLegislationDays,
  async ({ params, query, body, tenant, caller, now, ifMatch, ...context }) => {
    const map = parseMap(body);
    const ids = [query.sessionId, body.sessionId].map((id) => ({ target: 'sessionId', id }));
    const [stateSession] = await allValid([
      requireSession(tenant, params.stateId, { ids, name: body.session }, now),
      (async () => throwIfInvalid(validateDayMap(map)))(),
    ]);
    const { session } = stateSession;
    throwIfInvalid(validateWithinSession(map, session));
    const before = await legislationDaysBySession(tenant, session.id, { consistent: true });
    if (before && contentHash(pickMap(before)) === contentHash(pickMap(map))) {
      ifUnchanged(before.version, ifMatch);
      const missing = await buildKeyDateChanges(tenant, stateSession, before, now);
      const reply = successReply(
        { ...presentLegislationDays(stateSession, before), effect: computeEffect(before, before) },
        `The legislation days of ${session.name} are unchanged.`,
        { version: before.version },
      );
      // A map that an earlier version saved has no events yet.
      return missing.length > 0 ? write(missing, reply) : reply;
    }
    const { saved, changes } = buildNextVersion(
      tenant,
      before,
      { ...map, stateId: params.stateId, sessionId: session.id, savedBy: toAuthor(caller) },
      now,
      ifMatch,
    );
    const audit = auditRecordChange(
      tenant,
      {
        recordType: 'LegislationDays',
        recordId: String(session.id),
        before: before && summarizeVersion(before),
        after: summarizeVersion(saved),
      },
      { caller, now, ...context },
    );
    return write(
      [...changes, ...(await buildKeyDateChanges(tenant, stateSession, saved, now)), audit],
      successReply(
        { ...presentLegislationDays(stateSession, saved), effect: computeEffect(before, saved) },
        `The legislation days of ${session.name} were saved.`,
        { version: saved.version },
      ),
    );
  },
);
