// What each group of operations is about, in a sentence; a group without one here is described by its area.
import { type Area, areas } from '../../shared/http/areas.ts';

const sentences: Readonly<Record<string, string>> = {
  Awards: 'Awards and certifications, and what they ask for.',
  Classes: 'Scheduled classes and their seats.',
  Courses: 'Courses and their curriculum.',
  Registration: 'Registration for classes, with approval.',
  Credits: 'Credits that members earn.',
  People: 'The people of the directory.',
  Organizations: 'Organizations and their hierarchy.',
  Committees: 'Committees, their members and positions.',
  Changes: 'The change feed: what happened to every record, in order.',
  Reports: 'Reports and exports.',
  Settings: "The tenant's settings.",
  Notifications: 'Notices to people.',
  Tenants: 'The associations that share the platform.',
  Users: 'Who may sign in, and to which tenants.',
  Clients: 'OAuth clients and their secrets.',
};

/** The sentence for a tag. */
export const tagDescription = (tag: string, area: Area): string =>
  sentences[tag] ?? `${tag}: part of ${areas[area].title.toLowerCase()}.`;
