// Chapter 1, January 2031: settings, credit types, courses, an award, approval, classes; and what the public can see.
// Rules: docs/interface/training.md#registration-state, #credits.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';

export const planYear = (tour: () => Tour) =>
  describe('1. the year is planned', () => {
    it('an offer is set to last a day instead of two', async () => {
      const { callOk } = tour();
      expect(await callOk('odette', 'GET', '/Settings/Registration')).toMatchObject({ offerHours: 48 });
      await callOk('odette', 'PUT', '/Settings/Registration', { offerHours: 24 });
      expect((await tour().call('silas', 'PUT', '/Settings/Registration', { offerHours: 0 })).status).toBe(
        403,
      );
      expect(await callOk('silas', 'GET', '/Settings/Certification')).toMatchObject({
        graceDays: 30,
        renewalOpensDays: 90,
        reminderDays: [90, 60, 30, 7],
      });
      expect(await callOk('silas', 'GET', '/Settings/FiscalYear')).toMatchObject({
        currentYear: { startDate: '2030-07-01', endDate: '2031-06-30' },
      });
    });

    it('credits have types, and courses grant credits of a type', async () => {
      const { callOk, rememberId, recallId } = tour();
      for (const name of ['General', 'Ethics'])
        rememberId(name, (await callOk('odette', 'POST', '/Settings/CreditTypes', { name })).id);
      const courses = {
        records: ['Municipal Records Management', 'General', 6],
        ethics: ['Ethics for Public Officials', 'Ethics', 2],
      } as const;
      for (const [key, [name, type, credits]] of Object.entries(courses)) {
        const creditHours = credits;
        const body = { name, creditHours, credits: [{ creditTypeId: recallId(type), credits }] };
        rememberId(key, (await callOk('pavel', 'POST', '/Courses', body)).id);
      }
    });

    it('an award requires a course, an elective and credits, and is valid for twelve months', async () => {
      const { callOk, rememberId, recallId } = tour();
      const award = await callOk('pavel', 'POST', '/Awards', {
        name: 'Certified Town Clerk',
        description: 'For those who keep the records of a town.',
        allowSelfRegistration: true,
        price: 60,
        validityPeriod: { years: 1 },
      });
      rememberId('award', award.id);
      // docs/interface/training.md#award-defaults: without requiresApproval it is true.
      expect(await callOk('public', 'GET', `/Awards/${award.id}`)).toMatchObject({ requiresApproval: true });
      const credits = (type: string, many: number) => ({ creditTypeId: recallId(type), credits: many });
      const curriculum = await callOk('pavel', 'PUT', `/Awards/${award.id}/Curriculum`, {
        requiredCourseIds: [recallId('records')],
        electiveCourseIds: [recallId('ethics')],
        electivesNeeded: 1,
        minimumCredits: [credits('General', 6), credits('Ethics', 2)],
        renewalCredits: [credits('General', 4)],
      });
      expect(curriculum).toMatchObject({ version: 1, electivesNeeded: 1 });
    });

    it('a course can’t require the award that requires the course: the refusal names the way round', async () => {
      const { call, recallId } = tour();
      const { status, body } = await call('pavel', 'PUT', `/Courses/${recallId('records')}`, {
        prerequisites: [{ type: 'Award', id: recallId('award') }],
      });
      expect([status, body.error.details]).toEqual([
        400,
        [
          {
            code: 'NOT_ALLOWED',
            message:
              'A course or an award must not require itself: Municipal Records Management requires Certified Town Clerk requires Municipal Records Management.',
            target: 'prerequisites[0].id',
          },
        ],
      ]);
    });

    it('an approval chain has two steps: the manager, then the director', async () => {
      const { callOk, rememberId, recallId, personId } = tour();
      await callOk('odette', 'PUT', `/Organizations/${recallId('Town of Larkspur')}/Manager`, {
        managerId: personId('mara'),
      });
      const chain = await callOk('odette', 'POST', '/Settings/ApprovalChains', {
        name: 'Manager, then director',
        steps: [
          {
            name: 'Manager',
            approver: { kind: 'manager' },
            escalateAfterHours: 48,
            escalateTo: { kind: 'role', role: 'training office' },
          },
          { name: 'Director', approver: { kind: 'role', role: 'director' } },
        ],
      });
      rememberId('chain', chain.id);
    });

    it('three classes are scheduled: with phases and a waitlist, with approval, and one that will be cancelled later', async () => {
      const { callOk, rememberId, recallId, personId } = tour();
      const spring = await callOk('pavel', 'POST', '/Classes', {
        sectionName: 'Municipal Records Management, spring',
        courseId: recallId('records'),
        awardId: recallId('award'),
        timeZone: 'Mountain Standard Time',
        sessions: [
          { title: 'Retention', date: '2031-04-16', startTime: '9:00 AM', endTime: '12:00 PM' },
          { title: 'Requests', date: '2031-04-17', startTime: '9:00 AM', endTime: '12:00 PM' },
        ],
        instructors: [{ personId: personId('pavel') }],
        location: { name: 'Larkspur Town Hall', roomNumber: '2', city: 'Larkspur', state: 'CO' },
        registration: {
          capacity: 3,
          waitlistSize: 2,
          nonMembersAllowed: true,
          opensAt: '2031-02-01T09:00',
          closesAt: '2031-04-15T17:00',
          early: { endsAt: '2031-03-01T00:00', memberSeats: 1, nonMemberSeats: 0, memberFee: 90 },
          standard: { endsAt: '2031-04-01T00:00', memberFee: 120, nonMemberFee: 170 },
          late: { memberFee: 150, nonMemberFee: 200 },
        },
      });
      rememberId('spring', spring.id);
      const summer = await callOk('pavel', 'POST', '/Classes', {
        sectionName: 'Ethics for Public Officials, online',
        courseId: recallId('ethics'),
        sessions: [{ date: '2031-07-09', startTime: '10:00', endTime: '12:00' }],
        locationType: 'online',
        onlineUrl: 'https://meet.tamarack.example/ethics',
        registration: { capacity: 10, approvalChainId: recallId('chain') },
      });
      rememberId('summer', summer.id);
      const autumn = await callOk('pavel', 'POST', '/Classes', {
        sectionName: 'Municipal Records Management, autumn',
        courseId: recallId('records'),
        sessions: [{ date: '2031-10-08', startTime: '09:00', endTime: '15:00' }],
        registration: { capacity: 1, waitlistSize: 1, standard: { memberFee: 80 } },
      });
      rememberId('autumn', autumn.id);
    });

    it('the public catalogue shows that registration has not opened yet', async () => {
      const { callOk, recallId } = tour();
      const { result, totalCount } = await callOk('public', 'POST', '/Public/ClassPagingList', {
        itemCount: 10,
        pageNumber: 1,
        sortBy: 'startDate',
        sortDirection: 'asc',
        filterBody: { searchText: 'records', classStates: ['Upcoming'] },
      });
      expect(totalCount).toBe(2);
      expect(result[0]).toMatchObject({
        id: recallId('spring'),
        sectionName: 'Municipal Records Management, spring',
        registrationState: 'Registration Scheduled',
        classState: 'Upcoming',
        isClassRegistrationAllow: true,
        timeZone: 'Mountain Standard Time',
        parentCourse: { name: 'Municipal Records Management', creditHours: 6 },
      });
      const before = await tour().call('silas', 'POST', '/registration/ClassRegistration', {
        classId: recallId('spring'),
        memberId: tour().personId('silas'),
      });
      expect([before.status, before.body.error.code]).toEqual([422, 'REGISTRATION_CLOSED']);
    });

    it('two clerks register for the award, and the office approves (credits count from then)', async () => {
      const { callOk, rememberId, recallId, personId } = tour();
      for (const name of ['silas', 'greta'] as const) {
        const { id, status, payment } = await callOk(name, 'POST', '/AwardsRegistration', {
          awardId: recallId('award'),
          memberId: personId(name),
        });
        expect(status).toBe('PendingApproval');
        expect(payment).toMatchObject({ state: 'unpaid', owed: 60, currency: 'USD' });
        rememberId(`${name} for the award`, id);
        expect((await callOk('pavel', 'POST', `/AwardsRegistration/${id}/Approve`, {})).status).toBe(
          'Active',
        );
      }
      const progress = await callOk(
        'silas',
        'GET',
        `/People/${personId('silas')}/Awards/${recallId('award')}`,
      );
      expect(progress).toMatchObject({
        state: 'InProgress',
        percent: 0,
        registration: { registeredDate: '2031-01-06' },
        missing: { courses: [{ name: 'Municipal Records Management' }], electives: 1 },
      });
    });
  });
