// The demo's tool of LTI: it gets keys of its own, because its address is an example.

import { formatClientId } from '../../../../functions/training/external-courses/lti/connection.ts';
import {
  externalCourseKey,
  requireExternalCourse,
} from '../../../../functions/training/external-courses/record/external-course.ts';
import { generateKeyPair } from '../../../../shared/auth/tokens/keys.ts';
import { commit, update } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { demoId } from '../steps/references.ts';
import type { DemoTool } from './tool-assertion.ts';

export async function seedTool(tenant: TenantStore, courseId: string): Promise<DemoTool> {
  const { external } = await requireExternalCourse(tenant, courseId);
  if (!external.lti) throw new Error(`The course ${courseId} is no tool`);
  const { public: published, privateKey } = generateKeyPair('RS256');
  const clientId = formatClientId(courseId, demoId(tenant.code, 'tool:lti client'));
  const lti = {
    ...external.lti,
    clientId,
    deploymentId: demoId(tenant.code, 'tool:lti deployment'),
    keySetUrl: undefined,
    keys: [{ ...published, kid: 'demo' }],
  };
  await commit([update(externalCourseKey(tenant, courseId), { set: { lti } })]);
  return { clientId, privateKey };
}
