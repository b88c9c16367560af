// What happens to each type of stored item when a person is erased, and whether it belongs into an export of everything
// about a person (docs/interface/crm.md#erasure). A test writes a person everywhere and finds each type here
// (test/crm/erasure/erasure-map.test.ts).

/** The area that the item belongs to; `platform` is what all areas have, such as files and mails. */
export type DataArea = 'relationships' | 'training' | 'identity' | 'billtracking' | 'platform';

/** How an item is treated that has data of an erased person. */
export type Treatment =
  | { readonly erase: 'remove' }
  /** It stays with another id and without names and addresses; `drop` are free texts about the person, which go. */
  | { readonly erase: 'pseudonymise'; readonly drop?: readonly string[] }
  /** It has no data about people, none that can be read, or none that may be removed; `why` says so. */
  | { readonly erase: 'none'; readonly why: string };

export type DataKind = Treatment & {
  readonly area: DataArea;
  /** What an item is, for reports. */
  readonly what: string;
  /** `whole`: an export has the item. `mention`: the item is about something else, and an export names it only. */
  readonly exported?: 'whole' | 'mention';
  /**
   * What becomes of one that belongs to another user, whom `owner` names by the id of a person or user: it stays without the
   * person, and where `set` says that its content is gone, without that.
   */
  readonly ofOthers?: {
    readonly owner: string;
    readonly drop?: readonly string[];
    readonly set?: Readonly<Record<string, unknown>>;
  };
  /** Why one may have the id or data of a person after the erasure, which does not look for it: reports say so. */
  readonly kept?: string;
  /** The attribute that names the person with whom an item goes that otherwise stays. */
  readonly removedWith?: string;
  /** Attributes that are about the one who acted: they go when that was the person's user. */
  readonly ofAuthor?: readonly string[];
};

const remove = (area: DataArea, what: string, exported?: DataKind['exported']): DataKind => ({
  area,
  what,
  erase: 'remove',
  ...(exported && { exported }),
});
const keep = (
  area: DataArea,
  what: string,
  exported?: DataKind['exported'],
  drop: readonly string[] = [],
): DataKind => ({ area, what, erase: 'pseudonymise', drop, ...(exported && { exported }) });
const none = (area: DataArea, what: string, why: string): DataKind => ({ area, what, erase: 'none', why });
const keepUnread = (area: DataArea, what: string, why: string): DataKind => ({
  ...none(area, what, why),
  kept: why,
});

