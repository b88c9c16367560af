// The evaluation of a class by those who attended it (docs/interface/training.md#evaluations).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { curriculumKey } from '../../../functions/training/awards/record/curriculum-record.ts';
import type { ClassItem } from '../../../functions/training/classes/record/class.ts';
import { courseKey } from '../../../functions/training/courses/course.ts';
import {
  anonymousByClass,
  holdsByCourse,
  responseKey,
} from '../../../functions/training/evaluations/record/evaluation.ts';
import { buildLinkPath, buildLinkToken } from '../../../functions/training/notifications/action-link.ts';
import { listDueMessages } from '../../../functions/training/notifications/notification-message.ts';
import { commit, put, update } from '../../../shared/data/changes.ts';
import { runMergeJob } from '../../crm/merges/run-merge-job.ts';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import {
  day,
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let office: string;

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Reply> =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token: office,
    body,
    ...options,
  });
const as = async (personId: string, permissions: readonly string[] = []): Promise<CallOptions> => ({
  token: await fixture.platform.tokenFor({
    tenant: 'demo',
    personId,
    permissions: ['training.catalogue.read', ...permissions] as never,
  }),
});

const questions = [
  { kind: 'scale', text: 'How useful was it?' },
  { kind: 'singleChoice', text: 'What was best?', options: ['Talks', 'Exercises'] },
  {
    kind: 'multipleChoice',
    text: 'What helped?',
    options: ['Slides', 'Handouts', 'Breaks'],
    isRequired: false,
  },
  { kind: 'yesNo', text: 'Was it free of commercial bias?' },
  { kind: 'text', text: 'What should we change?', isRequired: false, maxLength: 50 },
];

/** A course of its own with an evaluation, and a class of it with some people who are registered, 30 days from now. */
async function createEvaluated(setting: object = {}, people = 1) {
  const template = await fixture.store.get(courseKey(fixture.store, fixture.idOf('course', 'budget-basics')));
  if (!template) throw new Error('The demo course is gone');
  const courseId = randomUUID();
  await commit([put(courseKey(fixture.store, courseId), { ...template, id: courseId })]);
  const body = { questions, isAnonymous: false, isRequired: false, ...setting };
  const reply = await call('PUT', `/Courses/${courseId}/Evaluation`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const item = await fixture.createClass({ courseId });
  const attendees = await fixture.createPeople(people);
  const registrations: string[] = [];
  for (const { id } of attendees) registrations.push(await fixture.registerMember(item.id, id));
  return { courseId, item, evaluation: reply.body, attendees, registrations };
}

const attend = async (registrationId: string, attendance = 'Attended') => {
  const reply = await call('POST', `/registration/ClassRegistration/${registrationId}/Attendance`, {
    attendance,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
};
/** Hours after the end of the class, which takes three. */
const afterClass = (hours = 1) => fixture.moveClock(30 * day + (3 + hours) * hour);
/** Valid answers to all questions that need one, and some more. */
const answersTo = (evaluation: Reply['body'], more: readonly unknown[] = []) => {
  const values = [4, 'Talks', undefined, true, undefined].map((value, index) => more[index] ?? value);
  return {
    answers: evaluation.questions.flatMap(({ id }: { id: string }, index: number) =>
      values[index] === undefined ? [] : [{ questionId: id, value: values[index] }],
    ),
  };
};
const answer = async (item: ClassItem, personId: string, body: object, more: CallOptions = {}) =>
  call('POST', `/Classes/${item.id}/Evaluation/Answers`, body, { ...(await as(personId)), ...more });
const countCredits = async (personId: string) =>
  (await call('GET', `/People/${personId}/Transcript`)).body.credits.length;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  office = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.registrations.read',
      'training.registrations.write',
      'training.courses.write',
      'training.classes.write',
      'training.catalogue.read',
      'training.credits.read',
    ],
  });
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

