import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import type { FileResult } from '../../platform/call.ts';
import type { Agreement } from './agreement.ts';

const PAD = { width: 260, height: 90 } as const;

/**
 * An agreement as it was shown and signed. The same agreement gives the same bytes, so anybody can
 * compare two copies, and its hash is computed over the text that it prints.
 */
export async function agreementPdf(agreement: Agreement): Promise<FileResult> {
  const { language } = agreement;
  const { pdfChunks } = await import('../../platform/pdf/document.ts');
  const { t } = translatorFor(language);
  const words = formatterFor(language);
  const [title = '', ...clauses] = agreement.text.split('\n');
  const foot = t('loans:field.textHash');
  const options = {
    language,
    title,
    foot: `${foot}: ${agreement.text_hash}`,
    pageNumber: (page: number) => words.number(page),
    createdAt: new Date(agreement.signed_at ?? agreement.made_at),
  };
  const chunks = pdfChunks(options, function* (pdf) {
    pdf.heading(title, 1);
    for (const clause of clauses) {
      pdf.paragraph(clause);
      yield;
    }
    pdf.heading(t('loans:signTitle'));
    const { strokes, signed_at: signedAt, signature_hash: hash } = agreement;
    if (strokes?.strokes !== undefined) {
      pdf.strokes(strokes.strokes, PAD.width, PAD.height);
    }
    if (strokes?.typed !== undefined) pdf.paragraph(t('loans:typed', { name: strokes.typed }));
    pdf.pairs([
      [t('loans:field.textHash'), agreement.text_hash],
      ...(hash === null ? [] : [[t('loans:field.signatureHash'), hash] as const]),
      ...(signedAt === null ? [] : [['UTC', new Date(signedAt).toISOString()] as const]),
    ]);
  });
  return { name: `loan-agreement-${agreement.id}.pdf`, type: 'application/pdf', chunks };
}
