// Chapter 6, July 2031: the award is given; its certificate, its Open Badge and its verification can be shown to anybody.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import type { Tour } from './tour-world.ts';

export const grantAward = (tour: () => Tour) =>
  describe('6. the award is given', () => {
    it('not before everything is there, and what is missing is told', async () => {
      const { call, personId: idOf, recallId: kept, until } = tour();
      await until('2031-07-10T15:00:00Z');
      const body = { awardId: kept('award'), personId: idOf('greta') };
      const { status, body: refused } = await call('pavel', 'POST', '/Certifications', body);
      expect([status, refused.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
      expect(refused.error.details.map(({ target }: { target: string }) => target)).toEqual([
        ...['requirements.electives', 'requirements.credits'],
      ]);
    });

    it('for twelve months, the day before included, with the rules it was judged by (domain.md 1A, worked dates)', async () => {
      const { callOk: done, personId: idOf, rememberId: keep, recallId: kept, notifications: told } = tour();
      const body = { awardId: kept('award'), personId: idOf('silas') };
      const given = await done('pavel', 'POST', '/Certifications', body);
      keep('silas certified', given.id);
      expect(given).toMatchObject({
        standing: 'Valid',
        validFrom: '2031-07-10',
        validThrough: '2032-07-09',
        graceThrough: '2032-08-08',
        rules: { curriculumVersion: 1, graceDays: 30, validityPeriod: { years: 1 } },
      });
      keep('certificate number', given.certificateNumber);
      expect((await told('silas')).at(-1)?.message).toBe('You have been awarded Certified Town Clerk.');
      const progress = await done('silas', 'GET', `/People/${idOf('silas')}/Awards/${kept('award')}`);
      expect(progress).toMatchObject({ state: 'Awarded', statusCode: 5 });
    });

    it('as a certificate that leads to its verification (issue "PDF certificate with a verification address")', async () => {
      const { call, recallId: kept } = tour();
      const { bytes } = await call(
        'silas',
        'GET',
        `/Certifications/${kept('silas certified')}/Certificate.pdf`,
      );
      const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
      const page = await document.getPage(1);
      const text = (await page.getTextContent()).items
        .map((item) => ('str' in item ? item.str : ''))
        .join('|');
      for (const said of ['Silas Whitcomb', 'Certified Town Clerk', 'July 10, 2031', 'July 9, 2032'])
        expect(text).toContain(said);
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

    it('as an Open Badge that a ready-made verifier accepts, and finds tampered with when it is', async () => {
      const { callOk: done, recallId: kept, verify: verified } = tour();
      const path = `/Certifications/${kept('silas certified')}/Credential`;
      const credential = await done('silas', 'GET', path);
      const accepted = { valid_signature: true, expiration: true, revocation_status: true };
      expect(await verified('2031-07-10T16:00:00Z', credential)).toMatchObject(accepted);
      const forged = structuredClone(credential);
      forged.credentialSubject.achievement.name = 'Certified City Manager';
      expect(await verified('2031-07-10T16:00:00Z', forged)).toEqual({ errors: ['invalid_signature'] });
      expect(await verified('2032-07-11T16:00:00Z', credential)).toMatchObject({ expiration: false });
    });

    it('to a second clerk, who learned elsewhere: credits by hand and a completion (issue "by hand")', async () => {
      const { callOk: done, personId: idOf, rememberId: keep, recallId: kept, until } = tour();
      await until('2031-07-15T15:00:00Z');
      const personId = idOf('greta');
      const note = 'Ethics course of the state university.';
      await done('pavel', 'POST', '/Completions', {
        ...{ personId, courseId: kept('ethics'), completedDate: '2031-07-14', note },
      });
      const credits = { creditTypeId: kept('Ethics'), credits: 2, earnedDate: '2031-07-14' };
      await done('pavel', 'POST', '/Credits', { personId, ...credits, note });
      const given = await done('pavel', 'POST', '/Certifications', { personId, awardId: kept('award') });
      keep('greta certified', given.id);
      expect(given).toMatchObject({ validFrom: '2031-07-15', validThrough: '2032-07-14' });
    });
  });
