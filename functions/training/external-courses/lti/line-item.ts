// The line item of a course: its one column in a gradebook (AGS 2.0, 3.2).
import type { AuthorizedTool } from './authorize-tool.ts';

/** What scores are shown out of; a score has a maximum of its own, and counts by its part of that. */
const scoreMaximum = 100;

export const presentLineItem = ({ course, addresses }: AuthorizedTool) => ({
  id: addresses.lineItem(course.id),
  scoreMaximum,
  label: course.name,
  resourceLinkId: course.id,
});
