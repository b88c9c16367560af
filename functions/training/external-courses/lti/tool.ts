// The tool that a client id names, in the tenant of the address.

import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import type { CourseItem } from '../../courses/course.ts';
import { type ExternalCourseItem, type LtiTool, loadCourseWithExternal } from '../record/external-course.ts';
import { parseClientId } from './connection.ts';

/** The course that a tool is. */
export interface FoundTool {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly course: CourseItem;
  readonly external: ExternalCourseItem;
  readonly tool: LtiTool;
}

/** The tool of a client id; undefined where the tenant has no such tool any more. Two round trips. */
export async function findTool(
  {
    platform,
    params,
  }: { readonly platform: PlatformStore; readonly params: { readonly tenantCode: string } },
  clientId: string,
): Promise<FoundTool | undefined> {
  const courseId = parseClientId(clientId);
  const owner = courseId === undefined ? undefined : await tenantByCode(platform, params.tenantCode);
  if (courseId === undefined || !owner) return undefined;
  const { course, external } = await loadCourseWithExternal(owner.tenant, courseId);
  return course && external?.lti?.clientId === clientId
    ? { ...owner, course, external, tool: external.lti }
    : undefined;
}
