// Which types of record the change feed tells of, under which topic, and who may follow them.
import type { Permission } from '../auth/permissions/permissions.ts';

/** How changes of one type of record are followed (docs/events.md#topics). */
export interface FollowedType {
  /** The topic of all records of the type; `<type>/<id>` is the topic of one of them. */
  readonly topic: string;
  /** The permission that reads every record of the type: who may read some of them only does not follow the type. */
  readonly permission: Permission;
  /**
   * The records it belongs to, in whose topics its changes are sent as well: types of records with the attribute that
   * has their id, or a list of ids.
   */
  readonly belongsTo?: readonly (readonly [type: string, attribute: string])[];
  /**
   * The attributes whose old and new values its changes tell: how far the record is, and nothing of a person or a text.
   * Everybody who is notified may read them, because following the type needs the permission that reads all of it.
   */
  readonly states?: readonly string[];
  /**
   * The attributes that identify one, joined by `_`, of a type that has neither an id of its own nor a `schemaVersion`: it says how
   * two records stand to each other, or is a part of one.
   */
  readonly idFrom?: readonly string[];
}

/** The most records that a change says it belongs to: a calendar event has at most 500 bills, before and after it changed. */
export const maxBelongsTo = 1_000;

/**
 * Every type of record, by its name in the table. `undefined` for a type whose records only their owner reads: the feed
 * stores their changes, and nobody is notified of them.
 */
