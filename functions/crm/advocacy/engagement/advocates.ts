// Who is best to ask an official: those who know the official or have met, by their points.
import type { OfficialContactItem } from '../../../../shared/directory/officials/official-contact.ts';
import type { RelationshipItem } from '../../../../shared/directory/officials/political-relationship.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { deriveResidence, isRepresented } from '../../../../shared/legislature/constituents.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { presentContributions } from './present.ts';
import { evaluateRules, OFFICIAL_RULES, type RuleSettings, sumPoints } from './record/rules.ts';
import type { EngagementScoreItem } from './record/store.ts';

/** What is known about an official and those who could ask. */
export interface OfficialFacts {
  /** In force today. */
  readonly relationships: readonly RelationshipItem[];
  readonly contacts: readonly OfficialContactItem[];
  /** The constituency of the office that is held today. */
  readonly division: string | undefined;
  readonly settings: RuleSettings;
  readonly today: string;
}

/** The ids of those who could ask, each once. */
export const listCandidates = ({
  relationships,
  contacts,
}: Pick<OfficialFacts, 'relationships' | 'contacts'>): string[] => [
  ...new Set([
    ...relationships.map(({ personId }) => personId),
    ...contacts.flatMap(({ personIds }) => personIds),
  ]),
];

/** A candidate with the score in the ranking and what the official's rules add. */
export function rateAdvocate(
  person: PersonItem,
  score: EngagementScoreItem | undefined,
  { relationships, contacts, division, settings, today }: OfficialFacts,
) {
  const strengths = relationships
    .filter(({ personId }) => personId === person.id)
    .map(({ strength }) => strength);
  const dates = contacts
    .filter(({ personIds, date }) => personIds.includes(person.id) && date <= today)
    .map(({ date }) => date);
  const livesThere = division !== undefined && isRepresented(deriveResidence(person), division);
  const added = evaluateRules(
    OFFICIAL_RULES,
    settings,
    {
      knowsOfficial: strengths.map((weight) => ({ weight })),
      metOfficial: dates.map((date) => ({ date })),
      livesInDistrict: livesThere ? [{}] : [],
    },
    today,
  );
  const contributions = presentContributions([...(score?.contributions ?? []), ...added]);
  return {
    ...{ personId: person.id, name: displayName(person), organizationName: person.organizationName ?? null },
    ...{ points: sumPoints(contributions), contributions, engagementPoints: score?.points ?? 0 },
    strength: strengths.length === 0 ? null : Math.max(...strengths),
    lastContactDate: dates.sort().at(-1) ?? null,
  };
}
type Advocate = ReturnType<typeof rateAdvocate>;

/** The most points first, then the strongest relationship. */
export const compareAdvocates = (a: Advocate, b: Advocate): number =>
  b.points - a.points || (b.strength ?? 0) - (a.strength ?? 0) || compareTexts(a.name, b.name);
