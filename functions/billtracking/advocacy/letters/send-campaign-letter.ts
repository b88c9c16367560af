// POST /api/1.0/Advocacy/Champaign/{id}/letter/{tenantCode}/{token}
import { buildLetter, MAX_LETTER_LENGTH } from '../../../../shared/campaigns/letter.ts';
import {
  insertParticipation,
  type LetterStatus,
} from '../../../../shared/directory/officials/campaign-participation.ts';
import { displayName, listEmails } from '../../../../shared/directory/people/person.ts';
import { write } from '../../../../shared/http/reply.ts';
import { type Mail, putMail } from '../../../../shared/mail/outbox.ts';
import { normalizeFormText } from '../../../../shared/pages/form-text.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { buildParticipation } from '../participation/participation.ts';
import { sendCampaignLetter } from './contract.ts';
import { buildLetterText, describeDone, describeLetter, describeReady } from './letter-page.ts';
import { type Addressee, type LetterState, loadLetter } from './load-letter.ts';

type ReadyLetter = Extract<LetterState, { readonly kind: 'ready' }>;

/** What is wrong with the text of a letter; undefined where nothing is. */
export const findProblem = (body: string): string | undefined => {
  if (body === '') return 'The letter is empty: write a sentence or two.';
  return body.length > MAX_LETTER_LENGTH
    ? `The letter has ${body.length} characters; it may have ${MAX_LETTER_LENGTH} at most.`
    : undefined;
};

/** What becomes of the letter to an official. */
function decideStatus({ email, form }: Addressee): LetterStatus {
  if (email !== undefined) return 'sent';
  return form === undefined ? 'undeliverable' : 'handedOver';
}

/** The mails to the officials who have an address. */
function buildMails(state: ReadyLetter, body: string): Mail[] {
  const { campaign, addressees, person, texts, constants } = state;
  const { subject } = buildLetter(texts.letter, person, constants);
  const replyTo = listEmails(person)[0]?.value;
  return addressees.flatMap(({ official, email }) => {
    if (email === undefined) return [];
    const text = `${buildLetterText(state, official, body)}\n`;
    const letter = { campaignId: campaign.id, personId: person.id, officialId: official.person.id };
    return [{ to: email, subject, text, fromName: displayName(person), ...(replyTo && { replyTo }), letter }];
  });
}

export const handler = pageLambda(
  sendCampaignLetter,
  async ({ params, body: form, platform, receivedAt, newId }) => {
    const state = await loadLetter(platform, params, receivedAt);
    if (state.kind !== 'ready')
      return renderPage(describeLetter(state), state.kind === 'unknown' ? '' : state.settings.name);
    const { tenant, settings, campaign, texts, person, addressees, constants, now } = state;
    const own = texts.letter.isEditable && form.body !== undefined ? normalizeFormText(form.body) : undefined;
    const body = own ?? buildLetter(texts.letter, person, constants).body;
    const problem = findProblem(body);
    if (problem) return renderPage(describeReady(state, { body, problem }), settings.name);
    const { participation, letters } = buildParticipation(
      { campaign, person, source: 'page', now, timeZone: settings.timeZone },
      addressees.map((addressee) => ({
        officialId: addressee.official.person.id,
        status: decideStatus(addressee),
      })),
    );
    return write(
      [
        ...(await insertParticipation(tenant, participation, letters)),
        ...buildMails(state, body).map((mail) => putMail(tenant, newId(), mail, receivedAt)),
      ],
      renderPage(describeDone({ ...state, kind: 'done', participation, letters }, body), settings.name),
    );
  },
);
