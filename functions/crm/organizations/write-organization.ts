// Reads, writes and presents the organization of a request.
import type { TenantStore } from '../../../shared/data/store.ts';
import { organizations } from '../../../shared/directory/collection.ts';
import { OrganizationContent, presentOrganization } from '../../../shared/directory/organization.ts';
import { type OrganizationItem, organizationKey } from '../../../shared/directory/organization-store.ts';
import { checkParent } from '../../../shared/directory/organization-tree.ts';
import { buildRecordChanges } from '../../../shared/directory/record-changes.ts';
import { nextVersion, pickContent } from '../../../shared/directory/stored.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { toAddresses } from '../contact-schemas.ts';
import { applyFields, omitBlank } from '../fields.ts';
import type { OrganizationInput } from './schemas.ts';

/** The parts of a request's context that writing an organization needs. */
interface WriteContext {
  readonly tenant: TenantStore;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** The fields of an organization that requests name, as they are stored. */
const NAMES = Object.keys(OrganizationContent.shape).filter((name) => name !== 'isActive');

/**
 * The organization with this id, as it is now.
 * @throws Failure 404
 */
export async function requireOrganization(tenant: TenantStore, id: string): Promise<OrganizationItem> {
  const organization = await tenant.get(organizationKey(tenant, id.toLowerCase()), { consistent: true });
  if (!organization) throw notFound('organization', id);
  return organization;
}

/** The stored content with what a request says. */
function applyInput(
  stored: OrganizationContent,
  { type, ...input }: Partial<OrganizationInput>,
  { newId }: WriteContext,
  isWhole: boolean,
): OrganizationContent {
  if (!isWhole && input.name === null)
    throw conflict('An organization needs a name: send one, or leave it out.', 'name');
  const sent = {
    ...input,
    ...(type !== undefined && { organizationType: type }),
    ...(input.addresses && { addresses: toAddresses(input.addresses, newId) }),
    ...(input.links && { links: input.links.map(omitBlank) }),
  };
  return applyFields(stored, sent, NAMES, { isWhole });
}

/** A new organization, and the changes that write it. */
export async function insertOrganization(context: WriteContext, input: OrganizationInput) {
  const { tenant, now, receivedAt, newId } = context;
  const content = applyInput({ name: '' }, input, context, true);
  const organization = nextVersion('organization', newId(), content, undefined, now);
  const changes = [
    ...(await checkParent(tenant, organization, receivedAt)),
    ...(await buildRecordChanges(tenant, organizations, [{ before: undefined, after: organization }])),
  ];
  return { organization, changes };
}

/** Changes an organization by what a request says. */
export async function updateByInput(
  context: WriteContext,
  id: string,
  input: Partial<OrganizationInput>,
  { isWhole }: { readonly isWhole: boolean },
) {
  const before = await requireOrganization(context.tenant, id);
  return replaceOrganization(
    context,
    before,
    applyInput(pickContent(OrganizationContent, before), input, context, isWhole),
  );
}

/** Replaces the content of an organization and answers with the result. */
export async function replaceOrganization(
  context: WriteContext,
  before: OrganizationItem,
  content: OrganizationContent,
) {
  const { tenant, now, receivedAt, ifMatch } = context;
  const after = nextVersion('organization', before.id, content, before, now);
  const isMoved = after.parentId !== before.parentId;
  const changes = [
    ...(isMoved ? await checkParent(tenant, after, receivedAt) : []),
    ...(await buildRecordChanges(tenant, organizations, [{ before, after }], ifMatch)),
  ];
  return write(changes, ok(presentFor(context, after), { version: after.version }));
}

/** The organization in the interface's form. */
export const presentFor = ({ tenant }: Pick<WriteContext, 'tenant'>, organization: OrganizationItem) =>
  presentOrganization(organization, { tenantCode: tenant.code });
