// Presents people with their training.

import { type EmailViewer, showEmail } from '../../../shared/auth/access/email-visibility.ts';
import type { OrganizationItem } from '../../../shared/directory/organizations/organization-store.ts';
import { displayName, isActivePerson } from '../../../shared/directory/people/person.ts';
import type { PresentPicture } from '../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../shared/directory/people/person-store.ts';
import { sumAmounts } from '../../../shared/money/amount.ts';
import type { CertificationItem } from '../records/training-record/certification.ts';
import { computeStatus } from '../records/training-record/certification-status.ts';
import type { CreditItem } from '../records/training-record/training-record.ts';
import { registrantKind } from '../registrant.ts';

/**
 * Presents a person to a caller, with the record of their organization if there is one.
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export const presentPerson = (
  viewer: EmailViewer,
  person: PersonItem,
  organization: OrganizationItem | undefined,
  today: string,
  presentPicture: PresentPicture,
) => ({
  id: person.id,
  name: displayName(person),
  firstName: person.firstName,
  lastName: person.lastName,
  email: showEmail(viewer, person.id, person.email),
  title: person.title,
  imageThumbUrl: presentPicture(person) ?? undefined,
  organizationId: person.organizationId,
  organizationName: organization?.name ?? person.organizationName,
  kind: registrantKind(person, organization, today),
  isActive: isActivePerson(person, today),
});

/**
 * The certifications valid on a day, including those in their grace period, the earliest to expire first.
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export function certificationsInForce(certifications: readonly CertificationItem[], today: string) {
  const end = ({ validThrough }: { readonly validThrough?: string | undefined }) =>
    validThrough ?? '9999-12-31';
  return certifications
    .flatMap((certification) => {
      const standing = computeStatus(certification, today);
      if (standing !== 'Valid' && standing !== 'InGrace') return [];
      const { id, awardId, awardName, certificateNumber, validThrough } = certification;
      return [{ id, awardId, awardName, certificateNumber, validThrough, standing }];
    })
    .sort((a, b) => (end(a) < end(b) ? -1 : end(a) > end(b) ? 1 : 0));
}

/** Totals of credits by type, without voided ones. */
export function creditTotals(credits: readonly CreditItem[]) {
  const counting = credits.filter(({ voidedDate }) => voidedDate === undefined);
  return [...Map.groupBy(counting, ({ creditTypeId }) => creditTypeId)].map(([creditTypeId, same]) => ({
    creditTypeId,
    creditTypeName: same.at(-1)?.creditTypeName ?? '',
    credits: sumAmounts(same.map((credit) => credit.credits)),
  }));
}
