// Confirms, in the transaction of every change to the platform, that the caller still is one of its administrators: of
// two who end each other's access at the same moment, only the first succeeds.
import { recheckAdmissions } from '../auth/access/access.ts';
import { subjectKey } from '../auth/accounts/records.ts';
import { isTenantScoped } from '../auth/permissions/access-requirement.ts';
import { platformRole } from '../auth/permissions/permissions.ts';
import { addCondition, affectsKey, type Change, type Condition, check } from '../data/changes.ts';
import { Failure } from '../errors/failure.ts';
import type { EndpointConfig } from './endpoint.ts';
import type { RequestState } from './middleware/request-state.ts';
import type { Reply, Write } from './reply.ts';

type Decide = () => Promise<Reply | Write>;

/** The subject has access, administers the platform, and has not had tokens of this moment (epoch seconds) revoked. */
const ifAdministrator = (issuedAt: number): Condition => ({
  expression:
    '#callerDisabled = :callerDisabled AND #callerRevokedBefore <= :callerIssuedAt AND ' +
    '(contains(#callerRoles, :callerRole) OR contains(#callerPermissions, :callerPermission))',
  names: {
    '#callerDisabled': 'disabled',
    '#callerRevokedBefore': 'revokedBefore',
    '#callerRoles': 'roles',
    '#callerPermissions': 'permissions',
  },
  values: {
    ':callerDisabled': false,
    ':callerIssuedAt': issuedAt,
    ':callerRole': platformRole,
    ':callerPermission': 'platform.admin',
  },
});

/**
 * The rule of an endpoint, whose changes are committed only while the caller administers the platform; unchanged for
 * endpoints that need another permission. When the commit fails, the retry checks the caller's access first.
 */
export function confirmAdministrator(
  contract: EndpointConfig,
  { admission, receivedAt }: Pick<RequestState, 'admission' | 'receivedAt'>,
  decide: Decide,
): Decide {
  const { access } = contract;
  const isAdministration = isTenantScoped(access) && access.permission === 'platform.admin';
  if (!isAdministration || !admission || admission.caller.kind === 'anonymous') return decide;
  const { tenant, caller } = admission;
  const { claims } = caller;
  const key = subjectKey(tenant, caller.subject);
  const condition = ifAdministrator(claims.iat);
  const confirm = (changes: readonly Change[]): Change[] =>
    changes.some((change) => affectsKey(change, key))
      ? changes.map((change) => (affectsKey(change, key) ? addCondition(change, condition) : change))
      : [...changes, check(key, condition, 'retry')];
  let isRetry = false;
  return async () => {
    const [checked] = isRetry ? await recheckAdmissions(contract, tenant, [claims], receivedAt) : [];
    if (checked instanceof Failure) throw checked;
    isRetry = true;
    const result = await decide();
    return result.kind === 'write' && result.changes.length > 0
      ? { ...result, changes: confirm(result.changes) }
      : result;
  };
}