const relationships = {
  person: remove('relationships', 'the person', 'whole'),
  'person-entry': remove('relationships', 'short entry of the list of people'),
  'favorite-person': remove('relationships', 'mark as a favorite'),
  'group-member': remove('relationships', 'membership of a group', 'whole'),
  'group-exclusion': remove('relationships', 'exclusion from the filter of a group', 'whole'),
  'group-request': remove('relationships', 'request to join a group', 'whole'),
  group: keep('relationships', 'group', 'mention'),
  'group-filter': none('relationships', 'filter of a group', 'names no people'),
  'group-run': none('relationships', 'comparison of people with the filter of a group', 'no people'),
  'group-step': none('relationships', 'step of such a comparison', 'no people'),
  'group-row': none('relationships', 'place of a group in a list', 'no people'),
  'political-relationship': remove('relationships', 'relationship with an official', 'whole'),
  'relationships-guard': remove('relationships', "guard of a person's relationships"),
  'official-contact': {
    ...keep('relationships', 'entry of the contact log of an official', 'whole'),
    removedWith: 'officialId',
  },
  'official-contact-person': remove('relationships', 'part that somebody took in a contact with an official'),
  'engagement-score': remove('relationships', 'score of the ranking of engaged people', 'whole'),
  'engagement-rules': none('relationships', 'rules of the engagement score', 'settings'),
  'engagement-run': none('relationships', 'progress of the ranking', 'only a place in the order by name'),
  'key-contact': remove('relationships', 'row of the list of key contacts'),
  'search-row': remove('relationships', 'row of the search index'),
  'organization-person': remove('relationships', "entry of the organization's people"),
  'official-entry': remove('relationships', 'entry among the officials of a state'),
  'constituent-entry': remove('relationships', 'entry among the people of a district'),
  constituency: none('relationships', 'number of the people of a constituency', 'only numbers'),
  'cross-id': remove('relationships', 'id in another system'),
  'person-merge': remove('relationships', 'merge of a person', 'whole'),
  'person-merge-into': remove('relationships', 'merge of a person, by the remaining one'),
  'merged-records': remove('relationships', 'copies of people that an undo of a merge restores', 'whole'),
  'merge-step': remove('relationships', 'step of a merge'),
  'distinct-people': remove('relationships', 'declaration that two people are not one', 'whole'),
  'change-request': remove('relationships', 'profile change request', 'whole'),
  'latest-change-request': remove('relationships', 'latest profile change request of a person'),
  'batch-row': remove('relationships', 'result of a row of a batch', 'whole'),
  'batch-undo': remove('relationships', 'former content that an undo of a batch restores', 'whole'),
  'batch-claim': remove('relationships', 'key value claimed by a batch'),
  'erased-person': keepUnread(
    'relationships',
    'id of an erased person',
    'only the id and the day, so that no import brings the person back',
  ),
  'person-erasure': keepUnread(
    'relationships',
    'report of an erasure',
    'only the id and numbers once it is done',
  ),
  'mail-consent': remove('relationships', 'what the person has decided about mail', 'whole'),
  'mailing-list-member': remove('relationships', 'membership of a mailing list', 'whole'),
  'mail-address': keep('relationships', 'status of an address with mail systems', 'whole', [
    'address',
    'agreed',
  ]),
  'mailing-list': none('relationships', 'mailing list', 'no people'),
  'mailing-list-size': none('relationships', 'number of members of a mailing list', 'only a number'),
  'mail-sender': none('relationships', 'sender of the mails, and the records of its domain', 'settings'),
  'ses-tenant': none('relationships', 'name of the tenant in Amazon SES', 'no people'),
  'mail-settings': none('relationships', 'postal address and look of the mails', 'settings'),
  'mail-topic': none('relationships', 'topic of broadcasts', 'settings'),
  broadcast: none('relationships', 'broadcast', 'a message to many; who sent it is an id'),
  'broadcast-texts': none('relationships', 'texts of a broadcast', 'no people'),
  'archived-mail': none('relationships', 'mail of the public archive', 'shown to everybody; no people'),
  'archived-mail-page': none('relationships', 'page of the public archive', 'shown to everybody; no people'),
  'broadcast-links': none('relationships', 'links of a broadcast', 'without the values of recipients'),
  'broadcast-figures': none('relationships', 'numbers of a broadcast', 'only numbers'),
  'broadcast-wait': none(
    'relationships',
    'event that a draft waits for',
    'only ids of the draft and of a bill or committee',
  ),
  'broadcast-step': none('relationships', 'step of a broadcast', 'no people'),
  'broadcast-run': none('relationships', 'progress of a broadcast', 'only the place in a list'),
  'broadcast-audience': keepUnread(
    'relationships',
    'count of the audience of a broadcast',
    'numbers and the ids of a sample; expires',
  ),
  'broadcast-audience-run': keepUnread(
    'relationships',
    'progress of the count of an audience',
    'numbers and the ids of a sample; ends with the count',
  ),
  'broadcast-audience-step': none('relationships', 'step of the count of an audience', 'no people'),
  'broadcast-audience-addresses': none(
    'relationships',
    'addresses that a count has met',
    'only the beginnings of hashes',
  ),
  'broadcast-address': keepUnread(
    'relationships',
    'claim on an address by a broadcast',
    'a hash and an id; expires',
  ),
  'broadcast-invitee': remove('relationships', 'person whom a broadcast names', 'whole'),
  'broadcast-recipient': remove('relationships', 'mail of a broadcast to the person', 'whole'),
  'mail-series': none('relationships', 'series of mails', 'steps and delays; who made it is an id'),
  'mail-series-run': none('relationships', 'progress of a change of a series', 'only the place in a list'),
  'mail-series-member': remove('relationships', 'place of the person in a series of mails', 'whole'),
  'message-image': none('relationships', 'picture for messages', 'shown to everybody; no people'),
  'message-image-use': none('relationships', 'use of a picture in a message', 'no people'),
  'message-image-uses': none('relationships', 'guard of the uses of a picture', 'no people'),
  'message-template': none('relationships', 'template of messages', 'no people'),
  'message-template-texts': none('relationships', 'texts of a template', 'no people'),
  membership: keep('relationships', 'membership of a committee', 'whole', ['endReason', 'voidReason']),
  'committee-vacancy': keep('relationships', 'vacancy of a committee', 'mention'),
  committee: keep('relationships', 'committee', 'mention'),
  organization: keep('relationships', 'organization', 'mention'),
  view: {
    ...remove(
      'relationships',
      "saved view of the person's user, or of another one that names the person",
      'whole',
    ),
    ofOthers: { owner: 'owner' },
  },
  'default-view': remove('relationships', "default view of the person's user"),
  batch: none('relationships', 'batch', 'only the request, without its rows'),
  'duplicate-rules': none('relationships', 'rules for duplicates', 'settings'),
  'organization-below': none('relationships', 'entry of an organization below another', 'no people'),
  'organization-merge': none('relationships', 'merge of an organization', 'only ids'),
  'organization-merge-into': none(
    'relationships',
    'merge of an organization, by the remaining one',
    'only ids',
  ),
  'merged-organizations': none(
    'relationships',
    'copies of organizations that an undo of a merge restores',
    'contacts of organizations, for 31 days',
  ),
  'organization-rename': none('relationships', 'mark of a renamed organization', 'no people'),
  'committee-seats': none('relationships', 'guard of the seats of a committee', 'no people'),
  'organization-tree': none('relationships', 'guard of a tree', 'no people'),
  'committee-tree': none('relationships', 'guard of a tree', 'no people'),
  'committee-position': none('relationships', 'position of committees', 'settings'),
  'election-term': none('relationships', 'election term', 'settings'),
  'relationship-type': none('relationships', 'type of relationships', 'settings'),
  region: none('relationships', 'region', 'settings'),
  'people-field': none('relationships', 'custom field', 'settings'),
  'organizations-field': none('relationships', 'custom field', 'settings'),
  'definition-name': none('relationships', 'name of a definition', 'settings'),
  'listed-value': none(
    'relationships',
    'value of a drop-down list',
    'what records have in common; gone within two days of the last record that has it',
  ),
  'values-sweep': none('relationships', 'time of the next sweep of values', 'no people'),
  'organization-people': none('relationships', 'numbers of the people of an organization', 'only numbers'),
  'organization-entry': none('relationships', 'short entry of an organization', 'no people'),
  import: remove('relationships', 'import whose file names the person'),
  'import-run': remove('relationships', 'progress of an import'),
  'import-step': remove('relationships', 'step of an import'),
  'import-page': remove('relationships', 'rows of an imported file'),
  'import-part': remove('relationships', 'part of an imported file'),
  'import-refusals': remove('relationships', 'refused rows of an import'),
  'import-written': remove('relationships', 'outcomes of an import'),
  'import-turn': none('relationships', 'lock of an import', 'no people'),
  export: {
    ...remove('relationships', 'export of a list that the person requested or was in', 'whole'),
    ofOthers: {
      owner: 'requestedBy',
      drop: ['filterBody'],
      set: {
        ...{ status: 'failed', files: [] },
        reason: 'Its files were removed because a person in them was erased; request the export again.',
      },
    },
  },
  'export-run': remove('relationships', 'progress of an export'),
  'export-step': none('relationships', 'step of an export', 'no people'),
} as const satisfies Readonly<Record<string, DataKind>>;

