// Takes the answers of a person to the evaluation of a class: from the API, or from the page behind a link.
import { type Change, check, ifVersion, insert } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import { type RegistrationItem, registrationKey } from '../registrations/record/registration.ts';
import { type AnswerInput, findRefusal, toAnswers, validateAnswers } from './answers.ts';
import type { EvaluatedClass } from './load.ts';
import { storeCopy } from './record/demand.ts';
import {
  type Answers,
  anonymousKey,
  type ClassEvaluationItem,
  holdKey,
  responseKey,
  responsesByClass,
} from './record/evaluation.ts';
import { buildReleaseChanges } from './release.ts';

/**
 * That the person answered, once, and what. Of anonymous answers the two have nothing in common: no id and no moment, and
 * the key of the answers is random, so their order says nothing.
 */
function storeAnswers(
  tenant: TenantStore,
  { isAnonymous, classId }: ClassEvaluationItem,
  personId: string,
  answers: Answers,
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): Change[] {
  const key = responseKey(tenant, personId, classId);
  const response = { type: 'evaluation-response', personId, classId } as const;
  if (isAnonymous)
    return [
      insert(key, response),
      insert(anonymousKey(tenant, classId, newId()), { type: 'anonymous-answers', answers }),
    ];
  const answeredAt = now.toISOString();
  const listed = { listing: responsesByClass(tenant, classId), sort: answeredAt };
  return [insert(key, { ...response, answers, answeredAt }, { listed })];
}

/** The registration must still be as it was read: what waits for the answers is granted with it. */
async function settleRegistration(
  context: { readonly tenant: TenantStore; readonly timeZone: string; readonly now: Date },
  registration: RegistrationItem,
  item: Parameters<typeof buildReleaseChanges>[2],
): Promise<readonly Change[]> {
  const { tenant } = context;
  const { id, memberId, version, evaluationHold } = registration;
  if (!evaluationHold) return [check(registrationKey(tenant, id), ifVersion(version), 'retry')];
  const hold = await followMerges(tenant).get(holdKey(tenant, memberId, id), { consistent: true });
  if (!hold) throw new Error(`What waits for the registration ${id} is missing`);
  return buildReleaseChanges(context, registration, item, hold);
}

/**
 * The changes that store the answers, and grant what waited for them.
 * @throws Failure 409 where the person can't answer, 400 where the answers do not fit the questions
 */
export async function recordAnswers(
  context: {
    readonly tenant: TenantStore;
    readonly timeZone: string;
    readonly now: Date;
    readonly newId: () => string;
  },
  evaluated: EvaluatedClass,
  registration: RegistrationItem | undefined,
  input: readonly AnswerInput[],
): Promise<readonly Change[]> {
  const { item, evaluation, response } = evaluated;
  const hasAnswered = response !== undefined;
  const refusal = findRefusal(item, evaluation, {
    ...{ status: registration?.status, hasAnswered, now: context.now },
  });
  if (refusal || !registration) throw refusal;
  throwIfInvalid(validateAnswers(evaluation.questions, input));
  const answers = toAnswers(evaluation.questions, input);
  return [
    ...storeCopy(context.tenant, evaluated),
    ...storeAnswers(context.tenant, evaluation, registration.memberId, answers, context),
    ...(await settleRegistration(context, registration, item)),
  ];
}