describe('the questions of a course', () => {
  it('keep their ids and their order, and are refused where they do not fit their kind', async () => {
    const { courseId, evaluation } = await createEvaluated();
    const [first, second] = evaluation.questions;
    const again = await call('PUT', `/Courses/${courseId}/Evaluation`, {
      questions: [second, { ...first, text: 'How useful?' }],
      isAnonymous: false,
      isRequired: false,
    });
    expect(again.body.questions).toMatchObject([{ id: second.id }, { id: first.id, text: 'How useful?' }]);
    const refused = await call('PUT', `/Courses/${courseId}/Evaluation`, {
      questions: [
        { kind: 'singleChoice', text: 'Which?' },
        { kind: 'scale', text: 'How?', options: ['a', 'b'] },
        { kind: 'multipleChoice', text: 'Which?', options: ['a', 'a'] },
        { kind: 'yesNo', text: 'Is it?', maxLength: 3, id: randomUUID() },
      ],
      ...{ isAnonymous: false, isRequired: false, closesAfterDays: 3, reminderDays: 3 },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toMatch(
      /needs options.*have options.*is there twice.*no question with the id.*have a maxLength.*less than closesAfterDays/,
    );
  });

  it('stay for a class whose attendance was recorded, and change for another one', async () => {
    const { courseId, item, evaluation, attendees, registrations } = await createEvaluated();
    await afterClass();
    await attend(registrations[0] ?? '');
    const changed = { questions: [{ kind: 'yesNo', text: 'New?' }], isAnonymous: true, isRequired: false };
    await call('PUT', `/Courses/${courseId}/Evaluation`, changed);
    const view = await call(
      'GET',
      `/Classes/${item.id}/Evaluation`,
      undefined,
      await as(attendees[0]?.id ?? ''),
    );
    expect(view.body).toMatchObject({ questions: evaluation.questions, isAnonymous: false, canAnswer: true });
    const other = await fixture.createClass({ courseId });
    const otherView = await call('GET', `/Classes/${other.id}/Evaluation`);
    expect(otherView.body).toMatchObject({
      questions: [{ text: 'New?' }],
      isAnonymous: true,
      canAnswer: false,
    });
  });
});

describe('answers', () => {
  it('are taken from the end of the class until the evaluation closes, once, from those who attended', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated(
      { closesAfterDays: 2, reminderDays: 0 },
      2,
    );
    const [person = { id: '' }, absent = { id: '' }] = attendees;
    const body = answersTo(evaluation);
    const try_ = (personId: string) => answer(item, personId, body);
    await fixture.moveClock(30 * day + 2 * hour);
    await attend(registrations[0] ?? '');
    const early = await try_(person.id);
    expect([early.status, early.body.error.message]).toEqual([
      409,
      expect.stringContaining('can be answered from then on'),
    ]);
    await afterClass();
    const notAttended = await try_(absent.id);
    expect([notAttended.status, notAttended.body.error.message]).toEqual([
      409,
      expect.stringContaining('your registration is Confirmed'),
    ]);
    const closing =
      Date.parse((await call('GET', `/Classes/${item.id}/Evaluation`)).body.closesAt) - Date.now();
    await fixture.moveClock(closing + 5000);
    const late = await try_(person.id);
    expect([late.status, late.body.error.message]).toEqual([
      409,
      expect.stringContaining('could be answered until'),
    ]);
    await fixture.moveClock(closing - 60_000);
    expect((await try_(person.id)).body).toEqual({
      classId: item.id,
      hasAnswered: true,
      areCreditsReleased: false,
    });
    const twice = await try_(person.id);
    expect([twice.status, twice.body.error.message]).toEqual([
      409,
      expect.stringContaining('each person answers once'),
    ]);
  });

  it('are refused when they become anonymous, or no longer are, after the person has read the questions', async () => {
    const { courseId, item, evaluation, attendees, registrations } = await createEvaluated({
      isAnonymous: true,
    });
    const personId = attendees[0]?.id ?? '';
    // The class has no copy, as its attendance was recorded before the course had an evaluation.
    expect((await call('DELETE', `/Courses/${courseId}/Evaluation`)).status).toBe(204);
    await afterClass();
    await attend(registrations[0] ?? '');
    const set = async (isAnonymous: boolean, of: readonly object[]) =>
      (
        await call('PUT', `/Courses/${courseId}/Evaluation`, {
          questions: of,
          isAnonymous,
          isRequired: false,
        })
      ).body;
    const read = await set(true, questions);
    const named = await set(false, read.questions);
    expect(named.questions.map(({ text }: { text: string }) => text)).toEqual(
      questions.map(({ text }) => text),
    );
    const refused = await answer(item, personId, answersTo(read));
    expect([refused.status, refused.body.error.details[0].code]).toEqual([400, 'UNKNOWN_VALUE']);
    expect((await answer(item, personId, answersTo(named))).status).toBe(200);
    expect(evaluation.isAnonymous).toBe(true);
  });

  it('must fit their questions, and all problems are said at once', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated();
    await afterClass();
    await attend(registrations[0] ?? '');
    const [scale, single, multiple, , text] = evaluation.questions;
    const { status, body } = await answer(item, attendees[0]?.id ?? '', {
      answers: [
        { questionId: scale.id, value: 6 },
        { questionId: single.id, value: 'Lunch' },
        { questionId: multiple.id, value: ['Slides', 'Slides'] },
        { questionId: text.id, value: 'x'.repeat(51) },
        { questionId: text.id, value: 'y' },
        { questionId: randomUUID(), value: 1 },
      ],
    });
    expect(status).toBe(400);
    expect(body.error.details).toHaveLength(7);
    const edges = answersTo(evaluation, [5, 'Exercises', ['Slides'], false, 'x'.repeat(50)]);
    expect((await answer(item, attendees[0]?.id ?? '', edges)).status).toBe(200);
  });

  it('that are sent twice at once count once', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated({ isAnonymous: true }, 3);
    await afterClass();
    for (const id of registrations) await attend(id);
    const replies = await Promise.all(
      attendees.flatMap(({ id }) =>
        [answersTo(evaluation), answersTo(evaluation)].map((body) => answer(item, id, body)),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409]);
    expect(await fixture.store.queryAll(anonymousByClass(fixture.store, item.id))).toHaveLength(3);
  });

  it('that are anonymous are stored without anything that they have in common with their person', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated({ isAnonymous: true });
    const personId = attendees[0]?.id ?? '';
    await afterClass();
    await attend(registrations[0] ?? '');
    await answer(item, personId, answersTo(evaluation), { headers: { 'Idempotency-Key': randomUUID() } });
    const said = await fixture.store.get(responseKey(fixture.store, personId, item.id));
    expect(Object.keys(said ?? {}).toSorted()).toEqual(['classId', 'personId', 'pk', 'sk', 'type']);
    const [given] = await fixture.store.queryAll(anonymousByClass(fixture.store, item.id));
    expect(Object.keys(given ?? {}).toSorted()).toEqual(['answers', 'pk', 'sk', 'type']);
    expect(JSON.stringify(given)).not.toContain(personId);
    expect(JSON.stringify(given)).not.toContain(registrations[0]);
  });
});

