/**
 * What trades on exchanges: `code price dailyVolPercent name`. Prices are those of late 2025. The
 * position in each list gives the wire id, so lines are only ever appended.
 */
export const STOCKS = `
AAPL 270 1.5 Apple Inc.
NVDA 185 2.4 NVIDIA Corporation
TSLA 410 3.2 Tesla, Inc.
MSFT 490 1.4 Microsoft Corporation
AMZN 230 1.8 Amazon.com, Inc.
GOOGL 285 1.7 Alphabet Inc. Class A
META 605 2 Meta Platforms, Inc.
AVGO 345 2.5 Broadcom Inc.
AMD 225 3 Advanced Micro Devices, Inc.
NFLX 1110 1.9 Netflix, Inc.
INTC 35 2.8 Intel Corporation
QCOM 168 2 QUALCOMM Incorporated
ORCL 220 2.4 Oracle Corporation
CRM 235 1.9 Salesforce, Inc.
ADBE 322 1.9 Adobe Inc.
CSCO 77 1.3 Cisco Systems, Inc.
IBM 298 1.5 International Business Machines Corporation
TXN 158 1.8 Texas Instruments Incorporated
MU 240 3.2 Micron Technology, Inc.
PLTR 172 3.4 Palantir Technologies Inc.
JPM 308 1.4 JPMorgan Chase & Co.
BAC 52.5 1.5 Bank of America Corporation
WFC 85 1.6 Wells Fargo & Company
GS 790 1.7 The Goldman Sachs Group, Inc.
MS 164 1.7 Morgan Stanley
C 100 1.7 Citigroup Inc.
V 332 1.2 Visa Inc.
MA 545 1.2 Mastercard Incorporated
AXP 352 1.6 American Express Company
PYPL 62 2.1 PayPal Holdings, Inc.
COIN 262 4 Coinbase Global, Inc.
HOOD 115 4.2 Robinhood Markets, Inc.
MSTR 190 4.5 Strategy Inc
BRK.B 505 0.9 Berkshire Hathaway Inc. Class B
UNH 320 1.9 UnitedHealth Group Incorporated
JNJ 202 1 Johnson & Johnson
LLY 1040 2 Eli Lilly and Company
PFE 25 1.4 Pfizer Inc.
MRK 94 1.4 Merck & Co., Inc.
ABBV 234 1.3 AbbVie Inc.
NVO 48 2.4 Novo Nordisk A/S
KO 71 0.9 The Coca-Cola Company
PEP 146 1.1 PepsiCo, Inc.
MCD 308 1 McDonald's Corporation
SBUX 84 1.7 Starbucks Corporation
NKE 63 2 NIKE, Inc.
WMT 105 1.2 Walmart Inc.
COST 905 1.2 Costco Wholesale Corporation
HD 342 1.4 The Home Depot, Inc.
TGT 88 2 Target Corporation
DIS 106 1.6 The Walt Disney Company
XOM 117 1.3 Exxon Mobil Corporation
CVX 153 1.3 Chevron Corporation
BA 182 2.1 The Boeing Company
CAT 552 1.8 Caterpillar Inc.
GE 302 1.8 GE Aerospace
F 13 1.9 Ford Motor Company
GM 71 2 General Motors Company
UBER 84 2.1 Uber Technologies, Inc.
ABNB 117 1.9 Airbnb, Inc.
SHOP 146 3 Shopify Inc.
SPOT 582 2.2 Spotify Technology S.A.
BABA 155 2.6 Alibaba Group Holding Limited
TSM 285 2.1 Taiwan Semiconductor Manufacturing Company Limited
ASML 1030 2.2 ASML Holding N.V.
TM 205 1.4 Toyota Motor Corporation
SONY 29 1.7 Sony Group Corporation
ARM 138 3.2 Arm Holdings plc
SNOW 245 2.8 Snowflake Inc.
SMCI 34 4 Super Micro Computer, Inc.
`;

/**
 * As above, then the factor that the fund follows: `us` the broad market, `tech` technology,
 * `gold`, `silver`, `oil`, `btc`, `eth`, `own` nothing but itself.
 */
