// GET /api/1.0/legislative/public-bills/trackinglevels
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { isTracked } from '../../bills/record/bill.ts';
import { trackedBills } from '../../bills/record/store.ts';
import { resolveTrackingLevel } from '../../bills/settings/bill-settings.ts';
import { loadBillSettings } from '../../bills/settings/store.ts';
import { listBillTrackingLevels } from './contract.ts';

export const handler = lambda(listBillTrackingLevels, async ({ tenant }) => {
  const [bills, settings] = await Promise.all([trackedBills(tenant), loadBillSettings(tenant)]);
  const levels = bills.map((bill) => resolveTrackingLevel(settings, bill));
  return ok(
    settings.trackingLevels.filter(isTracked).map((level) => ({
      trackingLevelId: level.trackingLevelId,
      title: level.title,
      colorCode: level.colorCode,
      count: levels.filter((other) => other === level).length,
    })),
  );
});