const registrationTexts = [
  'organizationId',
  'organizationName',
  'justification',
  'notes',
  'experienceDeclaration',
  'reason',
] as const;

const training = {
  registration: keep('training', 'registration for a class', 'whole', registrationTexts),
  'registration-pointer': keep('training', 'registration in the training record'),
  'class-claim': keep('training', 'claim on a seat of a class'),
  'waitlist-entry': keep('training', 'place on a waitlist'),
  'pending-approval': keep('training', 'pending approval', 'mention', ['organizationName', 'justification']),
  credit: keep('training', 'credits', 'whole', ['note', 'externalId', 'organizationId', 'voidReason']),
  'credit-pointer': keep('training', 'credits, by id'),
  'reported-credit': keep('training', 'report of credits', 'whole', [
    ...['activity', 'provider', 'notes', 'reason', 'organizationId', 'evidence', 'history'],
  ]),
  license: remove('training', 'license', 'whole'),
  'license-number': remove('training', 'claim on the number of a license'),
  'board-marks': none(
    'training',
    'credits that were reported to a board',
    'ids of credits and licenses alone',
  ),
  'board-marking': none('training', 'report that marked credits of a board last', 'no people'),
  'reported-credit-pointer': keep('training', 'report of credits, by id'),
  completion: keep('training', 'completion of a course', 'whole', ['note', 'voidReason', 'evidence']),
  'external-course': none('training', 'how a course takes place elsewhere', 'no people'),
  'external-enrollment': remove('training', 'enrollment in a course elsewhere', 'whole'),
  'external-statement': remove('training', 'statement of a course elsewhere about the person', 'whole'),
  'external-state': remove('training', 'document of a course elsewhere about the person', 'whole'),
  'lti-token': none('training', 'access token of a tool that a course is', 'no people'),
  'lti-assertion': none('training', 'assertion that a tool has used', 'no people'),
  'completion-day': keep('training', 'completion of a course, by day'),
  'course-credit-claim': keep('training', 'credits of a course, by number'),
  awarding: keepUnread(
    'training',
    'run that awards many people',
    'the id alone of the person about whom it failed, for 90 days',
  ),
  'awarding-progress': keepUnread(
    'training',
    'progress of a run that awards many people',
    'ids alone of those who are still to be decided about, for 90 days',
  ),
  'awarding-result': remove('training', 'what a run decided about the person', 'whole'),
  'award-registration': keep('training', 'registration for an award', 'whole', registrationTexts),
  'award-registration-pointer': keep('training', 'registration for an award, by id'),
  certification: keep('training', 'certification', 'whole', [
    'organizationId',
    'overrideReason',
    'override',
    'revocationReason',
    'formerCertificates',
  ]),
  'certification-pointer': keep('training', 'certification, by id and number'),
  'taught-class': keep('training', 'class that the person teaches', 'whole'),
  instructor: remove('training', 'entry of the list of instructors', 'whole'),
  teaching: remove('training', 'course that the person is certified to teach', 'whole'),
  manager: remove('training', 'manager of a person or organization', 'whole'),
  'notification-preferences': remove('training', 'notification preferences', 'whole'),
  inbox: remove('training', 'counters of notifications'),
  notification: remove('training', 'notification in the app', 'whole'),
  notice: remove('training', 'notification that is to be sent', 'whole'),
  'notice-told': remove('training', 'claim on a notification that was sent'),
  class: keep('training', 'class', 'mention'),
  'class-entry': keep('training', 'entry of a class', undefined),
  course: keep('training', 'course', 'mention'),
  'course-edition': keep('training', 'earlier edition of a course', 'mention'),
  'course-entry': keep('training', 'entry of a course', undefined),
  award: keep('training', 'award', 'mention'),
  'award-entry': keep('training', 'entry of an award', undefined),
  'approval-chain': keep('training', 'approval chain', 'mention'),
  'report-job': keep('training', 'report', 'whole'),
  'report-rows': remove('training', 'rows of a report in progress'),
  'report-run': none('training', 'progress of a report', 'only numbers'),
  'confirmation-number': none('training', 'confirmation number', 'only the id of a registration'),
  'approval-chain-name': none('training', 'name of an approval chain', 'settings'),
  'role-use': none('training', 'use of a role by approval chains', 'settings'),
  curriculum: none('training', 'curriculum', 'no people'),
  'curriculum-version': none('training', 'earlier curriculum', 'no people'),
  'course-code': none('training', 'code of a course', 'no people'),
  'requirements-guard': none('training', 'guard of requirements', 'no people'),
  'class-feed': remove('training', 'address of a calendar of the person'),
  'attendance-rule': none('training', 'attendance rule of a class', 'no people'),
  'course-evaluation': none('training', 'evaluation of a course', 'no people'),
  'class-evaluation': none('training', 'evaluation of a class', 'no people'),
  'evaluation-response': remove(
    'training',
    'that the person evaluated a class, and what they answered',
    'whole',
  ),
  'anonymous-answers': keepUnread(
    'training',
    'anonymous answers about a class',
    'nothing says whose they are',
  ),
  'evaluation-hold': remove('training', 'credits that wait for an evaluation', 'whole'),
  'check-in-secret': none('training', 'secret of the check-in codes of a class', 'no people'),
  seats: none('training', 'seats of a class', 'only numbers'),
  invoice: {
    ...none(
      'training',
      'invoice or credit note',
      'accounting law requires it as it was issued, with the name and address of its recipient',
    ),
    exported: 'whole',
  },
  receipt: {
    ...none(
      'training',
      'receipt of a payment',
      'accounting law requires it as it was issued, with the name and address of its recipient',
    ),
    exported: 'whole',
  },
  'ledger-posting': {
    ...none('training', 'payment or refund, for accounting', 'only amounts and references'),
    exported: 'whole',
  },
  'invoice-pointer': none('training', 'invoice or credit note, by id', 'only the id of a registration'),
  'invoice-counter': none(
    'training',
    'last number of invoices or credit notes',
    'only a number and prefixes',
  ),
  'discount-code': none('training', 'discount code', 'no people'),
  'discount-code-uses': none('training', 'number of redemptions of a discount code', 'only numbers'),
  'discount-code-pointer': none('training', 'discount code, by id', 'no people'),
  'discount-code-person': keep('training', 'redemptions of a discount code by the person'),
  room: none('training', 'room', 'no people'),
  'room-booking': none('training', 'booking of a room', 'no people'),
  creditType: none('training', 'credit type', 'settings'),
  levelType: none('training', 'level type', 'settings'),
  objectType: none('training', 'object type', 'settings'),
  'type-name': none('training', 'name of a type', 'settings'),
  'training-settings': none('training', 'settings', 'settings'),
  'certificate-design': none('training', 'look of certificates', 'settings; names who signs for the tenant'),
  'certificate-picture': none('training', 'picture on certificates', 'settings'),
  'notification-template': none('training', 'template of a notification', 'settings'),
  'status-counter': none('training', 'counter of the status lists', 'only numbers'),
  'revoked-status': none('training', 'revoked credential', 'only the id of a certification'),
  'issuer-key': none('training', 'key that signs credentials', 'no people'),
} as const satisfies Readonly<Record<string, DataKind>>;

