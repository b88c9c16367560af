// GET /api/v1/Certifications

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { buildLinkHeader } from '../../listing/cursor-listing.ts';
import { presentCertification } from '../training-record/present-certification.ts';
import { listCertificationsByExpiry } from './awarding/store.ts';
import { listCertifications } from './contract.ts';

export const handler = lambda(listCertifications, async ({ query, tenant, settings, now, url }) => {
  const { items, next } = await listCertificationsByExpiry(tenant, query);
  const today = toLocalDate(settings.timeZone, now);
  return ok(
    items.map((certification) => presentCertification(certification, today)),
    { headers: buildLinkHeader(url('/api/v1/Certifications'), query, next) },
  );
});