describe('results', () => {
  it('have counts, mean, distribution, texts and the response rate, for the office and the instructor alone', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated({}, 3);
    await afterClass();
    for (const id of registrations) await attend(id);
    const [first, second] = attendees;
    await answer(
      item,
      first?.id ?? '',
      answersTo(evaluation, [4, 'Talks', ['Slides', 'Breaks'], true, '=1+1']),
    );
    await answer(item, second?.id ?? '', answersTo(evaluation, [5, 'Exercises', ['Slides'], false]));
    const path = `/Classes/${item.id}/Evaluation/Results`;
    const { body } = await call('GET', path);
    expect(body).toMatchObject({ attendees: 3, answered: 2, responseRate: 67 });
    const [scale, single, multiple, yesNo, text] = body.questions;
    expect(scale).toMatchObject({ count: 2, mean: 4.5 });
    expect(scale.distribution.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 1, 1]);
    expect(single.distribution).toEqual([
      { value: 'Talks', count: 1 },
      { value: 'Exercises', count: 1 },
    ]);
    expect(multiple.distribution.map(({ count }: { count: number }) => count)).toEqual([2, 0, 1]);
    expect(yesNo.distribution).toEqual([
      { value: 'true', count: 1 },
      { value: 'false', count: 1 },
    ]);
    expect(text).toMatchObject({ count: 1, texts: ['=1+1'] });
    expect((await call('GET', path, undefined, await as(first?.id ?? ''))).status).toBe(403);
    const [instructor] = item.instructors;
    expect((await call('GET', path, undefined, await as(instructor?.personId ?? ''))).status).toBe(200);
    const csv = String((await call('GET', `${path}.csv`)).body);
    expect(csv).toContain('"Name","Answered","How useful was it?"');
    expect(csv).toMatch(/"Test Person 0","[^"]+","4","Talks","Slides; Breaks","true","'=1\+1"/);
  });

  it('that are anonymous are shown once the evaluation has closed, and from the minimum of answers on', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated(
      { isAnonymous: true, minimumAnswers: 3, closesAfterDays: 2, reminderDays: 0 },
      3,
    );
    await afterClass();
    for (const id of registrations) await attend(id);
    const path = `/Classes/${item.id}/Evaluation/Results`;
    const read = async () => {
      const { body } = await call('GET', path);
      return [
        body.answered,
        body.whyHidden,
        body.questions.length,
        (await call('GET', `${path}.csv`)).status,
      ];
    };
    for (const { id } of attendees.slice(0, 2)) await answer(item, id, answersTo(evaluation));
    await afterClass(49);
    expect(await read()).toEqual([2, 'TooFewAnswers', 0, 409]);
    await afterClass(2);
    await answer(
      item,
      attendees[2]?.id ?? '',
      answersTo(evaluation, [5, 'Talks', undefined, true, 'Secret wish']),
    );
    expect(await read()).toEqual([3, 'StillOpen', 0, 409]);
    await afterClass(49);
    expect(await read()).toEqual([3, undefined, 5, 200]);
    const csv = String((await call('GET', `${path}.csv`)).body);
    expect(csv).toContain('Secret wish');
    expect(csv).not.toContain('Person');
  });
});

