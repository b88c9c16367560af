// Proposes changes of a person, however they were sent.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { PersonContent } from '../../../../shared/directory/people/person.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/record/stored.ts';
import { conflict, invalid, withTargets } from '../../../../shared/errors/failure.ts';
import { loadFields } from '../../fields/custom-values.ts';
import { buildPersonContent } from '../person-input.ts';
import { omitOwnLink } from '../presentation/photo-of-person.ts';
import type { PersonInput } from '../presentation/schemas.ts';
import { requirePerson } from '../write-person.ts';
import { type ChangeRequestItem, listProposedChanges } from './change-request.ts';
import { findLatest } from './store.ts';

interface Proposal {
  readonly personId: string;
  readonly fields: Partial<PersonInput>;
  readonly reason?: string | undefined;
  /** The place of a field in what was sent: `firstName`, `customFields[0].fieldId`, or `` for all of them. */
  readonly toTarget: (field: string) => string;
}

interface ProposalContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * The request, checked as the change itself would be.
 * @throws Failure 400 with everything that is wrong; 403; 404; 409 while another request of the person is pending
 */
export async function buildRequest(
  { tenant, caller, now, newId }: ProposalContext,
  proposal: Proposal,
): Promise<ChangeRequestItem> {
  const personId = proposal.personId.toLowerCase();
  assertMayActFor(caller, personId, 'crm.people.write');
  const [person, latest] = await Promise.all([requirePerson(tenant, personId), findLatest(tenant, personId)]);
  if (latest?.isPending)
    throw conflict(`The request ${latest.requestId} of this person waits for a decision: withdraw it first.`);
  const stored = pickContent<PersonContent>(PersonContent, person);
  const fields = await loadFields(tenant, 'people', [], (proposal.fields.customFields ?? []).length > 0);
  const update = { isWhole: false, isComplete: true, seesEmails: true, newId, fields };
  const sent = omitOwnLink(tenant, stored, proposal.fields);
  await withTargets(buildPersonContent(tenant, stored, proposal.fields, update), proposal.toTarget);
  const changes = listProposedChanges(stored, sent);
  if (changes.length === 0)
    throw invalid([
      {
        code: 'REQUIRED_FIELD',
        target: proposal.toTarget(''),
        message: 'The person has all these values already: send a field that changes.',
      },
    ]);
  const { reason } = proposal;
  const content = {
    personId,
    changes,
    status: 'pending' as const,
    requestedBy: caller.subject,
    ...(reason !== undefined && { reason }),
  };
  return nextVersion('change-request', newId(), content, undefined, now);
}
