// Loads and validates what a template refers to: an organization or committee, bills and a state.
import type { TenantStore } from '../../../shared/data/store.ts';
import { committeeById } from '../../../shared/directory/committees/committee-store.ts';
import { organizationById } from '../../../shared/directory/organizations/organization-store.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { committeeByNumber } from '../../../shared/legislature/committee-numbers.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { rowsById } from '../bills/record/store.ts';
import { unknownValue, validateStateId } from '../unknown-value.ts';
import type { TemplateInput } from './schemas.ts';
import type { Audience } from './template.ts';

type AudienceInput = NonNullable<TemplateInput['audience']>;

/** The record referred to, or why the reference is invalid. */
type ReferenceResult<T> = { readonly found: T } | { readonly error: ErrorDetail };

const invalidReference = (
  code: ErrorDetail['code'],
  target: string,
  message: string,
): { readonly error: ErrorDetail } => ({
  error: { code, target, message },
});

/** A committee by its id in the directory, or by the integer id of a legislative committee. */
export async function findCommittee(tenant: TenantStore, id: string | number) {
  if (typeof id === 'string' && id.includes('-')) return committeeById(tenant, id);
  const numbered = await committeeByNumber(tenant, Number(id));
  return numbered && { id: numbered.committeeId, name: numbered.name };
}

/** The audience as it is stored, with the name of its organization or committee. At most two reads. */
async function resolveAudience(tenant: TenantStore, sent: AudienceInput): Promise<ReferenceResult<Audience>> {
  if (sent.kind === 'allPeople') return { found: { kind: sent.kind } };
  if (sent.kind === 'organization') {
    const { organizationId } = sent;
    const target = 'audience.organizationId';
    if (!organizationId)
      return invalidReference(
        'REQUIRED_FIELD',
        target,
        `${target} is required for an audience of an organization.`,
      );
    const organization = await organizationById(tenant, organizationId);
    if (!organization)
      return invalidReference(
        'UNKNOWN_VALUE',
        target,
        `There is no organization with the id ${organizationId}.`,
      );
    return { found: { kind: sent.kind, organizationId, name: organization.name } };
  }
  const { committeeId, withUnknownDistrict, kind } = sent;
  const target = 'audience.committeeId';
  if (!committeeId)
    return invalidReference(
      'REQUIRED_FIELD',
      target,
      `${target} is required for an audience of a committee.`,
    );
  const committee = await findCommittee(tenant, committeeId);
  if (!committee)
    return invalidReference('UNKNOWN_VALUE', target, `There is no committee with the id ${committeeId}.`);
  return {
    found: {
      kind,
      committeeId: committee.id,
      name: committee.name,
      ...omitUndefined({ withUnknownDistrict }),
    },
  };
}

/** The audience, if one was sent, and an error for every reference that does not exist. At most three round trips. */
export async function loadReferences(
  tenant: TenantStore,
  { audience, billIds, stateId }: TemplateInput,
): Promise<{ readonly audience: Audience | undefined; readonly errors: readonly ErrorDetail[] }> {
  const [named, bills] = await Promise.all([
    audience ? resolveAudience(tenant, audience) : undefined,
    billIds && billIds.length > 0 ? rowsById(tenant, billIds) : [],
  ]);
  const known = new Set(bills.map(({ id }) => Number(id)));
  return {
    audience: named && 'found' in named ? named.found : undefined,
    errors: [
      ...(billIds ?? []).flatMap((id, index) =>
        known.has(id) ? [] : [unknownValue(`billIds[${index}]`, `There is no bill with the id ${id}.`)],
      ),
      ...validateStateId(stateId ?? undefined),
      ...(named && 'error' in named ? [named.error] : []),
    ],
  };
}