describe('credits after evaluation', () => {
  const findMissing = async (item: ClassItem, registrationId: string) =>
    (await fixture.get(`/${registrationId}`)).body.creditsWait ?? item.id;

  it('wait until the person has answered, say why, and are granted at that moment', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated({ isRequired: true });
    const personId = attendees[0]?.id ?? '';
    await afterClass();
    await attend(registrations[0] ?? '');
    expect(await countCredits(personId)).toBe(0);
    expect(await findMissing(item, registrations[0] ?? '')).toMatchObject({
      reason: 'Evaluation',
      message: expect.stringContaining('once its evaluation is answered'),
    });
    const reply = await answer(item, personId, answersTo(evaluation));
    expect(reply.body.areCreditsReleased).toBe(true);
    expect(await countCredits(personId)).toBe(1);
    expect(await findMissing(item, registrations[0] ?? '')).toBe(item.id);
    // A correction of the attendance does not ask again.
    await attend(registrations[0] ?? '', 'NoShow');
    await attend(registrations[0] ?? '');
    expect(await findMissing(item, registrations[0] ?? '')).toBe(item.id);
  });

  it('are granted when answers are no longer required, and are not held after the evaluation has closed', async () => {
    const { courseId, item, attendees, registrations } = await createEvaluated(
      { isRequired: true, closesAfterDays: 1, reminderDays: 0 },
      3,
    );
    await afterClass();
    for (const id of registrations.slice(0, 2)) await attend(id);
    await afterClass(25);
    await attend(registrations[2] ?? '');
    const counts = () => Promise.all(attendees.map(({ id }) => countCredits(id)));
    expect(await counts()).toEqual([0, 0, 1]);
    await call('PUT', `/Courses/${courseId}/Evaluation`, {
      questions,
      isAnonymous: false,
      isRequired: false,
    });
    await fixture.runTimers(await afterClass(26));
    expect(await counts()).toEqual([1, 1, 1]);
    expect(await findMissing(item, registrations[0] ?? '')).toBe(item.id);
  });

  it('are granted by the share that was attended, and end when the attendance is taken back', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated({ isRequired: true }, 2);
    const token = await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.classes.write'],
    });
    const rule = { kind: 'proportional', minimumShare: 50, roundingStep: 0.5, roundingMode: 'down' };
    await call('PUT', `/Classes/${item.id}/AttendanceRule`, rule, { token });
    await afterClass();
    const session = item.sessions[0]?.id;
    const attendances = registrations.map((registrationId) => ({ registrationId, minutes: 120 }));
    await call('POST', `/Classes/${item.id}/Sessions/${session}/Attendance`, { attendances });
    const [first = { id: '' }, second = { id: '' }] = attendees;
    expect(await countCredits(first.id)).toBe(0);
    await answer(item, first.id, answersTo(evaluation));
    const { credits } = (await call('GET', `/People/${first.id}/Transcript`)).body;
    // 120 of 180 minutes of 6 credits.
    expect(credits).toMatchObject([{ credits: 4 }]);
    await attend(registrations[1] ?? '', 'NoShow');
    expect(await findMissing(item, registrations[1] ?? '')).toBe(item.id);
    expect((await answer(item, second.id, answersTo(evaluation))).status).toBe(409);
    expect(await countCredits(second.id)).toBe(0);
  });
});

