/**
 * Currencies against the dollar: `code dollars-per-unit dailyVolPercent flag name`. A pair's price
 * is the quotient of its two currencies, so crosses always agree.
 */
export const CURRENCIES = `
USD 1 0 us US Dollar
EUR 1.158 0.42 eu Euro
GBP 1.312 0.45 gb British Pound
JPY 0.006452 0.5 jp Japanese Yen
CHF 1.244 0.42 ch Swiss Franc
AUD 0.6495 0.5 au Australian Dollar
NZD 0.5665 0.5 nz New Zealand Dollar
CAD 0.7125 0.33 ca Canadian Dollar
SEK 0.1055 0.55 se Swedish Krona
NOK 0.0991 0.55 no Norwegian Krone
DKK 0.1551 0.42 dk Danish Krone
PLN 0.2735 0.5 pl Polish Zloty
CZK 0.04792 0.48 cz Czech Koruna
HUF 0.003015 0.6 hu Hungarian Forint
TRY 0.02363 0.25 tr Turkish Lira
ZAR 0.05838 0.8 za South African Rand
MXN 0.05452 0.65 mx Mexican Peso
SGD 0.7682 0.25 sg Singapore Dollar
HKD 0.12861 0.03 hk Hong Kong Dollar
CNH 0.14062 0.18 cn Offshore Chinese Yuan
THB 0.03085 0.35 th Thai Baht
ILS 0.3068 0.5 il Israeli Shekel
`;

/**
 * `base/quote spread`, spread in points (a tenth of a pip). The position gives the wire id: append
 * only.
 */
export const FOREX_PAIRS = `
EUR/USD 6
GBP/USD 9
USD/JPY 7
USD/CHF 10
AUD/USD 7
NZD/USD 11
USD/CAD 10
EUR/GBP 9
EUR/JPY 12
EUR/CHF 13
EUR/AUD 16
EUR/CAD 16
EUR/NZD 24
GBP/JPY 18
GBP/CHF 20
GBP/AUD 22
GBP/CAD 22
GBP/NZD 32
AUD/JPY 13
AUD/CAD 15
AUD/CHF 15
AUD/NZD 18
NZD/JPY 16
NZD/CAD 20
NZD/CHF 20
CAD/JPY 15
CAD/CHF 17
CHF/JPY 17
USD/SEK 350
USD/NOK 350
USD/DKK 120
USD/PLN 180
USD/CZK 120
USD/HUF 120
USD/TRY 900
USD/ZAR 800
USD/MXN 450
USD/SGD 18
USD/HKD 25
USD/CNH 30
EUR/SEK 400
EUR/NOK 400
EUR/PLN 250
EUR/TRY 1200
GBP/SGD 45
SGD/JPY 20
USD/THB 30
USD/ILS 220
`;