const identity = {
  'person-subject': remove('identity', 'user of the person'),
  'federated-subject': remove('identity', "user of the person at the tenant's provider"),
  'used-logout-token': none('identity', "logout token of the tenant's provider", 'a hash; for minutes'),
  'provider-session': remove('identity', "session of the user that began at the tenant's provider"),
  'provisioned-name': remove('identity', "name of the user in the tenant's directory"),
  subject: remove('identity', "the user's access to this tenant", 'whole'),
  'sign-in': remove('identity', 'attempt to sign in', 'whole'),
  audit: {
    ...keep('identity', 'entry of the audit', 'whole'),
    ofAuthor: ['address', 'userAgent'],
  },
  'settings-audit': {
    ...keep('identity', 'entry of the audit of settings', 'whole'),
    ofAuthor: ['address', 'userAgent'],
  },
  'provisioned-group': none('identity', "group of the tenant's directory", 'its name'),
  administrators: none('identity', 'list of the administrators', 'only ids of users'),
  client: none('identity', 'client of the tenant', 'its name'),
  'tenant-clients': none('identity', 'list of the clients that the tenant registered', 'only ids of clients'),
  'tenant-invitation': remove('identity', 'invitation to the tenant', 'whole'),
  'identity-provider': none('identity', "the tenant's own identity provider", 'no people'),
  'sign-in-domain': none('identity', 'claim on a mail domain', 'no people'),
  'sign-in-domains': none('identity', 'mail domains of the identity provider', 'no people'),
  'revoked-token': none('identity', 'revoked token', 'only the id of a token'),
  tenant: none('identity', 'tenant', 'settings'),
  'logout-notice': keepUnread(
    'identity',
    'notice of the end of a session',
    'only ids of accounts; sent within hours, and removed',
  ),
  'access-end': keepUnread('identity', "end of a user's access", 'only the id of an account; for a day'),
  'account-mail-text': none('identity', 'own text of an account mail', 'settings'),
  'tenant-api-key': none('identity', "that the tenant's API key exists", 'no people'),
} as const satisfies Readonly<Record<string, DataKind>>;

