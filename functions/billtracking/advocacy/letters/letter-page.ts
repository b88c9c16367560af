// What the page says on which a person sends a letter.
import { findOfficePhone } from '../../../../shared/advocacy/merge-values.ts';
import { getChamberName, getOfficialTitle } from '../../../../shared/advocacy/officials.ts';
import { buildLetter, buildSalutation, MAX_LETTER_LENGTH } from '../../../../shared/campaigns/letter.ts';
import type { CampaignLetterItem } from '../../../../shared/directory/officials/campaign-participation.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { type PageContent, unknownLinkPage } from '../../../../shared/pages/page.ts';
import type { Addressee, LetterState } from './load-letter.ts';

type ReadyLetter = Extract<LetterState, { readonly kind: 'ready' }>;
type SentLetter = Extract<LetterState, { readonly kind: 'done' }>;

/** Where people of the United States find their officials. */
const findOfficials = {
  text: 'Find your elected officials on USA.gov',
  url: 'https://www.usa.gov/elected-officials',
} as const;

const listItem = (name: string, lines: readonly string[]): string =>
  `<li><span dir="auto">${escapeHtml(name)}</span>${lines.map((line) => `<small>${line}</small>`).join('')}</li>`;

const describeOffice = ({ official: { office } }: Addressee): string => {
  const chamber = getChamberName(office);
  return [chamber, office.district && `district ${office.district}`, office.state].filter(Boolean).join(', ');
};

/** How else an office is reached: its telephone and its web form. */
function describeContacts({ official, form }: Addressee): string {
  const phone = findOfficePhone(official);
  const ways = [
    phone && `call <a href="tel:${escapeHtml(phone.replace(/[^\d+]/g, ''))}">${escapeHtml(phone)}</a>`,
    form && `use <a href="${escapeHtml(form)}" rel="noreferrer" target="_blank">the form of the office</a>`,
  ].filter(Boolean);
  const how = ways.length > 0 ? `; you can ${ways.join(' or ')}` : '';
  return `We have no mail address of this office${how}.`;
}

const nameOfficial = ({ official: { person, office } }: Addressee): string =>
  `${getOfficialTitle(office)} ${displayName(person)}`;

const listAddressees = (
  addressees: readonly Addressee[],
  describe: (addressee: Addressee) => readonly string[],
) => `<ul>${addressees.map((each) => listItem(nameOfficial(each), describe(each))).join('')}</ul>`;

/** The letter with its form. @param problem what is wrong with the text that was sent */
export function describeReady(
  { addressees, person, texts, constants }: ReadyLetter,
  sent?: { readonly body: string; readonly problem: string },
): PageContent {
  const { subject, body, signature } = buildLetter(texts.letter, person, constants);
  const text = sent?.body ?? body;
  const mailed = addressees.filter(({ email }) => email !== undefined).length;
  const isReachable = mailed > 0;
  const hasForm = addressees.some(({ form }) => form !== undefined);
  const letter = texts.letter.isEditable
    ? `<label class="above" for="body">Your letter</label><textarea id="body" name="body" maxlength="${MAX_LETTER_LENGTH}" required dir="auto"${sent ? ' aria-invalid="true" aria-describedby="problem"' : ''}>\n${escapeHtml(text)}</textarea>`
    : `<h2>Your letter</h2><p class="letter" dir="auto">${escapeHtml(text)}</p>`;
  return {
    title: subject,
    text: isReachable
      ? `${describeReach(mailed, addressees.length, hasForm)} ${texts.letter.isEditable ? 'You can change it: offices read most carefully what people write in their own words.' : ''}`.trim()
      : `We have no mail address of your officials. Here is the letter, and how you reach their offices.${hasForm ? ' The next page has it for you to copy into their forms.' : ''}`,
    details: `${sent ? `<p class="problem" id="problem" role="alert">${escapeHtml(sent.problem)}</p>` : ''}${listAddressees(
      addressees,
      (each) => [
        escapeHtml(describeOffice(each)),
        escapeHtml(`“${buildSalutation(texts.letter, person, each.official, constants)}”`),
        ...(each.email === undefined ? [describeContacts(each)] : []),
      ],
    )}`,
    fields: `${letter}<p class="signature" dir="auto">${escapeHtml(signature)}</p><p><small>Your name and address are added, so that the office knows that you live in its district. Answers come to your mail address.</small></p>`,
    button: describeButton(isReachable, hasForm),
  };
}

/** To how many officials the letter is mailed, and what becomes of it for the others. */
function describeReach(mailed: number, all: number, hasForm: boolean): string {
  if (mailed === all) return `Your letter goes to ${all === 1 ? 'this official' : `these ${all} officials`}.`;
  const others = hasForm ? ' The next page has it for you to copy into the forms of the others.' : '';
  return `We mail your letter to ${mailed} of these ${all} officials.${others}`;
}

