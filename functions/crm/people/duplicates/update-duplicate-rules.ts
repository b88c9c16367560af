// PUT /api/v1/people/Duplicates/Rules
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { updateDuplicateRules } from './contract.ts';
import { presentRules } from './present.ts';
import { type DuplicateRule, type DuplicateRulesItem, defaultDuplicateRules } from './rules.ts';
import { loadDuplicateRules, replaceDuplicateRules } from './store.ts';

/** Two rules with the same fields say the same. */
const findRepeated = (rules: readonly DuplicateRule[]): ErrorDetail[] => {
  const fields = rules.map(({ sameNameAnd }) => sameNameAnd.toSorted().join());
  return fields.flatMap((each, index): ErrorDetail[] =>
    fields.indexOf(each) < index
      ? [
          {
            code: 'DUPLICATE_VALUE',
            message: `The rule of ${each.replaceAll(',', ', ')} is in rules twice.`,
            target: `rules[${index}].sameNameAnd`,
          },
        ]
      : [],
  );
};

export const handler = lambda(updateDuplicateRules, async ({ tenant, body, ifMatch, now }) => {
  const before = await loadDuplicateRules(tenant);
  const rules = body.rules.map(({ sameNameAnd }) => ({ sameNameAnd: [...new Set(sameNameAnd)] }));
  throwIfInvalid(findRepeated(rules));
  const moment = now.toISOString();
  const after: DuplicateRulesItem = {
    ...defaultDuplicateRules,
    rules,
    version: before.version + 1,
    createdDate: before.version === 0 ? moment : before.createdDate,
    modifiedDate: moment,
  };
  return write(
    [replaceDuplicateRules(tenant, before, after, ifMatch)],
    ok(presentRules(after), { version: after.version }),
  );
});