export const ETFS = `
SPY 665 us 1 SPDR S&P 500 ETF Trust
QQQ 600 tech 1 Invesco QQQ Trust
IVV 668 us 1 iShares Core S&P 500 ETF
VOO 611 us 1 Vanguard S&P 500 ETF
VTI 327 us 1 Vanguard Total Stock Market ETF
DIA 465 us 0.85 SPDR Dow Jones Industrial Average ETF Trust
IWM 234 us 1.2 iShares Russell 2000 ETF
VUG 480 tech 0.9 Vanguard Growth ETF
VTV 188 us 0.8 Vanguard Value ETF
SCHD 27 us 0.7 Schwab U.S. Dividend Equity ETF
XLK 285 tech 1.1 Technology Select Sector SPDR Fund
XLF 52 us 0.95 Financial Select Sector SPDR Fund
XLE 90 oil 0.6 Energy Select Sector SPDR Fund
XLV 150 us 0.7 Health Care Select Sector SPDR Fund
XLY 232 us 1.15 Consumer Discretionary Select Sector SPDR Fund
XLP 77 us 0.5 Consumer Staples Select Sector SPDR Fund
XLI 152 us 1 Industrial Select Sector SPDR Fund
XLU 89 us 0.6 Utilities Select Sector SPDR Fund
XLC 113 us 1 Communication Services Select Sector SPDR Fund
SMH 345 tech 1.4 VanEck Semiconductor ETF
SOXX 288 tech 1.4 iShares Semiconductor ETF
ARKK 77 tech 1.6 ARK Innovation ETF
VGT 745 tech 1.1 Vanguard Information Technology ETF
TQQQ 51.5 tech 3 ProShares UltraPro QQQ
SQQQ 13.8 tech -3 ProShares UltraPro Short QQQ
EEM 54 us 0.8 iShares MSCI Emerging Markets ETF
EFA 94 us 0.75 iShares MSCI EAFE ETF
VEA 61 us 0.75 Vanguard FTSE Developed Markets ETF
VWO 54.5 us 0.8 Vanguard FTSE Emerging Markets ETF
FXI 39.5 own 1.6 iShares China Large-Cap ETF
EWJ 82 us 0.7 iShares MSCI Japan ETF
EWZ 33 own 1.6 iShares MSCI Brazil ETF
INDA 54 own 1 iShares MSCI India ETF
GLD 375 gold 1 SPDR Gold Shares
IAU 77 gold 1 iShares Gold Trust
SLV 46 silver 1 iShares Silver Trust
USO 71 oil 1 United States Oil Fund
TLT 89.5 own 0.9 iShares 20+ Year Treasury Bond ETF
IEF 97 own 0.4 iShares 7-10 Year Treasury Bond ETF
LQD 111 own 0.4 iShares iBoxx $ Investment Grade Corporate Bond ETF
HYG 80.5 own 0.35 iShares iBoxx $ High Yield Corporate Bond ETF
AGG 100 own 0.3 iShares Core U.S. Aggregate Bond ETF
BND 74 own 0.3 Vanguard Total Bond Market ETF
VNQ 90 us 0.9 Vanguard Real Estate ETF
GDX 78 gold 1.8 VanEck Gold Miners ETF
VIG 217 us 0.85 Vanguard Dividend Appreciation ETF
`;

/**
 * `code price calendar precision tick contract factor coefficient name`; `tick` in points is also
 * the spread.
 */
export const FUTURES = `
ES 6680 cme-equity 2 25 50 us 1 E-mini S&P 500 Futures
NQ 24700 cme-equity 2 25 20 tech 1 E-mini Nasdaq-100 Futures
YM 46600 cme-equity 0 1 5 us 0.85 E-mini Dow Futures
RTY 2345 cme-equity 1 1 50 us 1.2 E-mini Russell 2000 Futures
6E 1.1595 cme-fx 5 5 125000 EUR 1 Euro FX Futures
6B 1.3125 cme-fx 4 1 62500 GBP 1 British Pound Futures
6J 0.006485 cme-fx 7 5 12500000 JPY 1 Japanese Yen Futures
6A 0.6502 cme-fx 5 5 100000 AUD 1 Australian Dollar Futures
6C 0.7148 cme-fx 5 5 100000 CAD 1 Canadian Dollar Futures
6S 1.2535 cme-fx 5 5 125000 CHF 1 Swiss Franc Futures
GC 4095 cme 1 1 100 gold 1 Gold Futures
SI 50.8 cme 3 5 5000 silver 1 Silver Futures
HG 5.03 cme 4 5 25000 own 1.6 Copper Futures
PL 1545 cme 1 1 50 platinum 1 Platinum Futures
CL 58.7 cme 2 1 1000 oil 1 Crude Oil Futures
BZ 63 cme 2 1 1000 oil 0.97 Brent Last Day Financial Futures
NG 4.55 cme 3 1 10000 own 3.5 Henry Hub Natural Gas Futures
HO 2.42 cme 4 1 42000 oil 0.95 NY Harbor ULSD Futures
RB 1.93 cme 4 1 42000 oil 0.95 RBOB Gasoline Futures
ZN 112.75 cme 6 15625 1000 own 0.35 10-Year T-Note Futures
ZB 117.1 cme 5 3125 1000 own 0.7 U.S. Treasury Bond Futures
ZC 4.3 cbot-grains 4 25 5000 own 1.3 Corn Futures
ZS 11.3 cbot-grains 4 25 5000 own 1.2 Soybean Futures
ZW 5.38 cbot-grains 4 25 5000 own 1.6 Chicago SRW Wheat Futures
`;

/** `code price spread factor name`. */
export const METALS = `
XAUUSD 4078 250 gold Gold
XAGUSD 50.4 200 silver Silver
XPTUSD 1540 900 platinum Platinum
XPDUSD 1395 1800 palladium Palladium
`;
