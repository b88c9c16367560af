// Signs links of notifications of the demo, one of each purpose, without any mail.
import {
  buildLinkToken,
  type LinkPurpose,
} from '../../../../functions/training/notifications/action-link.ts';
import { certificationById } from '../../../../functions/training/records/training-record/certification.ts';
import {
  type RegistrationItem,
  registrationById,
} from '../../../../functions/training/registrations/record/registration.ts';
import { subjectsByName } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';

const YEAR_MILLISECONDS = 365 * 24 * 3600 * 1000;

/** Somebody for whom the current step of an approval waits. */
async function findApprover(
  tenant: TenantStore,
  { approval }: RegistrationItem,
): Promise<string | undefined> {
  const assignee = approval?.assignee;
  if (assignee?.kind !== 'role') return assignee?.personId;
  const users = await tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' });
  return users.find(({ roles, personId }) => personId !== undefined && roles.includes(assignee.role))
    ?.personId;
}

/** The values that examples name; none for a tenant without such records. */
export async function seedLinks(
  tenant: TenantStore,
  values: Readonly<Record<string, string>>,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const {
    offeredRegistrationId,
    pendingRegistrationId,
    registrationId,
    evaluatedRegistrationId,
    certificationId,
  } = values;
  const expires = Math.floor((now.getTime() + YEAR_MILLISECONDS) / 1000);
  const sign = async (purpose: LinkPurpose, recordId: string, personId: string | undefined, bound = 0) =>
    personId === undefined
      ? {}
      : {
          [`${purpose}LinkToken`]: await buildLinkToken(tenant, purpose, {
            ...{ recordId, personId, bound, expires },
          }),
        };
  const [offered, pending, own, evaluated] = await Promise.all(
    [offeredRegistrationId, pendingRegistrationId, registrationId, evaluatedRegistrationId].map((id) =>
      id === undefined ? undefined : registrationById(tenant, id, { consistent: true }),
    ),
  );
  const certification =
    certificationId === undefined ? undefined : await certificationById(tenant, certificationId);
  return {
    ...(offered && (await sign('offer', offered.id, offered.memberId))),
    ...(pending &&
      (await sign(
        ...(['approval', pending.id, await findApprover(tenant, pending)] as const),
        pending.approval?.events.length,
      ))),
    ...(own && (await sign('registration', own.id, own.memberId))),
    ...(evaluated && (await sign('evaluation', evaluated.id, evaluated.memberId))),
    ...(certification && (await sign('certificate', certification.id, certification.personId))),
  };
}
