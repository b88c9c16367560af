// PUT /api/v1/Settings/EngagementRules
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { buildSettings } from './build-settings.ts';
import { updateEngagementRules } from './contract.ts';
import { presentRules } from './present.ts';
import { defaultRules, loadRules, loadRun, replaceRules, restartRun } from './record/store.ts';

export const handler = lambda(updateEngagementRules, async (context) => {
  const { tenant, body, ifMatch, now, receivedAt, newId } = context;
  const settings = buildSettings(body);
  const [before, run] = await Promise.all([
    loadRules(tenant, { consistent: true }),
    loadRun(tenant, { consistent: true }),
  ]);
  const moment = now.toISOString();
  const after = {
    ...{ ...defaultRules, settings, version: before.version + 1, modifiedDate: moment },
    createdDate: before.version === 0 ? moment : before.createdDate,
  };
  const views = { before: presentRules(before), after: presentRules(after) };
  const audit = auditSettingChange(tenant, { setting: 'EngagementRules', ...views }, context);
  return write(
    [replaceRules(tenant, before, after, ifMatch), restartRun(tenant, run, newId(), receivedAt), audit],
    ok(views.after, { version: after.version }),
  );
});
