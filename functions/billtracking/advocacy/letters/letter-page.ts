// What the page says on which a person sends a letter.
import { findOfficePhone } from '../../../../shared/advocacy/merge-values.ts';
import { getChamberName, getOfficialTitle } from '../../../../shared/advocacy/officials.ts';
import { buildLetter, buildSalutation, MAX_LETTER_LENGTH } from '../../../../shared/campaigns/letter.ts';
import type { CampaignLetterItem } from '../../../../shared/directory/campaign-participation.ts';
import { displayName } from '../../../../shared/directory/person.ts';
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

/** How else an office is reached: its telephone and its pages. */
function describeContacts({ official }: Addressee): string {
  const phone = findOfficePhone(official);
  const page = official.person.links?.find(({ url }) => /^https?:/i.test(url));
  const ways = [
    phone && `call <a href="tel:${escapeHtml(phone.replace(/[^\d+]/g, ''))}">${escapeHtml(phone)}</a>`,
    page && `use <a href="${escapeHtml(page.url)}" rel="noreferrer">the form of the office</a>`,
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
  const isReachable = addressees.some(({ email }) => email !== undefined);
  const letter = texts.letter.isEditable
    ? `<label class="above" for="body">Your letter</label><textarea id="body" name="body" maxlength="${MAX_LETTER_LENGTH}" required dir="auto"${sent ? ' aria-invalid="true" aria-describedby="problem"' : ''}>\n${escapeHtml(text)}</textarea>`
    : `<h2>Your letter</h2><p class="letter" dir="auto">${escapeHtml(text)}</p>`;
  return {
    title: subject,
    text: isReachable
      ? `Your letter goes to ${addressees.length === 1 ? 'this official' : `these ${addressees.length} officials`}. ${texts.letter.isEditable ? 'You can change it: offices read most carefully what people write in their own words.' : ''}`.trim()
      : 'We have no mail address of your officials. Here is the letter, and how you reach their offices.',
    details: `${sent ? `<p class="problem" id="problem" role="alert">${escapeHtml(sent.problem)}</p>` : ''}${listAddressees(
      addressees,
      (each) => [
        escapeHtml(describeOffice(each)),
        escapeHtml(`“${buildSalutation(texts.letter, person, each.official, constants)}”`),
        ...(each.email === undefined ? [describeContacts(each)] : []),
      ],
    )}`,
    fields: `${letter}<p class="signature" dir="auto">${escapeHtml(signature)}</p><p><small>Your name and address are added, so that the office knows that you live in its district. Answers come to your mail address.</small></p>`,
    button: isReachable ? 'Send the letter' : 'I have contacted them',
  };
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const letterTexts = {
  sent: 'Your letter is on its way.',
  recorded: 'Your letter was recorded.',
} as const;

/** What became of the letters. */
export function describeDone(
  { addressees, letters, participation }: SentLetter,
  isNew: boolean,
): PageContent {
  const statusOf = new Map(letters.map((each: CampaignLetterItem) => [each.officialId, each.status]));
  const known = addressees.filter(({ official }) => statusOf.has(official.person.id));
  const isSent = letters.some(({ status }) => status === 'sent');
  const day = longDate.format(new Date(participation.day));
  const title = isSent ? 'Thank you: your letter is on its way' : 'Thank you for taking part';
  const text = isSent
    ? 'You need not do anything else. Answers of the offices come to your mail address.'
    : 'We have noted that you contacted your officials.';
  return {
    title: isNew ? title : 'You have taken part already',
    text: isNew
      ? text
      : `${isSent ? `Your letter was sent on ${day}` : `It was noted on ${day}`}. Everybody takes part once in a campaign.`,
    details: listAddressees(known, (each) => {
      const status = statusOf.get(each.official.person.id);
      return [
        escapeHtml(describeOffice(each)),
        status === 'sent' || status === 'recorded' ? letterTexts[status] : describeContacts(each),
      ];
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
      return describeDone(state, false);
    case 'ready':
      return describeReady(state);
  }
}
