// Records in whose texts a user may have written the name or address of anybody. An erasure of a person takes ids, addresses and
// numbers out of those that it finds by person; it does not search the texts of all others, because only reading the whole table
// would find them, and a name alone may be another person's. Reports name these types (test/crm/erasure/erasure-texts.test.ts).

export const unsearchedTypes = [
  // What a user wrote about someone or something else.
  ...[
    'person',
    'person-entry',
    'organization',
    'organization-entry',
    'organization-below',
    'organization-person',
  ],
  ...['organization-people', 'search-row', 'listed-value', 'word-hint', 'change-request', 'official-contact'],
  ...[
    'political-relationship',
    'membership',
    'committee',
    'committee-vacancy',
    'group',
    'group-row',
    'group-request',
  ],
  ...['group-filter', 'batch', 'batch-undo', 'merged-records', 'merged-organizations', 'mail-address'],
  ...[
    'mailing-list',
    'mail-series',
    'mail-topic',
    'broadcast',
    'broadcast-texts',
    'broadcast-links',
    'archived-mail',
    'archived-mail-page',
    'message-template',
    'message-template-texts',
  ],
  ...['message-image', 'import', 'subject', 'audit', 'settings-audit', 'view', 'export'],
  ...[
    'registration',
    'award-registration',
    'credit',
    'reported-credit',
    'license',
    'completion',
    'certification',
  ],
  ...[
    'class',
    'class-entry',
    'taught-class',
    'instructor',
    'course',
    'course-entry',
    'course-edition',
    'award',
  ],
  ...[
    'award-entry',
    'approval-chain',
    'approval-chain-name',
    'discount-code',
    'external-course',
    'external-statement',
    'external-state',
    'lti-token',
    'lti-assertion',
    'room',
    'report-job',
    'notification',
  ],
  ...['course-evaluation', 'class-evaluation', 'evaluation-response', 'anonymous-answers'],
  ...['bill', 'bill-row', 'bill-note', 'bill-document', 'bill-analysis', 'bill-search', 'activity-line'],
  ...[
    'event-subscription',
    'calendar-event',
    'calendar-event-row',
    'calendar-event-notice',
    'campaign',
    'campaign-texts',
    'campaign-template',
  ],
  ...[
    'campaign-template-row',
    'campaign-participation',
    'campaign-letter',
    'capitol-report',
    'capitol-report-chunk',
  ],
  ...['report-schedule', 'legislation-days', 'legislation-days-version', 'legislative-session', 'data-feed'],
  // Names and values of settings.
  ...[
    'people-field',
    'organizations-field',
    'definition-name',
    'committee-position',
    'election-term',
    'region',
  ],
  ...['relationship-type', 'creditType', 'levelType', 'objectType', 'type-name', 'training-settings'],
  ...['certificate-design', 'notification-template', 'bill-settings', 'duplicate-rules', 'engagement-rules'],
  'mail-sender',
  'mail-settings',
  ...['account-mail-text', 'provisioned-group', 'client'],
  // Copies of these, in the events that tell of them.
  ...['change', 'followed-change', 'receipt', 'invoice', 'ledger-posting', 'file', 'file-chunk'],
] as const;

/** Why the report of an erasure names them. */
export const unsearchedReason =
  'Users write texts in these records, such as notes, descriptions and names of settings. The erasure does not search all of them, and leaves a name alone, which may be that of another person. Search for the name and edit what is about the person.';
