import fc from 'fast-check';

const withInward = (outward: string): string[] =>
  outward
    .trim()
    .split(/\s+/)
    .map((code) => `${code} 1AA`);

/**
 * One post code or more of every area that lies in one country, by whatever prefix its region is found: no district
 * that a border crosses, and no area that two countries share (CH, SY and TD).
 */
export const postCodesOf = {
  England: withInward(`
    AL1 B1 BA1 BB1 BD1 BH1 BL1 BN1 BR1 BS1 CA1 CB1 CM1 CO1 CR0 CT1 CV1 CW1 DA1 DE1 DH1 DL1 DN1 DT1 DY1 E1 EC1A EN1
    EX1 FY1 GL1 GU1 HA1 HD1 HG1 HP1 HR1 HU1 HX1 IG1 IP1 KT1 L1 LA1 LE1 LN1 LS1 LU1 M1 ME1 MK9 N1 NE1 NG1 NN1 NR1 NW1
    OL1 OX1 PE1 PL1 PO1 PR1 RG1 RH1 RM1 S1 SE1 SG1 SK1 SL1 SM1 SN1 SO14 SP1 SR1 SS1 ST1 SW1A TA1 TF1 TN1 TQ1 TR1 TS1
    TW1 UB1 W2 WA1 WC1A WD17 WF1 WN1 WR1 WS1 WV1 YO1`),
  Wales: withInward('CF10 CF31 LD1 LL30 LL57 LL77 NP20 SA1 SA31 SA70'),
  Scotland: withInward('AB10 DD1 DG1 EH1 FK1 G1 G2 HS1 IV1 KA1 KW1 KY1 ML1 PA1 PH1 ZE1'),
  'Northern Ireland': withInward('BT1 BT9 BT20 BT35 BT48 BT60 BT71 BT82 BT94'),
} as const satisfies Record<string, readonly string[]>;

export type Country = keyof typeof postCodesOf;
export const countries = Object.keys(postCodesOf) as Country[];

export const capitals: Readonly<Record<Country, string>> = {
  England: 'LS1 4AP',
  Wales: 'CF10 1EP',
  Scotland: 'EH1 1YZ',
  'Northern Ireland': 'BT1 5GS',
};

const inward = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('AB', 'DE', 'HJ', 'LN', 'PQ', 'WX'))
  .map(([digit, letters]) => `${digit}${letters}`);

const outside = (areas: readonly string[], highest: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...areas), fc.integer({ min: 1, max: highest }), inward)
    .map(([area, district, end]) => `${area}${district} ${end}`);

export const channelIslands = fc.oneof(outside(['JE'], 3), outside(['GY'], 9));
export const isleOfMan = outside(['IM'], 9);
/** No post code of the country begins with Q, V or X. */
export const nowhere = outside(['QA', 'QX', 'VB', 'VV', 'XE', 'XX'], 9);

/** Post codes of the right form that have no region. */
export const withoutRegion: fc.Arbitrary<string> = fc.oneof(channelIslands, isleOfMan, nowhere);
