// Reads, writes and presents the committee of a request.
import type { TenantStore } from '../../../shared/data/store.ts';
import { CommitteeContent, presentCommittee } from '../../../shared/directory/committees/committee.ts';
import { type CommitteeItem, committeeKey } from '../../../shared/directory/committees/committee-store.ts';
import { organizationKey } from '../../../shared/directory/organizations/organization-store.ts';
import { nextVersion, pickContent } from '../../../shared/directory/record/stored.ts';
import { committees } from '../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../shared/directory/writing/record-changes.ts';
import { allValid, invalid, notFound } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { applyFields, omitBlank } from '../fields/fields.ts';
import { checkCommitteeParent } from './committee-tree.ts';
import { CommitteeFieldsRequest, type CommitteeInput } from './schemas.ts';

/** The parts of a request's context that writing a committee needs. */
interface WriteContext {
  readonly tenant: TenantStore;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** The fields of a committee that requests name; what a legislature's source says beyond them stays. */
const NAMES = Object.keys(CommitteeFieldsRequest.shape);

/**
 * The committee with this id, as it is now.
 * @throws Failure 404
 */
export async function requireCommittee(tenant: TenantStore, id: string): Promise<CommitteeItem> {
  const committee = await tenant.get(committeeKey(tenant, id.toLowerCase()), { consistent: true });
  if (!committee) throw notFound('committee', id, 'committeeId');
  return committee;
}

/** The stored content with what a request says. */
function applyInput(
  stored: CommitteeContent,
  input: Partial<CommitteeInput>,
  isWhole: boolean,
): CommitteeContent {
  const sent = {
    ...input,
    ...(input.links && { links: input.links.map(omitBlank) }),
    ...(input.quorum && { quorum: omitBlank(input.quorum) }),
  };
  return applyFields(stored, sent, NAMES, { isWhole });
}

async function checkOrganization(tenant: TenantStore, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const organization = await tenant.get(organizationKey(tenant, id), { consistent: true });
  if (!organization) throw invalid([unknownId('organization', id, 'organizationId')]);
}

/** Checks the organization and the parent that a request changes. */
async function checkReferences(
  { tenant, receivedAt }: WriteContext,
  before: CommitteeItem | undefined,
  after: CommitteeItem,
) {
  const [parentChanges] = await allValid([
    after.parentId === before?.parentId
      ? Promise.resolve([])
      : checkCommitteeParent(tenant, after, receivedAt),
    checkOrganization(
      tenant,
      after.organizationId === before?.organizationId ? undefined : after.organizationId,
    ),
  ]);
  return parentChanges;
}

/** A new committee of the association, and the changes that write it. */
export async function insertCommittee(context: WriteContext, input: CommitteeInput) {
  const { tenant, now, newId } = context;
  const content = applyInput({ name: '', kind: 'association' }, input, true);
  const committee = nextVersion('committee', newId(), content, undefined, now);
  const changes = [
    ...(await checkReferences(context, undefined, committee)),
    ...(await buildRecordChanges(tenant, committees, [{ before: undefined, after: committee }])),
  ];
  return { committee, changes };
}

/** Changes a committee by what a request says. */
export async function updateByInput(
  context: WriteContext,
  id: string,
  input: Partial<CommitteeInput>,
  { isWhole }: { readonly isWhole: boolean },
) {
  const before = await requireCommittee(context.tenant, id);
  return replaceCommittee(context, before, applyInput(pickContent(CommitteeContent, before), input, isWhole));
}

/** Replaces the content of a committee and answers with the result. */
export async function replaceCommittee(
  context: WriteContext,
  before: CommitteeItem,
  content: CommitteeContent,
) {
  const { tenant, now, ifMatch } = context;
  const after = nextVersion('committee', before.id, content, before, now);
  const changes = [
    ...(await checkReferences(context, before, after)),
    ...(await buildRecordChanges(tenant, committees, [{ before, after }], ifMatch)),
  ];
  return write(changes, ok(presentFor(context, after), { version: after.version }));
}

/** The committee in the interface's form. */
export const presentFor = ({ tenant }: Pick<WriteContext, 'tenant'>, committee: CommitteeItem) =>
  presentCommittee(committee, { tenantCode: tenant.code });
