// GET /api/v1/tenantdepartment/GetAllTenantDepartmentsLite/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadChoices } from './choices.ts';
import { listDepartmentsToChoose } from './contract.ts';

export const handler = lambda(listDepartmentsToChoose, async ({ tenant }) =>
  ok(await loadChoices(tenant, 'person-department')),
);
