// What the platform tells a cmi5 course: the launch URL, its launch data, and statements of its own.
import type { EnrollmentItem } from '../record/enrollment.ts';
import { type LaunchAgent, verbs } from '../record/statement.ts';
import { categories, extensions } from './session-rules.ts';

/** The id of the state document that only the platform writes (cmi5 10.1). */
export const launchDataId = 'LMS.LaunchData';

type Launched = Pick<EnrollmentItem, 'id' | 'terms' | 'session'>;

/** The context that all statements of the session have (cmi5 10.2.1). */
const buildContextTemplate = ({ terms, session }: Launched) => ({
  contextActivities: { grouping: [{ id: terms.activityId, objectType: 'Activity' }] },
  extensions: { [extensions.sessionId]: session.id },
});

/** The launch data of the session (cmi5 10.2). */
export const buildLaunchData = (launched: Launched) => {
  const { moveOn, masteryScore, launchMethod, launchParameters, entitlementKey } = launched.terms;
  return {
    contextTemplate: buildContextTemplate(launched),
    launchMode: launched.session.launchMode,
    launchMethod,
    moveOn,
    ...(masteryScore !== undefined && { masteryScore }),
    ...(launchParameters !== undefined && { launchParameters }),
    ...(entitlementKey !== undefined && { entitlementKey: { courseStructure: entitlementKey } }),
  };
};

/** The address at which a course is opened, with the parameters of the launch (cmi5 8.1). */
export function buildLaunchUrl(launchUrl: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(launchUrl);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** A statement that the platform makes about a launch (cmi5 9.3.1, 9.3.6, 9.3.9). */
export function buildPlatformStatement(
  verb: 'launched' | 'abandoned' | 'satisfied',
  launched: Launched,
  facts: {
    readonly id: string;
    readonly actor: LaunchAgent;
    readonly objectId: string;
    readonly now: Date;
  },
) {
  const { terms, session } = launched;
  const template = buildContextTemplate(launched);
  const seconds = Math.max(0, Math.round((facts.now.getTime() - Date.parse(session.launchedDate)) / 1000));
  return {
    id: facts.id,
    actor: facts.actor,
    verb: { id: verbs[verb], display: { en: verb } },
    object: {
      id: facts.objectId,
      ...(verb === 'satisfied' && {
        definition: { type: 'https://w3id.org/xapi/cmi5/activitytype/course' },
      }),
    },
    // How long the course was open is not known; until it was launched again at most.
    ...(verb === 'abandoned' && { result: { duration: `PT${seconds}S` } }),
    context: {
      registration: launched.id,
      contextActivities: { ...template.contextActivities, category: [{ id: categories.cmi5 }] },
      extensions: {
        ...template.extensions,
        ...(verb === 'launched' && {
          [extensions.launchMode]: session.launchMode,
          [extensions.launchUrl]: terms.launchUrl,
          [extensions.moveOn]: terms.moveOn,
          ...(terms.masteryScore !== undefined && { [extensions.masteryScore]: terms.masteryScore }),
        }),
      },
    },
    timestamp: facts.now.toISOString(),
  };
}
