// Checks tenant-code, bearer token and permission before any of the request's body is read.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Admission, admit, readNamedTenant } from '../../auth/access/access.ts';
import { findStepUp } from '../../auth/access/step-up.ts';
import { subjectKey } from '../../auth/accounts/records.ts';
import type { AccessDeclaration } from '../../auth/permissions/access-requirement.ts';
import { followMerges } from '../../merges/follow-merges.ts';
import { tenantTime } from '../../schedule/tenant-clock.ts';
import type { HttpReply } from '../envelopes/failure-reply.ts';
import { getRequestState } from './request-state.ts';

/** The admission of a caller whose person was merged, or is restored, and whose access does not say so yet. */
async function followCaller(admission: Admission): Promise<Admission> {
  const { tenant, caller } = admission;
  if (!tenant.openMerges || caller.kind === 'anonymous') return admission;
  const { personId } = caller;
  if (!tenant.openMerges.some(({ from, into }) => from === personId || into === personId)) return admission;
  const access = await followMerges(tenant).get(subjectKey(tenant, caller.subject), { consistent: true });
  return { ...admission, caller: { ...caller, personId: access?.personId } };
}

/** @param toUrl the address that callers use for a path of the area, for which a proof of possession must be */
export function access(
  contract: AccessDeclaration,
  toUrl: (path: string) => string,
): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    before: async ({ event }) => {
      const state = getRequestState(event);
      const { headers } = state.request;
      const isNamedByToken = typeof contract.access === 'object' && 'tenantFrom' in contract.access;
      const admission = await admit(
        contract,
        {
          tenantCode:
            headers['tenant-code'] ?? (isNamedByToken ? readNamedTenant(headers.authorization) : undefined),
          authorization: headers.authorization,
          proof: {
            text: headers.dpop,
            method: state.request.method,
            url: toUrl(state.request.path),
          },
        },
        state.now,
        ({ code }, { allowedOrigins }) => {
          state.tenantCode = code;
          state.allowedOrigins = allowedOrigins;
        },
      );
      state.admission = await followCaller(admission);
      // Requests that concern the whole platform use real time, regardless of the clock of the caller's sandbox.
      const isPlatformWide = typeof contract.access === 'object' && 'platform' in contract.access;
      if (!isPlatformWide) state.now = tenantTime(admission.settings, state.now);
    },
    // A rule knows what the caller may do now. What they may do after another sign-in is not denied: the reply requires that sign-in.
    onError: (handled) => {
      const state = getRequestState(handled.event);
      const needed = findStepUp(handled.error, state.admission?.caller, state.receivedAt);
      if (needed) handled.error = needed;
    },
  };
}
