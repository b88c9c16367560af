// GET /api/v1/Awards/{id}/Curriculum/Versions
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { buildPageHeaders } from '../../listing/listing.ts';
import { requireAward } from '../record/award-record.ts';
import { listCurriculumVersions } from './contract.ts';
import { presentCurriculum } from './present.ts';
import { curriculumByAward, curriculumVersions, loadCurriculumReferences } from './store.ts';

export const handler = lambda(listCurriculumVersions, async ({ params: { id }, query, tenant, url }) => {
  const [, current] = await Promise.all([requireAward(tenant, id), curriculumByAward(tenant, id)]);
  // Versions are numbered without gaps, so a page of them is a range of numbers, newest first.
  const newest = (current?.version ?? 0) - (query.page - 1) * query.pageSize;
  const count = Math.max(0, Math.min(newest, query.pageSize));
  const numbers = Array.from({ length: count }, (_, index) => newest - index);
  const versions = current ? await curriculumVersions(tenant, current, numbers) : [];
  const references = await loadCurriculumReferences(tenant, versions);
  return ok(
    versions.map((version) => presentCurriculum(id, version, references)),
    {
      headers: buildPageHeaders(
        url(`/api/v1/Awards/${id}/Curriculum/Versions`),
        query,
        current?.version ?? 0,
      ),
    },
  );
});