describe('a person', () => {
  it('sees in the progress towards an award what counts once it is evaluated', async () => {
    const { courseId, item, evaluation, attendees, registrations } = await createEvaluated({
      isRequired: true,
    });
    const personId = attendees[0]?.id ?? '';
    const awardId = fixture.idOf('award', 'clerk');
    await commit([
      update(curriculumKey(fixture.store, awardId), {
        set: { requiredCourseIds: [courseId], electiveCourseIds: [], electivesNeeded: 0, minimumCredits: [] },
      }),
    ]);
    await call('POST', `/Awards/${awardId}/Registrations`, { personId });
    await afterClass();
    await attend(registrations[0] ?? '');
    const path = `/People/${personId}/Awards/${awardId}`;
    expect((await call('GET', path)).body.missing.evaluations).toMatchObject([
      { classId: item.id, className: item.sectionName, courseId },
    ]);
    await answer(item, personId, answersTo(evaluation));
    const { missing } = (await call('GET', path)).body;
    expect([missing.evaluations, missing.courses]).toEqual([[], []]);
  });

  it('who is merged keeps the answers and what waits, and is not asked twice', async () => {
    const { courseId, item, evaluation, attendees, registrations } = await createEvaluated(
      { isRequired: true },
      2,
    );
    const [first = { id: '' }, second = { id: '' }] = attendees;
    await afterClass();
    await attend(registrations[0] ?? '');
    await attend(registrations[1] ?? '');
    await answer(item, first.id, answersTo(evaluation));
    const [one = { id: '' }, two = { id: '' }] = await fixture.createPeople(2);
    const token = await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: ['crm.people.read', 'crm.people.write'],
    });
    for (const [into, personId] of [
      [one.id, first.id],
      [two.id, second.id],
    ] as const) {
      const merged = await fixture.platform.call('POST', 'crm', `/api/v1/people/${into}/Merge`, {
        ...{ tenant: 'demo', token, body: { personId } },
      });
      expect(merged.status, merged.text).toBe(200);
      await runMergeJob('person', personId);
    }
    expect((await answer(item, one.id, answersTo(evaluation))).status).toBe(409);
    expect(String((await call('GET', `/Classes/${item.id}/Evaluation/Results.csv`)).body)).toContain(
      'Test Person',
    );
    expect((await answer(item, two.id, answersTo(evaluation))).body.areCreditsReleased).toBe(true);
    expect(await countCredits(two.id)).toBe(1);
    expect(await fixture.store.queryAll(holdsByCourse(fixture.store, courseId))).toEqual([]);
  });
});

