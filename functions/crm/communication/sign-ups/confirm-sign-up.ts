// POST /api/v1/SignUps/{tenantCode}/Confirmations/{token}
import type { Change } from '../../../../shared/data/changes.ts';
import { addMembers, findMembers } from '../../../../shared/directory/lists/mailing-list-members.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { write } from '../../../../shared/http/reply.ts';
import { type Agreement, uniteAgreements } from '../../../../shared/mail-consent/agreement.ts';
import { loadAddress, loadConsent, saveAddress, saveConsent } from '../../../../shared/mail-consent/store.ts';
import { getBrand } from '../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { peopleWithEmail } from '../../people/presentation/with-email.ts';
import { insertPerson } from '../../people/write-person.ts';
import { confirmSignUp } from './contract.ts';
import { type FoundSignUp, findSignUp } from './find-sign-up.ts';
import { describeConsent, liftRefusals } from './sign-up.ts';
import { describeConfirmation } from './sign-up-page.ts';

/** The active person with the address: of several who share it, the one of this name, or else the first. */
async function findPerson({ tenant, signUp }: FoundSignUp): Promise<PersonItem | undefined> {
  const people = (await peopleWithEmail(tenant, signUp.email)).filter(({ isActive }) => isActive !== false);
  const fold = (first: string | undefined, last: string | undefined) =>
    `${first ?? ''} ${last ?? ''}`.toLowerCase();
  const sought = fold(signUp.firstName, signUp.lastName);
  return people.find(({ firstName, lastName }) => fold(firstName, lastName) === sought) ?? people[0];
}

interface Moment {
  readonly receivedAt: Date;
  readonly newId: () => string;
}

/** The person who signed up, and the changes that create one who is not known. */
async function takePerson(
  found: FoundSignUp,
  { receivedAt, newId }: Moment,
): Promise<{ readonly id: string; readonly changes: readonly Change[] }> {
  const known = await findPerson(found);
  if (known) return { id: known.id, changes: [] };
  const { tenant, settings, signUp } = found;
  const { firstName, lastName, email } = signUp;
  const { person, changes } = await insertPerson(
    { tenant, newId, now: tenantTime(settings, receivedAt) },
    { firstName, lastName, email },
    { isComplete: false },
  );
  return { id: person.id, changes };
}

export const handler = pageLambda(confirmSignUp, async ({ params, platform, receivedAt, newId, request }) => {
  const found = await findSignUp(platform, params, receivedAt);
  if (!found) return renderPage(unknownLinkPage);
  const { tenant, settings, signUp, lists } = found;
  const done = renderPage(describeConfirmation(settings.name, lists, true), getBrand(settings));
  const address = await loadAddress(tenant, signUp.email);
  const { requestedDate } = signUp;
  if (address.agreed?.some((each) => each.by === 'sign-up' && each.requestedDate === requestedDate))
    return done;
  const now = tenantTime(settings, receivedAt);
  const { id, changes } = await takePerson(found, { receivedAt, newId });
  const [consent, places] = await Promise.all([
    loadConsent(tenant, id),
    Promise.all(lists.map((list) => findMembers(tenant, list.id, [id]))),
  ]);
  const agreement: Agreement = {
    ...{ date: now.toISOString(), by: 'sign-up', requestedDate, ip: request.address },
    ...{ text: describeConsent(settings.name, lists), listIds: lists.map((list) => list.id) },
    ...(signUp.origin !== '' && { origin: signUp.origin }),
  };
  const joined = lists.filter((_, index) => places[index]?.[0] === undefined);
  return write(
    [
      ...changes,
      ...joined.flatMap((list) => addMembers(tenant, list.id, [id], now)),
      saveConsent(tenant, consent, {
        ...liftRefusals(consent, signUp),
        agreed: uniteAgreements(consent.agreed, [agreement]),
      }),
      saveAddress(tenant, address, {
        ...liftRefusals(address, signUp),
        agreed: uniteAgreements(address.agreed, [agreement]),
      }),
    ],
    done,
  );
});
