// PUT /api/v1/Settings/Certificates
import { type Change, ifAbsent, put, remove } from '../../../../shared/data/changes.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { designKey, loadDesign, pictureKey, pictureNames } from '../../credentials/design/design.ts';
import { applyDesignInput, presentDesign } from './apply-input.ts';
import { updateCertificateSettings } from './contract.ts';

export const handler = lambda(updateCertificateSettings, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await loadDesign(tenant, { consistent: true });
  const after = await applyDesignInput(before, body, context.now);
  const { condition, onConflict } = ifUnchanged(before.design.version, ifMatch);
  const pictures = pictureNames.flatMap((name): Change[] => {
    const picture = after.pictures[name];
    if (picture === before.pictures[name]) return [];
    return [picture ? put(pictureKey(tenant, name), picture) : remove(pictureKey(tenant, name))];
  });
  const change = {
    setting: 'Certificates',
    before: presentDesign(before),
    after: presentDesign(after),
  } as const;
  return write(
    [
      put(designKey(tenant), after.design, {
        condition: before.design.version === 0 ? ifAbsent : condition,
        onConflict,
      }),
      ...pictures,
      auditSettingChange(tenant, change, context),
    ],
    ok(presentDesign(after), { version: after.design.version }),
  );
});
