// POST /api/1.0/Advocacy/Champaign/preview

import {
  describeOfficial,
  describeRecipient,
  describeSender,
} from '../../../../shared/advocacy/merge-values.ts';
import { getOfficialTitle, type Official } from '../../../../shared/advocacy/officials.ts';
import { createRepresentativeFinder } from '../../../../shared/advocacy/representatives.ts';
import { type EmailViewer, seesEmails } from '../../../../shared/auth/access/email-visibility.ts';
import { readAudience } from '../../../../shared/broadcasts/audience.ts';
import { buildLetter, buildSalutation } from '../../../../shared/campaigns/letter.ts';
import { displayName, isActivePerson, listEmails } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { successReply } from '../../envelopes.ts';
import { templateById } from '../store.ts';
import { type CampaignAudienceInput, MAX_PREVIEWED, previewCampaign } from './contract.ts';
import { buildOutreach, checkOutreach, requireTemplate } from './outreach.ts';

type AudienceContext = Parameters<typeof readAudience>[0];

/** The first people of an audience, each once, and whether they are all. */
async function loadPeople(context: AudienceContext, audience: CampaignAudienceInput) {
  const { personIds, ...sources } = audience;
  const filterBody = audience.filterBody ?? undefined;
  const invitees = personIds.length > 0 ? { personIds } : undefined;
  const ids = new Set<string>();
  let [source, sourceCount, after] = [0, 1, undefined as string | undefined];
  while (source < sourceCount && ids.size < MAX_PREVIEWED) {
    const page = await readAudience(context, { ...sources, filterBody, invitees }, source, after);
    for (const id of page.personIds) ids.add(id);
    [sourceCount, after] = [page.sources, page.next];
    if (after === undefined) source += 1;
  }
  const isComplete = source >= sourceCount && ids.size <= MAX_PREVIEWED;
  const people = await peopleById(context.tenant, [...ids].slice(0, MAX_PREVIEWED));
  return { isComplete, people: people.filter((person) => person !== undefined) };
}

const hasEmail = (person: PersonItem): boolean => listEmails(person).length > 0;

/** The person as the example shows them: without the street, and the address only to who may see it. */
function hideContacts(viewer: EmailViewer, person: PersonItem): PersonItem {
  const addresses = person.addresses?.map(({ street: _street, street2: _street2, ...place }) => place);
  const shown = { ...person, addresses };
  return seesEmails(viewer)
    ? shown
    : { ...shown, email: undefined, secondaryEmail: undefined, emails: undefined };
}

/** Links that lead nowhere. */
const links = {
  letter: 'https://association.example/letter',
  unsubscribe: 'https://association.example/unsubscribe',
  preferences: 'https://association.example/preferences',
};

export const handler = lambda(previewCampaign, async (context) => {
  const { body, tenant, settings, caller, now } = context;
  const found = await templateById(tenant, body.templateId);
  const references = await checkOutreach(context, found, body.audience, body.officials ?? undefined);
  const template = requireTemplate(found, body.templateId, references.errors);
  const { outreach, texts } = buildOutreach(template, body.audience, references);
  const today = toLocalDate(settings.timeZone, now);
  const { people, isComplete } = await loadPeople({ tenant, settings, now }, body.audience);
  const active = people.filter((person) => isActivePerson(person, today));
  const finder = createRepresentativeFinder(tenant, outreach.officials, today);
  const addressed: { readonly person: PersonItem; readonly officials: readonly Official[] }[] = [];
  for (const person of active) {
    const officials = await finder.find(person);
    if (officials.length > 0) addressed.push({ person, officials });
  }
  const officials = new Map(
    addressed.flatMap((each) => each.officials).map((each) => [each.person.id, each]),
  );
  const figures = {
    ...{ people: active.length, isComplete, withEmail: active.filter(hasEmail).length },
    withDistrict: addressed.length,
    letters: addressed.reduce((sum, each) => sum + each.officials.length, 0),
    officials: officials.size,
    officialsWithEmail: [...officials.values()].filter(({ person }) => hasEmail(person)).length,
  };
  const [first] = addressed;
  if (!first) return successReply({ figures }, 'Nobody in the audience has officials to write to.');
  const senderId = caller.kind === 'anonymous' ? undefined : caller.personId;
  const [sender] = senderId === undefined ? [] : await peopleById(tenant, [senderId]);
  const constants = { ...texts.constants, ...describeSender(sender, settings.name) };
  const [official] = first.officials;
  const shown = hideContacts(context, first.person);
  const values = {
    ...{ ...constants, ...describeRecipient(shown) },
    ...(official && describeOfficial(official)),
  };
  const { renderInvitation } = await import('../../../../shared/campaigns/invitation-mail.ts');
  const example = {
    ...{ personId: first.person.id, name: displayName(first.person) },
    invitation: renderInvitation(texts.invitation, values, settings.name, links),
    letter: buildLetter(texts.letter, shown, constants),
    officials: first.officials.map((each) => ({
      ...{ personId: each.person.id, name: displayName(each.person), title: getOfficialTitle(each.office) },
      salutation: buildSalutation(texts.letter, first.person, each, constants),
      isReachable: hasEmail(each.person),
    })),
  };
  return successReply(
    { figures, example },
    `${figures.people} ${figures.people === 1 ? 'person' : 'people'} would be invited.`,
  );
});
