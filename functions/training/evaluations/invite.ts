// Invites those who attended a class to evaluate it, and reminds those who have not.

import type { TimerRule } from '../../../shared/schedule/run-due-timers.ts';
import { setTimer } from '../../../shared/schedule/timers.ts';
import { subtractLocalDays } from '../../../shared/time/local-time.ts';
import { classKey } from '../classes/record/class.ts';
import { registrationById } from '../registrations/record/registration.ts';
import { notifyMember } from '../registrations/transition/notification-messages.ts';
import { loadEvaluation } from './record/demand.ts';

/**
 * The invitation once the class has ended, and the reminder some days before its evaluation closes. The subject is the
 * id of a registration, that of a reminder `<id>#reminder`.
 */
export const inviteToEvaluate: TimerRule = async (tenant, timer, now) => {
  const [registrationId = '', reminder] = timer.subject.split('#');
  const registration = await registrationById(tenant, registrationId, { consistent: true });
  const item = registration && (await tenant.get(classKey(tenant, registration.classId)));
  if (registration?.status !== 'Attended' || !item || item.isCancelled) return [];
  // The class was rescheduled since.
  if (now < new Date(item.endsAt))
    return [setTimer(tenant, { kind: timer.kind, subject: timer.subject, dueAt: new Date(item.endsAt) })];
  const { evaluation, response } = await loadEvaluation(tenant, item, registration.memberId);
  if (!evaluation || response || now >= new Date(evaluation.closesAt)) return [];
  const remindsAt = subtractLocalDays(evaluation.closesAt, evaluation.reminderDays, item.timeZone);
  const isReminded = reminder === undefined && evaluation.reminderDays > 0 && remindsAt > now;
  return [
    notifyMember(
      tenant,
      reminder === undefined ? 'evaluationOpened' : 'evaluationReminder',
      registration,
      item,
      now,
      {
        answerBy: evaluation.closesAt,
        waitingCredits: registration.evaluationHold ? 'Your credits are granted once you have answered.' : '',
        onlineUrl: '',
      },
    ),
    ...(isReminded
      ? [setTimer(tenant, { kind: timer.kind, subject: `${registrationId}#reminder`, dueAt: remindsAt })]
      : []),
  ];
};
