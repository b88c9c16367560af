// What each group of operations is about, in a sentence; a group without one here is described by its area.
import { type Area, areas } from '../../shared/http/areas.ts';

const descriptions: Readonly<Record<string, string>> = {
  Awards: 'Awards and certifications, and what they ask for.',
  Classes: 'Scheduled classes and their seats.',
  Courses: 'Courses and their curriculum.',
  Registration: 'Registration for classes, with approval.',
  Approvals: 'Registrations that wait for a decision, and the decisions.',
  Credits: 'Credits that members earn.',
  Credentials: 'Certifications to show to others: signed credentials, certificates, and their verification.',
  Files: 'Files that were made for somebody, behind links that expire.',
  People: 'The people of the directory.',
  Organizations: 'Organizations and their hierarchy.',
  Committees: 'Committees, their members and positions.',
  Changes: 'The change feed: what happened to every record, in order.',
  Reports: 'Reports and exports.',
  Settings: "The tenant's settings.",
  Notifications: 'Notices to people.',
  Dropdowns: 'Reference lists for forms: states, sessions, committees, bill types, users.',
  Activity: 'Who did what, in the order of time.',
  Bills: 'Bills, what their legislature tells of them, and what the tenant makes of them.',
  Events: 'The calendar of hearings, votes, meetings and floor sessions.',
  Subscriptions: 'Changes that come by webhook, mail, push or calendar feed.',
  Advocacy: 'Templates of advocacy campaigns.',
  'Capitol reports': 'Legislation days and reports of a session.',
  Tenants: 'The associations that share the platform.',
  Users: 'Who may sign in, and to which tenants.',
  Clients: 'OAuth clients and their secrets.',
};

/** The sentence for a tag. */
export const describeTag = (tag: string, area: Area): string =>
  descriptions[tag] ?? `${tag}: part of ${areas[area].title.toLowerCase()}.`;
