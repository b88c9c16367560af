// A sentence for each tag; a tag without one is described by its area.
import { type Area, areas } from '../../shared/http/areas.ts';

const descriptions: Readonly<Record<string, string>> = {
  Awards: 'Awards and certifications, and their requirements.',
  Classes: 'Scheduled classes and their seats.',
  Courses: 'Courses and their curriculum.',
  Registration: 'Registration for classes, with approval.',
  Approvals: 'Registrations that await a decision, and the decisions.',
  Credits: 'Credits that members earn.',
  Credentials: 'Certifications to share: signed credentials, certificates, and their verification.',
  Files: 'Generated files, behind links that expire.',
  People: 'The people of the directory.',
  'Data of a person': 'Everything that is stored about one person: its export, and its erasure.',
  Organizations: 'Organizations and their hierarchy.',
  Committees: 'Committees, their members and positions.',
  Constituencies: 'Where people live, and who represents them.',
  Relationships: 'Who knows which official, how, and how well.',
  Batches: 'Many people in one request, which can be undone.',
  Communication: 'Mailing lists, templates and broadcasts, and who gets no mail.',
  Changes: 'The change feed: every change of every record, in order.',
  Reports: 'Reports and exports.',
  Settings: "The tenant's settings.",
  Notifications: 'Notifications to people.',
  Dropdowns: 'Reference lists for forms: states, sessions, committees, bill types, users.',
  Activity: 'Who did what, in order of time.',
  Bills: 'Bills with the data of their legislature and the tracking of the tenant.',
  Events: 'The calendar of hearings, votes, meetings and floor sessions.',
  Subscriptions: 'Changes by webhook, mail, push or calendar feed.',
  Advocacy: 'Templates of advocacy campaigns.',
  'Capitol reports': 'Legislation days and reports of a session.',
  'Data Synchronization': 'Legislation that is read from its providers on a schedule.',
  Tenants: 'The associations on the platform.',
  Users: 'Who may sign in, and to which tenants.',
  'Users of a tenant': 'Who may enter the tenant, administered by the tenant itself.',
  Account: "The caller's own account: password, second factor, mail address, sign-ins.",
  Clients: 'OAuth clients and their secrets.',
  'Clients of a tenant': 'OAuth clients that a tenant registers itself, within what its administrators hold.',
  Federation: "The tenant's own identity provider, through which its people sign in.",
  Provisioning:
    "A tenant's own directory keeps users and their roles up to date (SCIM 2.0: RFC 7643, RFC 7644).",
};

/** The sentence for a tag. */
export const describeTag = (tag: string, area: Area): string =>
  descriptions[tag] ?? `${tag}: part of ${areas[area].title.toLowerCase()}.`;