const billtracking = {
  bill: keep('billtracking', 'bill', 'mention'),
  'bill-row': keep('billtracking', 'entry of a bill', undefined),
  'roll-call': keep('billtracking', 'roll call', 'mention'),
  'bill-note': keep('billtracking', 'note on a bill', 'whole'),
  'bill-document': keep('billtracking', 'document of a bill', 'whole'),
  'bill-analysis': keep('billtracking', 'analysis of a bill', 'whole'),
  'bill-search': keep('billtracking', 'saved search for bills', 'whole'),
  'bill-match': none('billtracking', 'bill that a search found', 'what the legislature publishes of a bill'),
  'activity-line': keep('billtracking', 'line of the activity log', 'whole'),
  'event-subscription': keep('billtracking', 'subscription', 'whole'),
  'event-unsubscribe': remove('billtracking', 'link to unsubscribe'),
  'calendar-event': keep('billtracking', 'calendar event', 'mention'),
  'calendar-event-row': keep('billtracking', 'entry of a calendar event', undefined),
  'calendar-event-notice': keep('billtracking', 'notice of a calendar event', 'mention'),
  campaign: keep('billtracking', 'campaign', 'mention'),
  'campaign-texts': none('billtracking', 'texts of a campaign', 'no people'),
  'campaign-participation': remove('billtracking', 'part that the person took in a campaign', 'whole'),
  'campaign-letter': remove('billtracking', 'letter of a campaign by or to the person', 'whole'),
  'campaign-figures': remove('billtracking', 'numbers of letters to the official'),
  'campaign-template': keep('billtracking', 'campaign template', 'mention'),
  'campaign-template-row': keep('billtracking', 'entry of a campaign template', undefined),
  'capitol-report': keep('billtracking', 'capitol report', 'mention'),
  'report-schedule': keep('billtracking', 'scheduled report', 'mention'),
  'report-schedule-run': none(
    'billtracking',
    'run of a scheduled report',
    'only numbers; expires in 180 days',
  ),
  'legislation-days': keep('billtracking', 'legislation days', 'mention'),
  'legislation-days-version': keep('billtracking', 'earlier legislation days', 'mention'),
  'capitol-report-chunk': none(
    'billtracking',
    'data of a capitol report',
    'bills, events, and officials by the names that legislatures publish',
  ),
  'bill-actions': none('billtracking', 'actions of a bill', 'as the legislature publishes them'),
  'bill-claim': none('billtracking', 'number of a bill', 'no people'),
  'bill-counter': none('billtracking', 'counter of bills', 'only numbers'),
  'bill-event': none('billtracking', 'event of a bill', 'no people'),
  'bill-sources': none('billtracking', 'sources of a bill', 'only hashes and days'),
  'calendar-event-alias': none('billtracking', 'other id of a calendar event', 'only ids'),
  'calendar-event-deletion': none('billtracking', 'deleted event of a data feed', 'only ids'),
  'calendar-event-seen': none('billtracking', 'days on which sources had a calendar event', 'only days'),
  'bill-related': none('billtracking', 'related bill', 'no people'),
  'pending-bill': none('billtracking', 'tracked bill that is not decided', 'no people'),
  'pending-session': none('billtracking', 'session with tracked bills that are not decided', 'no people'),
  'session-read': none('billtracking', 'when a data feed read a session', 'only days and ids of bills'),
  'bill-settings': none('billtracking', 'settings', 'settings'),
  'data-feed': none('billtracking', 'data feed', 'settings'),
  'data-feed-run': none('billtracking', 'progress of a data feed', 'no people'),
  'data-feed-log': none('billtracking', 'run of a data feed', 'only numbers; expires in 180 days'),
  'data-feed-refusals': none(
    'billtracking',
    'rows that a data feed refused',
    'what a legislature publishes; expires in 180 days',
  ),
  'data-feed-mark': none('billtracking', 'mark of a record of a data feed', 'only ids and hashes'),
  'data-feed-monitor': none(
    'billtracking',
    'bill that an account at a provider monitors',
    'bills, and the stance of the tenant on each',
  ),
  'data-feed-part': none(
    'billtracking',
    'part of an archive of a data feed',
    'what a legislature publishes; expires in 3 days',
  ),
  'data-feed-quota': none('billtracking', 'requests to a provider of data feeds', 'only numbers'),
  'long-event': none('billtracking', 'long event', 'no people'),
  'event-delivery': keepUnread('billtracking', 'delivery', 'ids of records only; expires in 90 days'),
  'event-lane': keepUnread(
    'billtracking',
    'queue of a subscription',
    'ids of records only; expires after 60 days',
  ),
  'slow-receiver': none('billtracking', 'mark of a slow receiver', 'no people; expires in minutes'),
  'event-notices': none('billtracking', 'progress of deliveries', 'no people'),
  'event-reminders': none('billtracking', 'progress of reminders', 'no people'),
  'key-dates': none('billtracking', 'key dates of a state', 'no people'),
  'key-dates-complete': none('billtracking', 'mark of listed key dates', 'no people'),
  'event-replay': none('billtracking', 'progress of a replay', 'no people'),
  'event-sweep': none('billtracking', 'progress of deliveries', 'no people'),
  'event-subscription-count': none('billtracking', 'number of subscriptions', 'only numbers'),
  'committee-counter': none('billtracking', 'counter of committees', 'only numbers'),
  'committee-number': none('billtracking', 'number of a committee', 'no people'),
  'legislative-committee': none('billtracking', 'committee of a legislature', 'no people'),
  'legislative-session': none('billtracking', 'session', 'no people'),
  'session-claim': none('billtracking', 'name of a session', 'no people'),
  'session-counter': none('billtracking', 'counter of sessions', 'only numbers'),
  'session-merge': none('billtracking', 'merge of sessions', 'no people'),
  'session-rename': none('billtracking', 'mark of a renamed session', 'no people'),
} as const satisfies Readonly<Record<string, DataKind>>;

