// Invitations as decisions: changes to commit, with the mail and the audit.
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { listHeldPermissions } from '../../../shared/auth/access/step-up.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../shared/data/changes.ts';
import { alreadyExists } from '../../../shared/errors/failure.ts';
import { putMail } from '../../../shared/mail/outbox.ts';
import { countInvitation } from '../../../shared/mail/requested-mails.ts';
import { createLinkToken, putLink } from '../account/link.ts';
import { buildTenantInvitationMail, renderTenantMail } from '../account/mails.ts';
import { loadTenantTexts } from '../languages/languages.ts';
import type { Administration } from '../tenant-users/administer.ts';
import { assertMayGrant } from '../tenant-users/tenant-user.ts';
import { assertPeopleExist } from '../users/people.ts';
import { userByName } from '../users/store.ts';
import { buildInvitation, formatBound, type InvitationItem, renewInvitation } from './invitation.ts';
import {
  insertInvitation,
  isInvited,
  removeInvitation,
  replaceInvitation,
  requireInvitation,
} from './store.ts';

interface Decision {
  readonly invitation: InvitationItem;
  readonly changes: readonly Change[];
}

const viewInvitation = ({ email, roles, personId, expires }: InvitationItem) => ({
  ...{ email, roles: [...roles], personId, expires },
});

/** The change that records what became of an invitation in the audit of the tenant. */
export const auditInvitation = (
  { tenant, audit }: Pick<Administration, 'tenant' | 'audit'>,
  before: InvitationItem | undefined,
  after: InvitationItem | undefined,
): Change =>
  auditRecordChange(
    tenant,
    {
      recordType: 'Invitation',
      recordId: (after ?? before)?.id ?? '',
      before: before && viewInvitation(before),
      after: after && viewInvitation(after),
    },
    audit,
  );

/** The link of an invitation, and the mail that has it. */
async function sendInvitation(
  { platform, tenant, audit: { now, newId } }: Administration,
  settings: TenantItem,
  invitation: InvitationItem,
): Promise<Change[]> {
  const token = createLinkToken();
  const bound = formatBound(invitation);
  const texts = await loadTenantTexts(settings);
  const mail = await renderTenantMail(tenant, buildTenantInvitationMail(texts, settings.name, token));
  return [
    putLink(platform, token, { purpose: 'accept-invitation', of: tenant.code, bound }, now),
    putMail(tenant, newId(), { ...mail, to: invitation.email, isAboutAccount: true }, now),
    countInvitation(tenant, invitation.email, now),
  ];
}

/**
 * Invites the owner of an address to the tenant.
 * @throws Failure 400, 403; 409 when the address is invited already, or is that of a user of the tenant; 429
 */
export async function invite(
  administration: Administration,
  input: Pick<InvitationItem, 'email' | 'roles' | 'personId'>,
): Promise<Decision> {
  const { platform, tenant, settings, caller, audit } = administration;
  assertMayGrant(listHeldPermissions(caller), input.roles, settings);
  const [user, isAgain] = await Promise.all([
    userByName(platform, input.email),
    isInvited(tenant, input.email),
  ]);
  if (isAgain) throw alreadyExists('invitation', 'email', input.email);
  // A user of the tenant's directory or provider has no password until an invitation lets them choose one.
  if (user?.tenants.includes(tenant.code) && user.passwordHash !== undefined)
    throw alreadyExists('user', 'email', input.email);
  await assertPeopleExist(platform, [{ ...input, tenantCode: tenant.code }]);
  const invitation = buildInvitation(audit.newId(), input, settings, audit.now);
  return {
    invitation,
    changes: [
      insertInvitation(tenant, invitation),
      ...(await sendInvitation(administration, settings, invitation)),
      auditInvitation(administration, undefined, invitation),
    ],
  };
}

/** Sends an invitation again with another link; the earlier one ends. @throws Failure 403, 404, 429 */
export async function renew(administration: Administration, id: string): Promise<Decision> {
  const { tenant, settings, caller, audit, ifMatch } = administration;
  const before = await requireInvitation(tenant, id);
  assertMayGrant(listHeldPermissions(caller), before.roles, settings);
  const invitation = renewInvitation(before, audit.now);
  return {
    invitation,
    changes: [
      replaceInvitation(tenant, before, invitation, ifMatch),
      ...(await sendInvitation(administration, settings, invitation)),
      auditInvitation(administration, before, invitation),
    ],
  };
}

/** Withdraws an invitation. @throws Failure 404 */
export async function withdraw(administration: Administration, id: string): Promise<readonly Change[]> {
  const { tenant, ifMatch } = administration;
  const before = await requireInvitation(tenant, id);
  return [removeInvitation(tenant, before, ifMatch), auditInvitation(administration, before, undefined)];
}
