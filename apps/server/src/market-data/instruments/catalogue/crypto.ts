/**
 * Coins quoted in USDT: `symbol price class name`, one a line. The price is what the coin cost late
 * in 2025; the simulated market starts from it. Class: `b` bitcoin-like, `m` major, `l` large, `a`
 * alternative, `d` meme and other wild ones, `s` pegged to the dollar, `g` backed by gold.
 *
 * The position in the list gives the wire id, so lines are only ever appended; what is delisted
 * keeps its place.
 */
export const COINS = `
BTC 96000 b Bitcoin
ETH 3200 m Ethereum
BNB 930 m BNB
SOL 142 m Solana
XRP 2.25 m XRP
DOGE 0.162 l Dogecoin
ADA 0.5 l Cardano
TRX 0.295 b TRON
AVAX 15.5 l Avalanche
LINK 14.2 l Chainlink
DOT 2.85 l Polkadot
TON 1.85 l Toncoin
SHIB 0.0000091 l Shiba Inu
LTC 98 m Litecoin
BCH 505 m Bitcoin Cash
UNI 7.6 l Uniswap
NEAR 2.35 l NEAR Protocol
APT 3.05 l Aptos
ICP 5.2 l Internet Computer
ETC 15.4 l Ethereum Classic
XLM 0.262 l Stellar
HBAR 0.158 l Hedera
FIL 2.05 l Filecoin
ATOM 2.75 l Cosmos Hub
VET 0.0158 l VeChain
ARB 0.235 l Arbitrum
OP 0.39 l Optimism
SUI 1.78 l Sui
INJ 6.6 a Injective
AAVE 182 l Aave
GRT 0.056 a The Graph
ALGO 0.158 l Algorand
RENDER 2.25 a Render
STX 0.36 a Stacks
TIA 0.82 a Celestia
SEI 0.162 a Sei
IMX 0.36 a Immutable
MNT 1.15 l Mantle
PEPE 0.0000052 d Pepe
BONK 0.0000112 d Bonk
WIF 0.42 d dogwifhat
FLOKI 0.0000525 d Floki
TAO 325 a Bittensor
FET 0.275 a Artificial Superintelligence Alliance
RUNE 0.83 a THORChain
LDO 0.72 a Lido DAO
QNT 86 l Quant
EGLD 9.1 a MultiversX
FLOW 0.245 a Flow
SAND 0.178 a The Sandbox
MANA 0.192 a Decentraland
AXS 1.22 a Axie Infinity
THETA 0.43 a Theta Network
XTZ 0.545 l Tezos
CHZ 0.0305 a Chiliz
EOS 0.245 a EOS
GALA 0.0092 a GALA
KAVA 0.138 a Kava
MINA 0.102 a Mina Protocol
CRV 0.44 a Curve DAO
SNX 0.62 a Synthetix Network
DYDX 0.26 a dYdX
ENS 12.4 a Ethereum Name Service
COMP 35.5 a Compound
MKR 1520 l Maker
APE 0.31 a ApeCoin
CAKE 2.4 a PancakeSwap
NEO 4.6 l NEO
IOTA 0.122 a IOTA
ZEC 620 d Zcash
DASH 82 d Dash
XMR 395 m Monero
KSM 10.2 a Kusama
ZIL 0.0068 a Zilliqa
1INCH 0.198 a 1inch
BAT 0.225 a Basic Attention
ENJ 0.039 a Enjin Coin
HOT 0.00062 a Holo
CELO 0.198 a Celo
ROSE 0.0175 a Oasis Network
ONE 0.0049 a Harmony
QTUM 1.68 a Qtum
ONT 0.075 a Ontology
ICX 0.078 a ICON
WAVES 0.84 a Waves
ZRX 0.172 a 0x Protocol
SUSHI 0.42 a Sushi
YFI 4550 a yearn.finance
UMA 0.92 a UMA
LRC 0.064 a Loopring
STORJ 0.162 a Storj
ANKR 0.0082 a Ankr Network
SKL 0.0162 a SKALE
CTSI 0.048 a Cartesi
BAND 0.44 a Band Protocol
RLC 0.79 a iExec RLC
NMR 11.4 a Numeraire
OCEAN 0.262 a Ocean Protocol
AUDIO 0.036 a Audius
RSR 0.0046 a Reserve Rights
COTI 0.031 a COTI
DENT 0.00041 a Dent
IOST 0.0023 a IOST
IOTX 0.0102 a IoTeX
CKB 0.0031 a Nervos Network
SC 0.0021 a Siacoin
DGB 0.0068 a DigiByte
RVN 0.0088 a Ravencoin
DCR 28.5 a Decred
XVG 0.0066 a Verge
LSK 0.222 a Lisk
ARDR 0.072 a Ardor
ARK 0.33 a ARK
STEEM 0.079 a Steem
HIVE 0.112 a Hive
WAXP 0.0142 a WAX
POWR 0.112 a Powerledger
CVC 0.062 a Civic
SNT 0.0152 a Status
KNC 0.262 a Kyber Network Crystal
BNT 0.52 a Bancor Network
MTL 0.42 a Metal DAO
STRAX 0.031 a Stratis
NKN 0.0182 a NKN
WAN 0.088 a Wanchain
FUN 0.0038 a FUNToken
SYS 0.026 a Syscoin
ZEN 15.8 d Horizen
CFX 0.092 a Conflux
JASMY 0.0088 a JasmyCoin
MASK 0.72 a Mask Network
ALICE 0.272 a My Neighbor Alice
TLM 0.0031 a Alien Worlds
C98 0.031 a Coin98
XVS 4.6 a Venus
SXP 0.082 a SXP
TWT 1.18 a Trust Wallet
SFP 0.36 a SafePal
TRB 24.5 a Tellor Tributes
OGN 0.044 a Origin Protocol
OXT 0.031 a Orchid Protocol
CHR 0.061 a Chromia
ARPA 0.0158 a ARPA
CTK 0.262 a Shentu
OM 0.088 d MANTRA
POND 0.0052 a Marlin
RIF 0.038 a Rootstock Infrastructure Framework
TKO 0.112 a Toko
PUNDIX 0.272 a Pundi X
AR 4.6 a Arweave
GTC 0.142 a Gitcoin
BTTC 0.00000048 a BitTorrent
PHA 0.052 a Phala
QUICK 0.0168 a QuickSwap
MBOX 0.046 a Mobox
REQ 0.118 a Request
GHST 0.262 a Aavegotchi
GNO 128 a Gnosis
XEC 0.0000125 a eCash
ELF 0.138 a aelf
ILV 9.6 a Illuvium
YGG 0.102 a Yield Guild Games
FIDA 0.058 a Bonfida
AGLD 0.36 a Adventure Gold
RAD 0.42 a Radworks
RARE 0.031 a SuperRare
LAZIO 0.82 a Lazio Fan Token
PORTO 1.02 a FC Porto Fan Token
SANTOS 1.85 a Santos FC Fan Token
PSG 1.08 a Paris Saint-Germain Fan Token
JUV 0.88 a Juventus Fan Token
BAR 0.62 a FC Barcelona Fan Token
CITY 0.72 a Manchester City Fan Token
ATM 0.98 a Atletico de Madrid Fan Token
ACM 0.62 a AC Milan Fan Token
ASR 1.72 a AS Roma Fan Token
OG 12.6 a OG Fan Token
ALPINE 0.72 a Alpine F1 Team Fan Token
MOVR 3.4 a Moonriver
GLMR 0.038 a Moonbeam
JOE 0.088 a JOE
SYN 0.062 a Synapse
SPELL 0.00032 a Spell
HIGH 0.27 a Highstreet
CVX 2.1 a Convex Finance
PEOPLE 0.0118 a ConstitutionDAO
JST 0.041 l JUST
SUN 0.0212 l Sun Token
WIN 0.0000362 a WINkLink
NEXO 1.02 l NEXO
LUNA 0.078 d Terra
LUNC 0.0000285 d Terra Luna Classic
USTC 0.0068 d TerraClassicUSD
GMT 0.0228 a STEPN
STG 0.142 a Stargate Finance
GMX 9.2 a GMX
APEX 0.62 d ApeX
POLYX 0.068 a Polymesh
HFT 0.038 a Hashflow
MAGIC 0.112 a Magic
HOOK 0.052 a Hooked Protocol
RPL 2.6 a Rocket Pool
AXL 0.138 a Axelar
SSV 4.2 a SSV Network
GNS 1.42 a Gains Network
LQTY 0.46 a Liquity
ID 0.082 a SPACE ID
EDU 0.162 a Open Campus
CYBER 0.92 a CyberConnect
ARKM 0.262 a Arkham
MAV 0.032 a Maverick Protocol
PENDLE 2.45 a Pendle
WLD 0.66 a Worldcoin
BLUR 0.038 a Blur
RDNT 0.0142 a Radiant Capital
OSMO 0.082 a Osmosis
DUSK 0.052 a Dusk
LPT 4.9 a Livepeer
JUP 0.258 a Jupiter
PYTH 0.088 a Pyth Network
JTO 0.52 a Jito
ORDI 4.6 a ORDI
1000SATS 0.0000182 a SATS (Ordinals) x1000
MEME 0.00142 d Memecoin
ACE 0.262 a Fusionist
NFP 0.038 a NFPrompt
AI 0.058 a Sleepless AI
XAI 0.022 a Xai
MANTA 0.112 a Manta Network
ALT 0.0162 a AltLayer
STRK 0.158 a Starknet
PIXEL 0.0142 a Pixels
PORTAL 0.028 a Portal
AEVO 0.048 a Aevo
METIS 7.8 a Metis
VANRY 0.0112 a Vanar Chain
BOME 0.00082 d BOOK OF MEME
ETHFI 0.92 a ether.fi
ENA 0.295 a Ethena
W 0.062 a Wormhole
SAGA 0.082 a Saga
OMNI 2.4 a Omni Network
REZ 0.0078 a Renzo
BB 0.092 a BounceBit
NOT 0.00082 a Notcoin
IO 0.218 a io.net
ZK 0.042 a ZKsync
LISTA 0.218 a Lista DAO
ZRO 1.42 a LayerZero
BANANA 11.8 a Banana Gun
DOGS 0.0000582 d Dogs
POL 0.158 l Polygon Ecosystem Token
NEIRO 0.000142 d Neiro
TURBO 0.00212 d Turbo
CATI 0.062 a Catizen
HMSTR 0.000312 d Hamster Kombat
EIGEN 0.72 a EigenLayer
SCR 0.132 a Scroll
LUMIA 0.142 a Lumia
PNUT 0.088 d Peanut the Squirrel
ACT 0.0228 d Act I: The AI Prophecy
USUAL 0.0312 a Usual
ORCA 1.32 a Orca
MOVE 0.052 a Movement
ME 0.34 a Magic Eden
VELODROME 0.028 a Velodrome Finance
VANA 3.2 a Vana
PENGU 0.0122 d Pudgy Penguins
BIO 0.062 a BIO Protocol
COOKIE 0.062 d Cookie DAO
AIXBT 0.052 d aixbt by Virtuals
VIRTUAL 1.02 d Virtuals Protocol
TRUMP 7.2 d OFFICIAL TRUMP
S 0.112 a Sonic
BERA 1.12 a Berachain
LAYER 0.212 a Solayer
KAITO 0.82 a KAITO
SHELL 0.062 a MyShell
RED 0.28 a RedStone
NIL 0.152 a Nillion
PARTI 0.082 a Particle Network
HYPER 0.152 a Hyperlane
INIT 0.112 a Initia
SIGN 0.042 a Sign
SYRUP 0.38 a Maple Finance
SOPH 0.0162 a Sophon
HUMA 0.0282 a Huma Finance
RESOLV 0.098 a Resolv
HOME 0.0242 a Defi App
SPK 0.028 a Spark
NEWT 0.128 a Newton Protocol
SAHARA 0.078 a Sahara AI
LA 0.34 a Lagrange
ERA 0.242 a Caldera
TREE 0.142 a Treehouse
PROVE 0.52 a Succinct
TOWNS 0.0072 a Towns
DOLO 0.052 a Dolomite
WLFI 0.142 a World Liberty Financial
LINEA 0.0112 a Linea
AVNT 0.36 d Avantis
ZKC 0.138 a Boundless
BARD 0.82 a Lombard
XPL 0.228 d Plasma
MORPHO 1.85 a Morpho
ASTER 1.18 d Aster
HYPE 38.5 a Hyperliquid
KAIA 0.078 a Kaia
KAS 0.048 a Kaspa
CRO 0.108 l Cronos
OKB 112 l OKB
FTT 0.62 d FTX Token
RAY 1.22 a Raydium
PAXG 4080 g PAX Gold
XAUT 4070 g Tether Gold
USDC 0.9998 s USDC
DAI 0.9998 s Dai
TUSD 0.9985 s TrueUSD
FDUSD 0.9985 s First Digital USD
ONDO 0.52 a Ondo
MOG 0.00000042 d Mog Coin
POPCAT 0.112 d Popcat
GRASS 0.32 d Grass
AKT 0.58 a Akash Network
HNT 2.1 a Helium
CORE 0.182 a Core
FLUX 0.142 a Flux
GAS 2.1 a Gas
GLM 0.212 a Golem
TFUEL 0.0182 a Theta Fuel
VTHO 0.00112 a VeThor
WOO 0.032 a WOO
SUPER 0.282 a SuperVerse
T 0.0112 a Threshold Network
AMP 0.00212 a Amp
API3 0.52 a API3
ASTR 0.0142 a Astar
BICO 0.062 a Biconomy
CELR 0.0042 a Celer Network
CHESS 0.042 a Tranchess
DIA 0.42 a DIA
DYM 0.098 a Dymension
FORTH 2.02 a Ampleforth Governance
FLR 0.0142 l Flare
PROM 9.2 a Prom
SCRT 0.142 a Secret
SLP 0.00112 a Smooth Love Potion
THE 0.212 a THENA
TRU 0.0162 a TrueFi
XNO 0.72 a Nano
QKC 0.0048 a QuarkChain
`;

/**
 * Pairs between coins, as `base/quote`. Their prices follow from the two dollar prices. Append
 * only, as above.
 */
export const COIN_CROSSES = `
ETH/BTC BNB/BTC SOL/BTC XRP/BTC DOGE/BTC ADA/BTC TRX/BTC AVAX/BTC LINK/BTC DOT/BTC LTC/BTC BCH/BTC UNI/BTC NEAR/BTC
ETC/BTC XLM/BTC ATOM/BTC AAVE/BTC XMR/BTC ZEC/BTC SUI/BTC TON/BTC FIL/BTC ALGO/BTC
BNB/ETH SOL/ETH XRP/ETH ADA/ETH AVAX/ETH LINK/ETH LTC/ETH UNI/ETH AAVE/ETH TRX/ETH DOGE/ETH DOT/ETH
`;