const platform = {
  'requested-mails': none('platform', 'number of requests to an address', 'only a hash; expires in a day'),
  mail: remove('platform', 'mail to the person', 'whole'),
  file: remove('platform', 'file of a report, a photo, evidence of credits, or an attachment of a mail'),
  'file-chunk': remove('platform', 'part of a file'),
  change: {
    ...keep('platform', 'event of the change feed'),
    kept: 'the event person.removed has the id, so that other systems erase the person, too (GDPR Article 19)',
  },
  'followed-change': keep('platform', 'event of the change feed that subscriptions may follow'),
  'change-feed': none('platform', 'state of the change feed', 'no people'),
  'record-entry': none('platform', 'entry of a record that has no other listing', 'only the id of a record'),
  timer: none('platform', 'timer', 'only the id of a registration, class or certification'),
  listener: none('platform', 'connection of a subscriber', 'only the id of a user; ends with the access'),
  'push-backlog': none('platform', 'position of the push channel', 'no people'),
  'push-topics': none('platform', 'topics of the push channel', 'no people'),
  'push-sends': none('platform', 'counter of messages', 'only numbers; expires in an hour'),
  'idempotent-reply': keepUnread(
    'platform',
    'reply kept for a repeated request',
    'encrypted with a key that only the caller has; a repetition is refused; expires in a day',
  ),
  'dead-change': keepUnread(
    'platform',
    'change that could not be handled',
    'only the id of a record; expires in 30 days',
  ),
  'dead-change-part': keepUnread(
    'platform',
    'content of such a change',
    'compressed as the stream had it; expires in 30 days, and a repetition stores no values of it',
  ),
  'word-hint': remove('platform', "word of the person's name in the search index of bills"),
  'word-hints-complete': none('platform', 'mark of a complete search index', 'no people'),
  'unbalanced-bucket': none('platform', 'counter of a list', 'only numbers'),
  'unbalanced-section': none('platform', 'counter of a list', 'only numbers'),
  'demo-request': none('platform', 'request of the demo data', 'only on the local platform'),
} as const satisfies Readonly<Record<string, DataKind>>;

/** Every type of item that a tenant's part of the table has. */
export const dataKinds: Readonly<Record<string, DataKind>> = {
  ...relationships,
  ...training,
  ...identity,
  ...billtracking,
  ...platform,
};

/** Numbers, and the beginnings of names at which a list is divided; those of lists of one person have the id in the key. */
const counter = keep('platform', 'counter of a list');

/** How items of a type are treated; counters have none. One that nobody has declared loses names and ids. */
export const findDataKind = (type: string | undefined): DataKind =>
  type === undefined
    ? counter
    : (Object.hasOwn(dataKinds, type) && dataKinds[type]) || keep('platform', type, 'whole');
