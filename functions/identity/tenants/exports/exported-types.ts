// What an export of a tenant's whole data leaves out, and why; everything else is in it, also types that are new here
// (docs/tenant-data.md#what-an-export-leaves-out). The manifest lists the same reasons.

/** Types of items that are left out for one reason. */
interface LeftOut {
  readonly why: string;
  readonly types: readonly string[];
}

const leftOut: readonly LeftOut[] = [
  {
    why: 'A secret, or a link that lets in whoever has it.',
    types: [
      ...['issuer-key', 'idempotent-reply', 'revoked-token', 'listener', 'event-unsubscribe', 'mail'],
      ...['notice', 'notice-told', 'identity-provider', 'provider-session', 'used-logout-token'],
      ...['check-in-secret', 'class-feed'],
    ],
  },
  {
    why: 'Computed from other records, for lists, searches and uniqueness.',
    types: [
      ...['person-entry', 'search-row', 'organization-person', 'official-entry', 'constituent-entry'],
      ...['group-row', 'key-contact', 'organization-entry', 'organization-people', 'organization-below'],
      ...['listed-value', 'values-sweep', 'definition-name', 'mailing-list-size', 'broadcast-address'],
      ...[
        'registration-pointer',
        'award-registration-pointer',
        'credit-pointer',
        'certification-pointer',
        'reported-credit-pointer',
        'license-number',
      ],
      ...[
        'completion-day',
        'course-credit-claim',
        'class-claim',
        'class-entry',
        'course-entry',
        'award-entry',
        'course-code',
      ],
      ...[
        'seats',
        'discount-code-uses',
        'invoice-pointer',
        'discount-code-pointer',
        'discount-code-person',
        'approval-chain-name',
        'role-use',
        'type-name',
        'status-counter',
        'bill-row',
        'bill-claim',
        'pending-bill',
        'pending-session',
      ],
      ...['calendar-event-row', 'campaign-template-row', 'session-claim', 'bill-counter', 'session-counter'],
      ...['committee-counter', 'word-hint', 'word-hints-complete', 'unbalanced-bucket', 'unbalanced-section'],
      ...['key-dates', 'key-dates-complete', 'calendar-event-alias'],
      ...['person-subject', 'provisioned-name', 'federated-subject', 'record-entry', 'change-feed'],
    ],
  },
  {
    why: 'Progress of work, and temporary copies of what is in the export.',
    types: [
      ...['export', 'export-run', 'export-step', 'import-run', 'import-step', 'import-turn', 'import-page'],
      ...['import-part', 'import-written', 'import-refusals', 'broadcast-run', 'broadcast-step'],
      ...['report-run', 'report-rows', 'batch-claim', 'batch-undo', 'merge-step', 'timer'],
      ...['organization-tree', 'committee-tree', 'committee-seats', 'relationships-guard'],
      ...[
        'requirements-guard',
        'event-lane',
        'event-reminders',
        'event-replay',
        'slow-receiver',
        'event-sweep',
        'event-notices',
        'requested-mails',
      ],
      ...['organization-rename', 'session-rename', 'demo-request', 'tenant-api-key', 'logout-notice'],
      ...['dead-change', 'dead-change-part'],
      ...['access-end', 'awarding-progress'],
      ...['data-feed-run', 'data-feed-part', 'data-feed-mark', 'data-feed-quota', 'session-read'],
      ...['calendar-event-deletion'],
    ],
  },
];

/** What items without a type are called: the counters of lists. */
const counterType = 'list-counter';

/** The parts of stored files: an export has the content of a file that lasts with the file. */
const chunkType = 'file-chunk';

const reasons: ReadonlyMap<string, string> = new Map([
  ...leftOut.flatMap(({ why, types }) => types.map((type) => [type, why] as const)),
  [counterType, 'Computed from other records, for lists, searches and uniqueness.'],
  [chunkType, 'Part of a file, whose content stands in its record of the type file.'],
  ['file (expiring)', 'Progress of work, and temporary copies of what is in the export.'],
]);

/** The type of an item; a file that expires has a type of its own, because it is a copy. */
export function getExportedType({ type, ttl }: Readonly<Record<string, unknown>>): string {
  if (typeof type !== 'string') return counterType;
  return type === 'file' && ttl !== undefined ? 'file (expiring)' : type;
}

/** Why items of a type are left out; undefined for a type that is exported. */
export const whyLeftOut = (type: string): string | undefined => reasons.get(type);

/** Every type that is left out. */
export const leftOutTypes: readonly string[] = [...reasons.keys()];

/** Attributes that are left out wherever they stand in a record, and why. */
export const withheldAttributes = {
  linkSecret: 'signs links to a file',
  passwordHash: 'proves a password',
  invitation: 'proves an invitation',
  secrets: 'prove a client, or sign deliveries of a webhook',
  feedHash: 'proves the private address of a calendar feed',
  sealedKey: 'the key of a data feed at its provider, encrypted',
  asked: 'proves that an address agreed to get mail',
} as const satisfies Readonly<Record<string, string>>;
