import type { ResultOf } from '@glasshouse/api/calls';
import type { createFormatter } from '@glasshouse/i18n/format';
import type { Language } from '@glasshouse/i18n/languages';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { endedContract, optionResult } from '@glasshouse/rules/results';
import { COLORS, painted, sheetFor } from './picture.ts';

export type PicturedReceipt = ResultOf<'getSharedReceipt'>;

const CONTRACTS_ASSET = 'USDT';

/** What a preview of a shared receipt shows: what was traded, and what it came to after costs. */
export async function receiptPicture(receipt: PicturedReceipt, language: Language): Promise<Buffer> {
  const { t, format, isRtl, name: brand, line } = await sheetFor(language);
  const { name, result, at } = saidOf(receipt, format);
  const book = t(receipt.book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount');
  const parts = [
    brand,
    line(name, 250, 60, COLORS.ink),
    line(result, 360, 84, COLORS.accent),
    line(
      [book, `${format.dateTime(at)} UTC`].map((text) => `\u2068${text}\u2069`).join('  ·  '),
      440,
      32,
      COLORS.muted,
    ),
    line(t('order:shared.title'), 570, 28, COLORS.muted),
  ];
  return painted(parts, isRtl);
}

interface ReceiptText {
  readonly name: string;
  readonly result: string;
  readonly at: string;
}

function saidOf(receipt: PicturedReceipt, format: ReturnType<typeof createFormatter>): ReceiptText {
  switch (receipt.kind) {
    case 'option': {
      const { order } = receipt;
      const stake = amountOf(order.amount);
      const fee = amountOf(order.fee);
      const profit = amountOf(order.profit);
      const { net } = optionResult({ outcome: order.outcome ?? 'void', stake, fee, profit });
      const name = `${order.name} ${order.direction === 'up' ? '↑' : '↓'}`;
      return {
        name,
        result: format.signedMoney(formatAmount(net), order.asset),
        at: order.settledAt ?? order.placedAt,
      };
    }
    case 'contract': {
      const { order } = receipt;
      const { net } = endedContract(order);
      const name = `${order.name} ${order.side === 'buy' ? '↗' : '↘'} ${order.leverage}×`;
      return {
        name,
        result: format.signedMoney(formatAmount(net), CONTRACTS_ASSET),
        at: order.closedAt ?? order.placedAt,
      };
    }
    case 'spot': {
      const { order } = receipt;
      const result = format.money(order.filledQuantity, order.base);
      return { name: order.name, result, at: order.doneAt ?? order.placedAt };
    }
    case 'conversion': {
      const { order } = receipt;
      return { name: `${order.from} → ${order.to}`, result: format.money(order.received, order.to), at: order.at };
    }
  }
}