describe('invitations', () => {
  it('are sent once the class has ended to those who attended, with a reminder to those who have not answered', async () => {
    const { item, evaluation, attendees, registrations } = await createEvaluated(
      { isRequired: true, closesAfterDays: 10, reminderDays: 2 },
      2,
    );
    await fixture.moveClock(30 * day + 2 * hour);
    for (const id of registrations) await attend(id);
    const kinds = async (id = '') =>
      (await fixture.listNotificationKinds(id)).filter((kind) => kind.startsWith('evaluation'));
    await fixture.runTimers(await fixture.moveClock(30 * day + 2.9 * hour));
    expect(await kinds(registrations[0])).toEqual([]);
    await fixture.runTimers(await afterClass());
    expect(await kinds(registrations[0])).toEqual(['evaluationOpened']);
    await answer(item, attendees[0]?.id ?? '', answersTo(evaluation));
    await fixture.runTimers(await afterClass(8 * 24 - 2));
    expect(await kinds(registrations[1])).toEqual(['evaluationOpened']);
    await fixture.runTimers(await afterClass(8 * 24 + 2));
    expect(await kinds(registrations[1])).toEqual(['evaluationOpened', 'evaluationReminder']);
    expect(await kinds(registrations[0])).toEqual(['evaluationOpened']);
  });

  it('are not sent again when an attendance is corrected', async () => {
    const { item, registrations } = await createEvaluated();
    const [registrationId = ''] = registrations;
    const session = `/Classes/${item.id}/Sessions/${item.sessions[0]?.id}/Attendance`;
    const rule = { kind: 'proportional', minimumShare: 50, roundingStep: 0.5, roundingMode: 'down' };
    expect((await call('PUT', `/Classes/${item.id}/AttendanceRule`, rule)).status).toBe(200);
    const now = await afterClass();
    for (const minutes of [180, 150, 120]) {
      const { body } = await call('POST', session, { attendances: [{ registrationId, minutes }] });
      expect(body.results).toMatchObject([{ status: 'Attended', minutes }]);
      await fixture.runTimers(new Date(now.getTime() + hour));
    }
    const messages = await listDueMessages(fixture.store, new Date(now.getTime() + day), 500);
    const sent = messages.filter(
      ({ kind, about }) => kind === 'evaluationOpened' && about.startsWith(registrationId),
    );
    expect(sent).toHaveLength(1);
  });
});

