// Reads, writes and presents the organization of a request.
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  listOrganizationEmails,
  listOrganizationPhones,
  OrganizationContent,
  presentOrganization,
} from '../../../shared/directory/organizations/organization.ts';
import {
  type OrganizationItem,
  organizationKey,
  organizationsById,
} from '../../../shared/directory/organizations/organization-store.ts';
import type { CustomFieldItem } from '../../../shared/directory/record/custom-field.ts';
import { nextVersion, pickContent } from '../../../shared/directory/record/stored.ts';
import { organizationMerges } from '../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../shared/directory/record-merge/merge-record.ts';
import { checkParent } from '../../../shared/directory/record-merge/organization-tree.ts';
import { organizations } from '../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../shared/directory/writing/record-changes.ts';
import {
  allValid,
  type ErrorDetail,
  Failure,
  notFound,
  throwIfInvalid,
} from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { checkContacts, toContactFields } from '../fields/contact-fields.ts';
import { toAddresses } from '../fields/contact-schemas.ts';
import { applyCustomValues, listOrganizationValues, loadFields } from '../fields/custom-values.ts';
import { applyFields, omitBlank } from '../fields/fields.ts';
import type { OrganizationInput } from './schemas.ts';

/** The parts of a request's context that writing an organization needs. */
interface WriteContext {
  readonly tenant: TenantStore;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** How a request changes an organization. */
interface OrganizationUpdate {
  readonly isWhole: boolean;
  readonly fields: readonly CustomFieldItem[];
}

/** The fields of an organization that requests name, as they are stored. */
const NAMES = Object.keys(OrganizationContent.shape).filter(
  (name) => !['customFields', 'isActive'].includes(name),
);

/**
 * The organization with this id, as it is now.
 * @throws Failure 404
 */
export async function requireOrganization(tenant: TenantStore, id: string): Promise<OrganizationItem> {
  const organization = await tenant.get(organizationKey(tenant, id.toLowerCase()), { consistent: true });
  if (!organization) throw await noOrganization(tenant, id);
  return organization;
}

/** The failure for an id without an organization, which names the organization that a merged one became. */
export async function noOrganization(tenant: TenantStore, id: string, target = 'id'): Promise<Failure> {
  const survivor = await survivorById(tenant, organizationMerges, id.toLowerCase());
  if (!survivor) return notFound('organization', id, target);
  const message = `There is no organization with the id ${id} any more: it was merged into ${survivor.id}.`;
  return new Failure('RESOURCE_NOT_FOUND', message, { target });
}

const EMAIL_FIELDS = { main: 'email', list: 'emails' } as const;
const PHONE_FIELDS = { main: 'phone', list: 'phones' } as const;

/** What a request makes of an organization, and what is wrong with the values of its custom fields. */
interface AppliedInput {
  readonly content: OrganizationContent;
  readonly faults: readonly ErrorDetail[];
}

/** The stored content with what a request says. */
async function applyInput(
  stored: OrganizationContent,
  { type, customFields, ...input }: Partial<OrganizationInput>,
  { tenant, newId }: WriteContext,
  { isWhole, fields }: OrganizationUpdate,
): Promise<AppliedInput> {
  const sent = {
    ...input,
    ...(type !== undefined && { organizationType: type }),
    ...toContactFields(stored, input, EMAIL_FIELDS, listOrganizationEmails(stored)),
    ...toContactFields(stored, input, PHONE_FIELDS, listOrganizationPhones(stored)),
    ...(input.addresses && { addresses: toAddresses(input.addresses, newId) }),
    ...(input.links && { links: input.links.map(omitBlank) }),
  };
  const ids = listOrganizationValues(customFields, fields);
  const referred = ids.length === 0 ? [] : await organizationsById(tenant, ids);
  const { values, faults } = applyCustomValues(customFields, {
    stored: stored.customFields,
    ...{ fields, isWhole, isComplete: true },
    organizations: new Set(referred.flatMap((organization) => organization?.id ?? [])),
  });
  const { customFields: _, ...content } = applyFields(stored, sent, NAMES, { isWhole });
  return {
    content: values === undefined ? content : { ...content, customFields: values },
    faults: [
      ...checkContacts(stored, input, EMAIL_FIELDS),
      ...checkContacts(stored, input, PHONE_FIELDS),
      ...faults,
    ],
  };
}

const refuseFaults = async (faults: readonly ErrorDetail[]): Promise<void> => throwIfInvalid(faults);

/** A new organization, which is not stored yet, and what guards its place. */
export async function buildOrganization(context: WriteContext, input: OrganizationInput) {
  const { tenant, now, receivedAt, newId } = context;
  const fields = await loadFields(tenant, 'organizations', [], true);
  const { content, faults } = await applyInput({ name: '' }, input, context, { isWhole: true, fields });
  const organization = nextVersion('organization', newId(), content, undefined, now);
  const [guards] = await allValid([checkParent(tenant, organization, receivedAt), refuseFaults(faults)]);
  return { organization, fields, guards };
}

/** A new organization, and the changes that write it. */
export async function insertOrganization(context: WriteContext, input: OrganizationInput) {
  const { organization, fields, guards } = await buildOrganization(context, input);
  const writes = [{ before: undefined, after: organization }];
  const changes = [...guards, ...(await buildRecordChanges(context.tenant, organizations, writes))];
  return { organization, fields, changes };
}

/** Changes an organization by what a request says. */
export async function updateByInput(
  context: WriteContext,
  id: string,
  input: Partial<OrganizationInput>,
  { isWhole }: { readonly isWhole: boolean },
) {
  const before = await requireOrganization(context.tenant, id);
  const isNeeded = isWhole || input.customFields !== undefined;
  const fields = await loadFields(context.tenant, 'organizations', [before], isNeeded);
  const stored = pickContent(OrganizationContent, before);
  const applied = await applyInput(stored, input, context, { isWhole, fields });
  return replaceOrganization(context, before, applied, fields);
}

/** Content to write, with the changes that guard its place in the tree. */
interface PreparedContent {
  readonly content: OrganizationContent;
  readonly guards: readonly Change[];
}

/**
 * The content of an organization as it may be written.
 * @throws Failure with everything that is wrong with it, the place in the tree included
 */
export async function prepareContent(
  { tenant, receivedAt }: WriteContext,
  before: OrganizationItem,
  { content, faults }: AppliedInput,
): Promise<PreparedContent> {
  const isMoved = content.parentId !== before.parentId;
  const [guards] = await allValid([
    isMoved ? checkParent(tenant, { ...content, id: before.id }, receivedAt) : Promise.resolve([]),
    refuseFaults(faults),
  ]);
  return { content, guards };
}

/** The content of an organization with the fields that a request sends. */
export async function prepareInput(
  context: WriteContext,
  before: OrganizationItem,
  input: Partial<OrganizationInput>,
): Promise<PreparedContent> {
  const fields = await loadFields(
    context.tenant,
    'organizations',
    [before],
    input.customFields !== undefined,
  );
  const stored = pickContent(OrganizationContent, before);
  return prepareContent(
    context,
    before,
    await applyInput(stored, input, context, { isWhole: false, fields }),
  );
}

/** Replaces the content of an organization and answers with the result. */
export async function replaceOrganization(
  context: WriteContext,
  before: OrganizationItem,
  applied: AppliedInput,
  known?: readonly CustomFieldItem[],
) {
  const { tenant, now, ifMatch } = context;
  const { content, guards } = await prepareContent(context, before, applied);
  const after = nextVersion('organization', before.id, content, before, now);
  const changes = [
    ...guards,
    ...(await buildRecordChanges(tenant, organizations, [{ before, after }], ifMatch)),
  ];
  const fields = known ?? (await loadFields(tenant, 'organizations', [after]));
  return write(changes, ok(presentFor(context, after, fields), { version: after.version, isComposed: true }));
}

/** The organization in the interface's form. */
export const presentFor = (
  { tenant }: Pick<WriteContext, 'tenant'>,
  organization: OrganizationItem,
  fields: readonly CustomFieldItem[],
) => presentOrganization(organization, { tenantCode: tenant.code, fields });

/** Organizations in the interface's form. One query, none where none has a value of a custom field. */
export async function presentOrganizations(
  context: Pick<WriteContext, 'tenant'>,
  found: readonly OrganizationItem[],
) {
  const fields = await loadFields(context.tenant, 'organizations', found);
  return found.map((organization) => presentFor(context, organization, fields));
}