export const recordTypes: Readonly<Record<string, FollowedType | undefined>> = {
  person: {
    topic: 'people',
    permission: 'crm.people.read',
    belongsTo: [['organization', 'organizationId']],
  },
  organization: { topic: 'organizations', permission: 'crm.organizations.read' },
  'people-field': { topic: 'people-fields', permission: 'crm.people.read' },
  'organizations-field': { topic: 'organization-fields', permission: 'crm.people.read' },
  'change-request': {
    topic: 'change-requests',
    permission: 'crm.people.write',
    states: ['status'],
    belongsTo: [['person', 'personId']],
  },
  'duplicate-rules': { topic: 'duplicate-rules', permission: 'crm.people.read' },
  view: undefined,
  'tenant-invitation': { topic: 'tenant-invitations', permission: 'identity.users.read' },
  committee: { topic: 'committees', permission: 'crm.committees.read' },
  'committee-position': { topic: 'committee-positions', permission: 'crm.committees.read' },
  'committee-vacancy': {
    topic: 'committee-vacancies',
    permission: 'crm.committees.read',
    states: ['status'],
    belongsTo: [['committee', 'committeeId']],
  },
  membership: {
    topic: 'memberships',
    permission: 'crm.committees.read',
    belongsTo: [
      ['committee', 'committeeId'],
      ['person', 'personId'],
    ],
  },
  'election-term': { topic: 'election-terms', permission: 'crm.committees.read' },
  region: { topic: 'regions', permission: 'crm.committees.read' },
  // With crm.groups.read alone, a group that only its members see is not there.
  group: { topic: 'groups', permission: 'crm.groups.write' },
  'group-member': {
    topic: 'group-members',
    permission: 'crm.groups.write',
    belongsTo: [
      ['group', 'groupId'],
      ['person', 'personId'],
    ],
    idFrom: ['groupId', 'personId'],
  },
  'relationship-type': { topic: 'relationship-types', permission: 'crm.advocacy.read' },
  'political-relationship': {
    topic: 'political-relationships',
    permission: 'crm.advocacy.read',
    belongsTo: [
      ['person', 'personId'],
      ['person', 'officialId'],
    ],
  },
  'engagement-rules': { topic: 'engagement-rules', permission: 'crm.advocacy.read' },
  'official-contact': {
    topic: 'official-contacts',
    permission: 'crm.advocacy.read',
    belongsTo: [['person', 'officialId']],
  },
  // What somebody decided about broadcasts: they opted out, left a list, refused a topic.
  'mail-consent': {
    topic: 'mail-preferences',
    permission: 'crm.communication.read',
    belongsTo: [['person', 'personId']],
    idFrom: ['personId'],
  },
  'mail-sender': { topic: 'mail-sender', permission: 'crm.communication.read' },
  'mail-settings': { topic: 'mail-settings', permission: 'crm.communication.read' },
  'mail-topic': { topic: 'mail-topics', permission: 'crm.communication.read' },
  'mail-series': { topic: 'mail-series', permission: 'crm.communication.read', states: ['status'] },
  'mailing-list': { topic: 'mailing-lists', permission: 'crm.communication.read' },
  'message-image': { topic: 'message-images', permission: 'crm.communication.read' },
  'message-template': { topic: 'message-templates', permission: 'crm.communication.read' },
  broadcast: { topic: 'broadcasts', permission: 'crm.communication.read', states: ['status'] },

  award: { topic: 'awards', permission: 'training.awards.read' },
  curriculum: { topic: 'curricula', permission: 'training.catalogue.read' },
  course: { topic: 'courses', permission: 'training.catalogue.read' },
  class: {
    topic: 'classes',
    permission: 'training.catalogue.read',
    belongsTo: [['course', 'courseId']],
    states: ['isCancelled', 'startsAt', 'endsAt'],
  },
  registration: {
    topic: 'registrations',
    permission: 'training.registrations.read',
    states: ['status', 'holdsSeat', 'attendanceMode', 'isOverbooked'],
    belongsTo: [
      ['class', 'classId'],
      ['person', 'memberId'],
    ],
  },
  invoice: {
    topic: 'invoices',
    permission: 'training.registrations.read',
    states: ['kind'],
    belongsTo: [
      ['registration', 'registrationId'],
      ['award-registration', 'awardRegistrationId'],
    ],
  },
  'discount-code': { topic: 'discount-codes', permission: 'training.discounts.write', states: ['isActive'] },
  credit: {
    topic: 'credits',
    permission: 'training.credits.read',
    belongsTo: [['person', 'personId']],
    states: ['voidedDate'],
  },
  'attendance-rule': {
    topic: 'attendance-rules',
    permission: 'training.catalogue.read',
    belongsTo: [['class', 'classId']],
  },
  'reported-credit': {
    topic: 'reported-credits',
    permission: 'training.credits.read',
    states: ['status'],
    belongsTo: [['person', 'personId']],
  },
  completion: {
    topic: 'completions',
    permission: 'training.credits.read',
    states: ['voidedDate'],
    belongsTo: [
      ['person', 'personId'],
      ['course', 'courseId'],
    ],
  },
  'award-registration': {
    topic: 'award-registrations',
    permission: 'training.credits.read',
    states: ['status'],
    belongsTo: [
      ['award', 'awardId'],
      ['person', 'personId'],
    ],
  },
  certification: {
    topic: 'certifications',
    permission: 'training.credits.read',
    states: ['validThrough', 'graceThrough', 'revokedDate', 'renewedBy'],
    belongsTo: [
      ['award', 'awardId'],
      ['person', 'personId'],
    ],
  },
  awarding: {
    topic: 'awardings',
    permission: 'training.certifications.write',
    states: ['status'],
    belongsTo: [['award', 'awardId']],
  },
  manager: { topic: 'managers', permission: 'training.people.read', belongsTo: [['person', 'managerId']] },
  creditType: { topic: 'credit-types', permission: 'training.settings.read' },
  levelType: { topic: 'level-types', permission: 'training.settings.read' },
  objectType: { topic: 'object-types', permission: 'training.settings.read' },
  'approval-chain': { topic: 'approval-chains', permission: 'training.settings.read' },
  'notification-template': { topic: 'notification-templates', permission: 'training.settings.read' },
  license: {
    topic: 'licenses',
    permission: 'training.credits.read',
    belongsTo: [['person', 'personId']],
  },
  'external-course': {
    topic: 'external-courses',
    permission: 'training.courses.write',
    belongsTo: [['course', 'courseId']],
  },
  'external-enrollment': {
    topic: 'external-enrollments',
    permission: 'training.credits.read',
    belongsTo: [
      ['person', 'personId'],
      ['course', 'courseId'],
    ],
  },
  'course-evaluation': {
    topic: 'course-evaluations',
    permission: 'training.courses.write',
    belongsTo: [['course', 'courseId']],
  },
  'report-job': { topic: 'report-jobs', permission: 'training.reports.read' },
  'training-settings': { topic: 'training-settings', permission: 'training.settings.read' },
  'certificate-design': { topic: 'certificate-designs', permission: 'training.settings.read' },
  tenant: { topic: 'tenant-settings', permission: 'training.settings.read' },

  subject: { topic: 'users', permission: 'identity.permissions.read' },

  bill: {
    topic: 'bills',
    permission: 'billtracking.bills.read',
    belongsTo: [['legislative-session', 'sessionId']],
  },
  'bill-note': {
    topic: 'bill-notes',
    permission: 'billtracking.bills.read',
    belongsTo: [['bill', 'billId']],
  },
  'bill-document': {
    topic: 'bill-documents',
    permission: 'billtracking.bills.read',
    belongsTo: [['bill', 'billId']],
  },
  'bill-analysis': {
    topic: 'bill-analyses',
    permission: 'billtracking.bills.read',
    belongsTo: [['bill', 'billId']],
  },
  'bill-search': { topic: 'bill-searches', permission: 'billtracking.bills.read' },
  'bill-match': {
    topic: 'bill-matches',
    permission: 'billtracking.bills.read',
    belongsTo: [
      ['bill', 'billId'],
      ['bill-search', 'searchId'],
    ],
  },
  'bill-settings': { topic: 'bill-settings', permission: 'billtracking.bills.read' },
  'calendar-event': {
    topic: 'calendar-events',
    permission: 'billtracking.events.read',
    belongsTo: [['bill', 'billIds']],
  },
  'report-schedule': { topic: 'report-schedules', permission: 'billtracking.reports.read' },
  'data-feed': { topic: 'data-feeds', permission: 'billtracking.feeds.write' },
  'legislative-session': { topic: 'legislative-sessions', permission: 'billtracking.reference.read' },
  'legislation-days': { topic: 'legislation-days', permission: 'billtracking.reference.read' },
  'event-subscription': { topic: 'event-subscriptions', permission: 'billtracking.subscriptions.read' },
  'event-notices': { topic: 'event-notices', permission: 'billtracking.subscriptions.read' },
  'campaign-template': { topic: 'campaign-templates', permission: 'billtracking.advocacy.read' },
  campaign: {
    topic: 'campaigns',
    permission: 'billtracking.advocacy.read',
    belongsTo: [['campaign-template', 'templateId']],
  },
  'campaign-participation': {
    topic: 'campaign-participations',
    permission: 'billtracking.advocacy.read',
    belongsTo: [
      ['campaign', 'campaignId'],
      ['person', 'personId'],
    ],
    idFrom: ['campaignId', 'personId'],
  },
  'capitol-report': { topic: 'capitol-reports', permission: 'billtracking.reports.read' },
};

/** The types whose items have no id of their own. */
export const composedTypes: readonly string[] = Object.entries(recordTypes).flatMap(([type, followed]) =>
  followed?.idFrom ? [type] : [],
);
