import type { PlanOffer } from './terms.ts';

interface DefaultPlan {
  readonly offer: PlanOffer;
  /** What its reserve opens with. */
  readonly funded: string;
}

/** Leaving costs about half of what all days would have yielded. */
const common = { onSale: true } as const;

const seven: PlanOffer = {
  ...common,
  code: 'plan1',
  names: {
    en: 'Smart plan, 7 days',
    ja: 'スマートプラン 7日',
    ko: '스마트 플랜 7일',
    th: 'แผนอัจฉริยะ 7 วัน',
    de: 'Smart-Plan, 7 Tage',
    fr: 'Plan intelligent, 7 jours',
    it: 'Piano smart, 7 giorni',
    es: 'Plan inteligente, 7 días',
    ar: 'خطة ذكية، 7 أيام',
    hk: '智能計劃，7 天',
    zh: '智能计划，7 天',
  },
  kind: 'smart',
  asset: 'USDT',
  days: 7,
  dailyRate: '0.0002',
  penaltyRate: '0.0007',
  min: '100',
  max: '5000',
  capacity: '1000000',
  onePerUser: true,
};

const thirty: PlanOffer = {
  ...common,
  code: 'plan2',
  names: {
    en: 'Smart plan, 30 days',
    ja: 'スマートプラン 30日',
    ko: '스마트 플랜 30일',
    th: 'แผนอัจฉริยะ 30 วัน',
    de: 'Smart-Plan, 30 Tage',
    fr: 'Plan intelligent, 30 jours',
    it: 'Piano smart, 30 giorni',
    es: 'Plan inteligente, 30 días',
    ar: 'خطة ذكية، 30 يومًا',
    hk: '智能計劃，30 天',
    zh: '智能计划，30 天',
  },
  kind: 'smart',
  asset: 'USDT',
  days: 30,
  dailyRate: '0.00025',
  penaltyRate: '0.0035',
  min: '500',
  max: '50000',
  capacity: '2000000',
  onePerUser: false,
};

const bitcoin: PlanOffer = {
  ...common,
  code: 'plan3',
  names: {
    en: 'Bitcoin staking, 90 days',
    ja: 'ビットコイン・ステーキング 90日',
    ko: '비트코인 스테이킹 90일',
    th: 'สเตกกิง Bitcoin 90 วัน',
    de: 'Bitcoin-Staking, 90 Tage',
    fr: 'Staking Bitcoin, 90 jours',
    it: 'Staking di Bitcoin, 90 giorni',
    es: 'Staking de Bitcoin, 90 días',
    ar: 'تحصيص بيتكوين، 90 يومًا',
    hk: '比特幣質押，90 天',
    zh: '比特币质押，90 天',
  },
  kind: 'staking',
  asset: 'BTC',
  days: 90,
  dailyRate: '0.00008',
  penaltyRate: '0.0035',
  min: '0.01',
  max: '5',
  capacity: '100',
  onePerUser: false,
};

const ether: PlanOffer = {
  ...common,
  code: 'plan4',
  names: {
    en: 'Ether staking, 30 days',
    ja: 'イーサ・ステーキング 30日',
    ko: '이더 스테이킹 30일',
    th: 'สเตกกิง Ether 30 วัน',
    de: 'Ether-Staking, 30 Tage',
    fr: 'Staking Ether, 30 jours',
    it: 'Staking di Ether, 30 giorni',
    es: 'Staking de Ether, 30 días',
    ar: 'تحصيص إيثر، 30 يومًا',
    hk: '以太幣質押，30 天',
    zh: '以太币质押，30 天',
  },
  kind: 'staking',
  asset: 'ETH',
  days: 30,
  dailyRate: '0.0001',
  penaltyRate: '0.0015',
  min: '0.1',
  max: '100',
  capacity: '2000',
  onePerUser: false,
};

/** What a sandbox offers until its operator defines other products. */
export const DEFAULT_PLANS: readonly DefaultPlan[] = [
  { offer: seven, funded: '2000' },
  { offer: thirty, funded: '10000' },
  { offer: bitcoin, funded: '1' },
  { offer: ether, funded: '10' },
];