describe('the page behind the link of an invitation', () => {
  const linkTo = async (
    recordId: string,
    personId: string,
    purpose: 'evaluation' | 'registration' = 'evaluation',
  ) => {
    const expires = Math.floor(Date.now() / 1000) + 500 * 24 * 3600;
    const claims = { recordId, personId, bound: 0, expires };
    const token = await buildLinkToken(fixture.store, purpose, claims);
    return buildLinkPath(fixture.store, 'evaluation', token);
  };
  const open = (path: string) => fixture.platform.call('GET', 'training', path);
  const send = (path: string, form: Record<string, string>) =>
    fixture.platform.call('POST', 'training', path, { body: new URLSearchParams(form) });
  const titleOf = ({ text }: Reply) => /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? '';
  const alertOf = ({ text }: Reply) => /role="alert">(.*?)<\/div>/s.exec(text)?.[1] ?? '';

  /** Somebody who attended, with the ids of the questions in their order. */
  async function invite(setting: object = {}) {
    const { item, evaluation, attendees, registrations } = await createEvaluated(setting);
    await afterClass();
    await attend(registrations[0] ?? '');
    const ids: string[] = evaluation.questions.map(({ id }: { id: string }) => id);
    const path = await linkTo(registrations[0] ?? '', attendees[0]?.id ?? '');
    return { item, ids, path, personId: attendees[0]?.id ?? '', registrationId: registrations[0] ?? '' };
  }

  it('asks every kind of question, and stores what the API would', async () => {
    const { item, ids, path, personId } = await invite({ isRequired: true });
    const shown = await open(path);
    expect(titleOf(shown)).toBe(`How was ${item.sectionName}?`);
    for (const words of ['How useful was it?', 'Exercises', 'Handouts', 'commercial bias', 'with your name'])
      expect(shown.text).toContain(words);
    expect(await countCredits(personId)).toBe(0);
    const [scale = '', single = '', multiple = '', yesNo = '', text = ''] = ids;
    const form = { answer1: '4', answer2: '1', 'answer3.0': 'on', 'answer3.2': 'on', answer4: 'no' };
    const sent = await send(path, { ...form, answer5: '  More\r\ncases\u0000 <b>& breaks</b>\u0085  ' });
    expect([titleOf(sent), sent.text]).toEqual(['Thank you', expect.stringContaining('credits are granted')]);
    expect(await countCredits(personId)).toBe(1);
    const { answers } = (await fixture.store.get(responseKey(fixture.store, personId, item.id))) ?? {};
    expect(answers).toEqual({
      ...{ [scale]: 4, [single]: 'Exercises', [multiple]: ['Slides', 'Breaks'], [yesNo]: false },
      [text]: 'More\ncases <b>& breaks</b>',
    });
    expect(titleOf(await send(path, form))).toBe('You have answered this already');
    expect(titleOf(await open(path))).toBe('You have answered this already');
  });

  it('says what is missing or wrong, keeps the answers, and stores nothing', async () => {
    const { item, path, personId } = await invite();
    const wrong = { answer1: '6', answer2: '2', answer4: 'maybe', answer5: `<i>${'x'.repeat(48)}` };
    const refused = await send(path, wrong);
    expect(alertOf(refused)).toMatch(/How useful was it\?.*1 to 5/);
    expect(alertOf(refused)).toMatch(/What was best\?.*Talks or Exercises/);
    expect(alertOf(refused)).toMatch(/commercial bias\?.*true or false/);
    expect(alertOf(refused)).toMatch(/change\?.*1 to 50 characters/);
    expect(refused.text).toContain(`&lt;i&gt;${'x'.repeat(48)}</textarea>`);
    const partial = await send(path, { answer1: '5' });
    expect(alertOf(partial)).toMatch(/What was best\?.*must be answered/);
    expect(partial.text).toMatch(/value="5" checked/);
    expect(await fixture.store.get(responseKey(fixture.store, personId, item.id))).toBeUndefined();
    // 50 characters are as many as fit.
    const right = { answer1: '5', answer2: '0', answer4: 'yes', answer5: 'x'.repeat(50) };
    expect(titleOf(await send(path, right))).toBe('Thank you');
  });

  it('keeps anonymous answers without the name', async () => {
    const { item, path, personId } = await invite({ isAnonymous: true });
    expect((await open(path)).text).toContain('without your name');
    const form = { answer1: '3', answer2: '0', answer4: 'yes' };
    expect(titleOf(await send(path, form))).toBe('Thank you');
    const response = await fixture.store.get(responseKey(fixture.store, personId, item.id));
    expect(response).not.toHaveProperty('answers');
    expect(await fixture.store.queryAll(anonymousByClass(fixture.store, item.id))).toHaveLength(1);
  });

  it('does not take answers to questions that were changed meanwhile', async () => {
    const { courseId, item, evaluation, attendees, registrations } = await createEvaluated();
    expect((await call('DELETE', `/Courses/${courseId}/Evaluation`)).status).toBe(204);
    await afterClass();
    await attend(registrations[0] ?? '');
    const [, ...others] = evaluation.questions.map(({ id: _, ...question }: { id: string }) => question);
    const setQuestions = async (asked: readonly object[]) => {
      const setting = { questions: asked, isAnonymous: false, isRequired: false };
      const { status, text } = await call('PUT', `/Courses/${courseId}/Evaluation`, setting);
      expect(status, text).toBe(200);
    };
    await setQuestions(questions);
    const path = await linkTo(registrations[0] ?? '', attendees[0]?.id ?? '');
    const [, asked = ''] = /name="asked" value="([^"]+)"/.exec((await open(path)).text) ?? [];
    await setQuestions(others);
    const form = { asked, answer1: '1', answer2: '0', answer3: 'yes', answer4: 'yes' };
    const refused = await send(path, form);
    expect(alertOf(refused)).toContain('questions were changed');
    expect(
      await fixture.store.get(responseKey(fixture.store, attendees[0]?.id ?? '', item.id)),
    ).toBeUndefined();
  });

  it('answers nothing after the evaluation has closed, for another person, or by a link of another purpose', async () => {
    const { path, personId, registrationId } = await invite({ closesAfterDays: 10 });
    const [other] = await fixture.createPeople(1);
    const form = { answer1: '3', answer2: '0', answer4: 'yes' };
    const unknown = 'This link does not work';
    expect(titleOf(await send(await linkTo(registrationId, other?.id ?? ''), form))).toBe(unknown);
    expect(titleOf(await send(await linkTo(registrationId, personId, 'registration'), form))).toBe(unknown);
    expect(titleOf(await send(path.replace('/demo/', '/secondary/'), form))).toBe(unknown);
    await afterClass(10 * 24 + 2);
    expect((await open(path)).text).toContain('could be answered until');
    expect(titleOf(await send(path, form))).toBe('This can’t be answered now');
    await afterClass(1);
    expect(titleOf(await send(path, form))).toBe('Thank you');
  });
});
