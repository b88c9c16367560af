// POST /api/1.0/CapitolReport/save-legislationDays/{stateId}
import { contentHash } from '../../../../shared/directory/content-hash.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { saveLegislationDays } from './contract.ts';
import { computeEffect } from './effect.ts';
import { validateDayMap, validateWithinSession } from './legislation-days.ts';
import { parseMap, pickMap } from './map-input.ts';
import { buildSavedBy, presentLegislationDays } from './present.ts';
import { requireSession } from './resolve-session.ts';
import { buildNextVersion, legislationDaysBySession } from './store.ts';

export const handler = lambda(
  saveLegislationDays,
  async ({ params, query, body, tenant, caller, now, ifMatch }) => {
    const wished = parseMap(body);
    const [first, ...more] = validateDayMap(wished);
    if (first) throw invalid([first, ...more]);
    const ids = [
      { target: 'sessionId', id: query.sessionId },
      { target: 'sessionId', id: body.sessionId },
    ];
    const asked = await requireSession(tenant, params.stateId, { ids, name: body.session }, now);
    const [outside, ...others] = validateWithinSession(wished, asked.session);
    if (outside) throw invalid([outside, ...others]);
    const before = await legislationDaysBySession(tenant, asked.session.id, { consistent: true });
    if (before && contentHash(pickMap(before)) === contentHash(pickMap(wished))) {
      ifUnchanged(before.version, ifMatch);
      return successReply(
        { ...presentLegislationDays(asked, before), effect: computeEffect(before, before) },
        `These are the legislation days of ${asked.session.name} already.`,
        { version: before.version },
      );
    }
    const { saved, changes } = buildNextVersion(
      tenant,
      before,
      { ...wished, stateId: params.stateId, sessionId: asked.session.id, savedBy: buildSavedBy(caller) },
      now,
      ifMatch,
    );
    return write(
      changes,
      successReply(
        { ...presentLegislationDays(asked, saved), effect: computeEffect(before, saved) },
        `The legislation days of ${asked.session.name} were saved.`,
        { version: saved.version },
      ),
    );
  },
);
