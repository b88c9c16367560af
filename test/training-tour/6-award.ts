// Chapter 6, July 2031: the award is given; anyone can check its certificate, Open Badge and verification.
// Rules: docs/interface/training.md#certification-dates.
import { getDocument } from 'unpdf/pdfjs';
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';

export const grantAward = (tour: () => Tour) =>
  describe('6. the award is given', () => {
    it('an award that is not complete is refused, with the missing requirements', async () => {
      const { call, personId, recallId, until } = tour();
      await until('2031-07-10T15:00:00Z');
      const body = { awardId: recallId('award'), personId: personId('greta') };
      const { status, body: refused } = await call('pavel', 'POST', '/Certifications', body);
      expect([status, refused.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
      expect(refused.error.details.map(({ target }: { target: string }) => target)).toEqual([
        ...['requirements.electives', 'requirements.credits'],
      ]);
    });

    it('an award is not dated back before the class that completed it', async () => {
      const { call, personId, recallId } = tour();
      const body = { awardId: recallId('award'), personId: personId('silas'), completedDate: '2031-07-08' };
      const { status, body: refused } = await call('pavel', 'POST', '/Certifications', body);
      expect([status, refused.error.details]).toMatchObject([
        422,
        [{ target: 'completedDate', message: expect.stringContaining('must not be before 2031-07-09') }],
      ]);
    });

    it('the fee of the award is paid in parts, a part entered twice is corrected, and each entry stays', async () => {
      const { callOk, recallId, personId } = tour();
      const path = `/AwardsRegistration/${recallId('silas for the award')}/Payments`;
      const add = (body: object) => callOk('pavel', 'POST', path, body);
      const part = { kind: 'payment', amount: 40, method: 'PurchaseOrder', reference: 'PO 311' };
      expect((await add(part)).balance).toMatchObject({ state: 'partial', owed: 20 });
      expect((await add(part)).entries).toHaveLength(2);
      await add({ kind: 'payment', amount: 40 });
      const correction = { kind: 'correction', corrects: 3, amount: -40, reason: 'The same cheque.' };
      expect((await add(correction)).balance).toMatchObject({ state: 'partial', owed: 20 });
      const { balance, entries } = await add({ kind: 'waiver', reason: 'Taught a class.' });
      expect(balance).toMatchObject({ state: 'paid', paid: 40, waived: 20, owed: 0 });
      expect(balance.inWords).toBe('$40.00 is paid.');
      expect(entries.map(({ byName }: { byName?: string }) => byName).slice(1)).toEqual(
        Array.from({ length: 4 }, () => 'pavel'),
      );
      // The holder reads it too.
      expect((await callOk('silas', 'GET', path)).entries).toEqual(entries);
      const registrations = await callOk('silas', 'GET', `/People/${personId('silas')}/AwardRegistrations`);
      expect(registrations).toMatchObject([{ payment: balance }]);
    });

    it('the certification is valid for twelve months less a day, and stores the rules it was granted by (worked dates)', async () => {
      const { callOk, personId, rememberId, recallId, notifications } = tour();
      const body = { awardId: recallId('award'), personId: personId('silas') };
      const certification = await callOk('pavel', 'POST', '/Certifications', body);
      rememberId('silas certified', certification.id);
      expect(certification).toMatchObject({
        standing: 'Valid',
        validFrom: '2031-07-10',
        validThrough: '2032-07-09',
        graceThrough: '2032-08-08',
        rules: { curriculumVersion: 1, graceDays: 30, validityPeriod: { years: 1 } },
      });
      rememberId('certificate number', certification.certificateNumber);
      expect((await notifications('silas')).at(-1)?.message).toBe(
        'You have been awarded Certified Town Clerk.',
      );
      const progress = await callOk(
        'silas',
        'GET',
        `/People/${personId('silas')}/Awards/${recallId('award')}`,
      );
      expect(progress).toMatchObject({ state: 'Awarded', statusCode: 5 });
    });

    it('the certificate is a PDF with a link to its verification', async () => {
      const { call, recallId } = tour();
      const { bytes } = await call(
        'silas',
        'GET',
        `/Certifications/${recallId('silas certified')}/Certificate.pdf`,
      );
      const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
      const page = await document.getPage(1);
      const text = (await page.getTextContent()).items
        .map((item) => ('str' in item ? item.str : ''))
        .join('|');
      for (const words of ['Silas Whitcomb', 'Certified Town Clerk', 'July 10, 2031', 'July 9, 2032'])
        expect(text).toContain(words);
      const [link] = await page.getAnnotations();
      const asBrowser = await fetch(link.url, { headers: { Accept: 'text/html' } });
      expect(await asBrowser.text()).toContain('Silas Whitcomb');
      const asProgram = await fetch(link.url);
      expect(await asProgram.json()).toMatchObject({
        status: 'Valid',
        issuer: 'Tamarack Association of Town Clerks',
        holder: 'Silas Whitcomb',
        validThrough: '2032-07-09',
      });
    });

    it('an independent verifier accepts the Open Badge, and rejects a forged one and an expired one', async () => {
      const { callOk, recallId, verify } = tour();
      const path = `/Certifications/${recallId('silas certified')}/Credential`;
      const credential = await callOk('silas', 'GET', path);
      expect(credential.credentialSubject.achievement.criteria.narrative).toBe(
        'Completed 1 required course, 1 of 1 elective course, at least 8 credits, by version 1 of the curriculum.',
      );
      expect(credential).not.toHaveProperty('evidence');
      const accepted = { valid_signature: true, expiration: true, revocation_status: true };
      expect(await verify('2031-07-10T16:00:00Z', credential)).toMatchObject(accepted);
      const forged = structuredClone(credential);
      forged.credentialSubject.achievement.name = 'Certified City Manager';
      expect(await verify('2031-07-10T16:00:00Z', forged)).toMatchObject({ errors: ['invalid_signature'] });
      expect(await verify('2032-07-11T16:00:00Z', credential)).toMatchObject({ expiration: false });
    });

    it('credits and a completion that the office enters count towards the award of a second clerk', async () => {
      const { callOk, personId: idOf, rememberId, recallId, until } = tour();
      await until('2031-07-15T15:00:00Z');
      const personId = idOf('greta');
      const note = 'Ethics course of the state university.';
      await callOk('pavel', 'POST', '/Completions', {
        ...{ personId, courseId: recallId('ethics'), completedDate: '2031-07-14', note },
      });
      const credits = { creditTypeId: recallId('Ethics'), credits: 2, earnedDate: '2031-07-14' };
      await callOk('pavel', 'POST', '/Credits', { personId, ...credits, note });
      const certification = await callOk('pavel', 'POST', '/Certifications', {
        personId,
        awardId: recallId('award'),
      });
      rememberId('greta certified', certification.id);
      expect(certification).toMatchObject({ validFrom: '2031-07-15', validThrough: '2032-07-14' });
    });
  });
