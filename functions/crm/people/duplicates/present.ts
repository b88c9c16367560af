// Presents pairs of people who may be one, and the rules that found them.
import type { EmailViewer } from '../../../../shared/auth/access/email-visibility.ts';
import { type loadPresentContext, presentPersonTo } from '../presentation/present.ts';
import type { DuplicatePair } from './find-duplicates.ts';
import { type DuplicateRulesItem, describeRule } from './rules.ts';

/** A pair as this caller sees it. */
export const presentPair = (
  viewer: EmailViewer,
  { people: [first, second], rules, decision }: DuplicatePair,
  context: Awaited<ReturnType<typeof loadPresentContext>>,
) => ({
  people: [first, second].map((person) => presentPersonTo(viewer, person, context)),
  reasons: rules.map((rule) => ({ sameNameAnd: [...rule.sameNameAnd], message: describeRule(rule) })),
  isNotDuplicate: decision !== undefined,
  decidedDate: decision?.decidedDate ?? null,
});

/** The rules in the interface's form. */
export const presentRules = ({ rules, version, modifiedDate }: DuplicateRulesItem) => ({
  rules: rules.map(({ sameNameAnd }) => ({ sameNameAnd: [...sameNameAnd] })),
  modifiedDate: version === 0 ? null : modifiedDate,
});