/** What the button does: it mails the letter, hands it over for the forms of offices, or notes what was done. */
function describeButton(isReachable: boolean, hasForm: boolean): string {
  if (isReachable) return 'Send the letter';
  return hasForm ? 'Get the letter for the form' : 'I have contacted them';
}

/** The whole letter to one official. @param body as its writer has left it */
export function buildLetterText(
  { texts, person, constants }: Pick<ReadyLetter, 'texts' | 'person' | 'constants'>,
  official: Addressee['official'],
  body: string,
): string {
  const { signature } = buildLetter(texts.letter, person, constants);
  const salutation = buildSalutation(texts.letter, person, official, constants);
  return [salutation, body, signature].filter(Boolean).join('\n\n');
}

/** The web form of an office, with the letter to paste into it. */
function renderHandover(state: SentLetter, addressee: Addressee, body: string): readonly string[] {
  const id = `letter-${addressee.official.person.id}`;
  const text = buildLetterText(state, addressee.official, body);
  return [
    `This office takes letters by <a href="${escapeHtml(addressee.form ?? '')}" rel="noreferrer" target="_blank">its own form</a>.`,
    `<label class="above" for="${id}">Copy this text into the form</label><textarea id="${id}" readonly dir="auto">\n${escapeHtml(text)}</textarea>`,
  ];
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const letterTexts = {
  sent: 'Your letter is on its way.',
  recorded: 'Your letter was recorded.',
} as const;

function describeOutcome(isSent: boolean, isHandedOver: boolean): string {
  if (isSent) return 'Thank you: your letter is on its way';
  return isHandedOver ? 'One step is left: paste your letter' : 'Thank you for taking part';
}

function describeNextStep(isSent: boolean, isHandedOver: boolean): string {
  const answers = 'Answers of the offices come to your mail address.';
  if (isSent && isHandedOver)
    return `Some offices take letters only by their own form: copy the text below into it. ${answers}`;
  if (isSent) return `You need not do anything else. ${answers}`;
  return isHandedOver
    ? 'We cannot send it for you: copy the text below into the form of each office.'
    : 'We have noted that you contacted your officials.';
}

/** What became of the letters. @param own the text that was sent just now; undefined when the person comes back */
export function describeDone(state: SentLetter, own: string | undefined): PageContent {
  const { addressees, letters, participation, texts, person, constants } = state;
  const isNew = own !== undefined;
  // What people change is mailed and never stored: who comes back finds the letter as the campaign has it.
  const body = own ?? buildLetter(texts.letter, person, constants).body;
  const statusOf = new Map(letters.map((each: CampaignLetterItem) => [each.officialId, each.status]));
  const known = addressees.filter(({ official }) => statusOf.has(official.person.id));
  const isSent = letters.some(({ status }) => status === 'sent');
  const isHandedOver = known.some(
    ({ official, form }) => form && statusOf.get(official.person.id) === 'handedOver',
  );
  const day = longDate.format(new Date(participation.day));
  const title = describeOutcome(isSent, isHandedOver);
  const text = describeNextStep(isSent, isHandedOver);
  return {
    title: isNew ? title : 'You have taken part already',
    text: isNew
      ? text
      : `${isSent ? `Your letter was sent on ${day}` : `It was noted on ${day}`}. Each person takes part once in a campaign.${isHandedOver ? ' The letter for the forms of offices is below, as the campaign suggests it.' : ''}`,
    details: listAddressees(known, (each) => {
      const status = statusOf.get(each.official.person.id);
      const office = escapeHtml(describeOffice(each));
      if (status === 'sent' || status === 'recorded') return [office, letterTexts[status]];
      return status === 'handedOver' && each.form
        ? [office, ...renderHandover(state, each, body)]
        : [office, describeContacts(each)];
    }),
  };
}

/** The content of the page. */
export function describeLetter(state: LetterState): PageContent {
  switch (state.kind) {
    case 'unknown':
      return unknownLinkPage;
    case 'over':
      return {
        title: 'This campaign is over',
        text: 'No more letters are sent. Thank you for wanting to take part.',
      };
    case 'not-begun':
      return {
        title: 'This campaign has not begun',
        text: `Come back on ${state.campaign.startDate} or later; this link works then.`,
      };
    case 'too-many':
      return {
        title: 'That is enough for today',
        text: 'You have sent many letters within a day. Come back tomorrow; this link still works then.',
      };
    case 'no-district':
      return {
        title: 'We do not know your district yet',
        text: `So we cannot tell who represents you. Answer the mail that brought you here with your home address, or call the office of ${state.settings.name}: once your district is in your record, this link shows your letter. You can also write to your officials yourself.`,
        link: findOfficials,
      };
    case 'done':
      return describeDone(state, undefined);
    case 'ready':
      return describeReady(state);
  }
}
